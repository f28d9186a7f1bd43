# SPDX-License-Identifier: Apache-2.0
"""Which engine is used where none is given."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from diversa.data.frames import as_frame
from diversa.engines.engine import Counting, Engine


def open_engine(engine: Engine | None) -> AbstractContextManager[Engine]:
    """The engine that was given, left open after use; else DuckDB, closed after it."""
    if engine is not None:
        return nullcontext(engine)
    from diversa.engines.duckdb.engine import (
        DuckDBEngine,  # not loaded where not needed
    )

    return DuckDBEngine()


def open_counting(
    engine: Engine | None, source: object, columns: Sequence[str], *, alone: bool = True
) -> AbstractContextManager[Counting]:
    """What counts the columns of a source: for a small frame, no engine is started.

    Args:
        engine: The engine that was given, if so.
        source: What is counted.
        columns: The columns that are counted.
        alone: Whether nothing else has to be read.
    """
    frame = as_frame(source)
    if engine is None and alone and frame is not None and frame.library == "pandas":
        from diversa.engines.frames.engine import FrameCounts  # pandas is there

        if FrameCounts.takes(source, columns):
            return nullcontext(FrameCounts())
    return open_engine(engine)
