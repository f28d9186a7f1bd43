# SPDX-License-Identifier: Apache-2.0
"""The risk of being found in any table, and which columns tell its people apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from diversa import notebook
from diversa.audits.population import group_as_published, match_population
from diversa.data.dictionary import Kind
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.engines.engine import EngineChoice
from diversa.errors import InputError
from diversa.record.reading import as_published
from diversa.record.risk import Risk
from diversa.risks.distinction import NEARLY, ColumnSet, quasi_identifier_sets
from diversa.risks.risk import THRESHOLD, risks
from diversa.tables.table_input import TableInput


@dataclass(frozen=True)
class TableRisk:
    """The risk of a table, and the sets of columns behind it."""

    risk: Risk
    """Three attackers, and who is unique."""
    sets: tuple[ColumnSet, ...]
    """The smallest sets of columns that nearly identify."""

    def __str__(self) -> str:
        telling = [
            f"{', '.join(columns.columns)}: {notebook.percent(columns.distinction)} of"
            " the tuples differ"
            for columns in self.sets
        ]
        return "\n  ".join([str(self.risk), *telling])

    def _repr_html_(self) -> str:
        """The risk and the columns behind it, in a notebook."""
        return notebook.shown(
            self.risk._repr_html_(),
            notebook.table(
                "Smallest sets of columns that nearly identify",
                ("columns", "different tuples", "pairs told apart"),
                [
                    (
                        ", ".join(columns.columns),
                        notebook.percent(columns.distinction),
                        notebook.percent(columns.separation),
                    )
                    for columns in self.sets
                ],
            ),
        )

    def to_json(self) -> dict[str, Any]:
        """The risk with the keys that other programs rely on."""
        return {
            **self.risk.to_json(),
            "sets": [columns.to_json() for columns in self.sets],
        }


def risk(
    source: object,
    *,
    quasi_identifiers: Sequence[str] | str = (),
    population: object = None,
    sampling_fraction: float | None = None,
    threshold: float = THRESHOLD,
    nearly: float = NEARLY,
    most: int = 3,
    reading: ReadOptions | None = None,
    engine: EngineChoice = None,
    kinds: Mapping[str, Kind | str] | None = None,
) -> TableRisk:
    """Measure how likely people are found in a table, ours or not.

    Args:
        source: A path or a frame; or the folder of a release, whose manifest says the
            columns.
        quasi_identifiers: The columns that an adversary may know of a person.
        population: A table of the people whom the rows may be, as general as the table.
        sampling_fraction: The share of the population that is in the table, to estimate
            who is unique in the population.
        threshold: What risk of a row is taken to be too high.
        nearly: From which share of different tuples on columns nearly identify.
        most: The most columns of a set that is looked at.
        reading: How a text file is read.
        engine: The engine that reads the table, or its name; DuckDB by default.
        kinds: Columns of a text file that hold a number or a date.
    """
    if most < 1:
        raise InputError(f"most: must be at least 1, got {most}; it counts columns")
    table = TableInput.of(
        source,
        quasi_identifiers=quasi_identifiers,
        reading=reading,
        kinds=kinds,
        population=population,
        engine=engine,
    )
    table = as_published(table)
    names = table.roles.quasi_identifiers
    table = replace(table, roles=Roles(quasi_identifiers=names))
    with table.open() as opened:
        opened.check_roles()
        cells = opened.count().cells
        people = match_population(opened, names, cells=cells)
    matched = None if people is None else people.certain
    groups = group_as_published(cells, names, (), matched).groups
    return TableRisk(
        risks(
            groups.sizes,
            population=groups.population,
            sampling_fraction=sampling_fraction,
            threshold=threshold,
        ),
        quasi_identifier_sets(cells, names, nearly=nearly, most=most),
    )
