# SPDX-License-Identifier: Apache-2.0
"""The risk of being found in a table, and the columns that single people out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Unpack

from diversa import notebook
from diversa.audits.population import group_as_published, match_population
from diversa.data.roles import Roles
from diversa.engines.engine import EngineChoice
from diversa.errors import InputError
from diversa.plan.keywords import PlanKeywords
from diversa.record.question import PlanChoice, ask
from diversa.record.reading import as_published
from diversa.record.risk import Risk
from diversa.risks.distinction import NEARLY, ColumnSet, quasi_identifier_sets
from diversa.risks.risk import THRESHOLD, risks


@dataclass(frozen=True)
class TableRisk:
    """The risk of a table, and the sets of columns behind it."""

    risk: Risk
    """The risk by three attackers, and the unique rows."""
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
        return notebook.result(
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
    plan: PlanChoice = None,
    *,
    sampling_fraction: float | None = None,
    threshold: float = THRESHOLD,
    nearly: float = NEARLY,
    most: int = 3,
    engine: EngineChoice = None,
    **words: Unpack[PlanKeywords],
) -> TableRisk:
    """Measure how likely people are found in a table, ours or not.

    Args:
        source: A path or a frame; or a release or its folder, whose record says the
            columns.
        plan: A plan or the path of a plan file, whose quasi-identifiers, reading and
            population are used; or give the words instead.
        sampling_fraction: The share of the population that is in the table, to estimate
            who is unique in the population.
        threshold: What risk of a row is taken to be too high.
        nearly: From which share of different tuples on columns nearly identify.
        most: The most columns of a set that is looked at.
        engine: The engine that reads the table, or its name; DuckDB by default.
        words: The words of a plan, see `PlanKeywords`: quasi_identifiers, columns,
            reading, population (as general as the table).
    """
    if most < 1:
        raise InputError(f"most: must be at least 1, got {most}; it counts columns")
    table = ask("risk", source, plan, words, engine=engine).table
    table = as_published(table)
    names = table.roles.quasi_identifiers
    table = replace(table, roles=Roles(quasi_identifiers=names), hierarchies={})
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
