# SPDX-License-Identifier: Apache-2.0
"""The first rows of a file as texts, to show a person how it is read."""

from __future__ import annotations

from pathlib import Path

from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.duckdb.session import guard


def first_rows(path: Path, most: int) -> tuple[tuple[str, ...], list[list[str]]]:
    """The columns of a file (Parquet, JSON) and its first rows as texts."""
    with DuckDBEngine() as engine:
        table = engine.open(path)
        cells = ", ".join(
            f"coalesce(CAST(c{place} AS VARCHAR), '')"
            for place in range(len(table.columns))
        )
        query = f"SELECT {cells} FROM {table.name} LIMIT {int(most)}"
        with guard(str(path)):
            return table.columns, [list(row) for row in engine.session.run(query)]
