# SPDX-License-Identifier: Apache-2.0
"""The risk of being found in a table, and the columns that single people out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Unpack

from diversa import notebook
from diversa.audits.population import group_as_published, match_population
from diversa.counts.groups import Groups
from diversa.engines.engine import EngineChoice
from diversa.errors import InputError
from diversa.plan.keywords import PlanKeywords
from diversa.record.question import PlanChoice, ask
from diversa.record.reading import as_published, release_record
from diversa.record.risk import Risk
from diversa.risks.distinction import NEARLY, ColumnSet, quasi_identifier_sets
from diversa.risks.risk import THRESHOLD, risks
from diversa.tables.sampling_weights import GroupWeights, group_weights
from diversa.tables.table_input import TableInput


@dataclass(frozen=True)
class TableRisk:
    """The risk of a table, and the sets of columns behind it."""

    risk: Risk
    """The risk by three attackers, and the unique rows."""
    sets: tuple[ColumnSet, ...]
    """The smallest sets of columns that nearly identify."""
    note: str = ""
    """The unit of the numbers, where that needs a word."""

    def __str__(self) -> str:
        notes = [self.note] if self.note else []
        telling = [
            f"{', '.join(columns.columns)}: {notebook.percent(columns.distinction)} of"
            " the tuples differ"
            for columns in self.sets
        ]
        return "\n  ".join([str(self.risk), *notes, *telling])

    def _repr_html_(self) -> str:
        """The risk and the columns behind it, in a notebook."""
        return notebook.result(
            self.risk._repr_html_(),
            notebook.say(self.note) if self.note else "",
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
            **({"note": self.note} if self.note else {}),
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
            reading, population (as general as the table); weight, the column of
            sampling weights, which estimate the population; person, the column that
            says whose a row is: then the risk is that of people.

    The file of a release that counts people does not say whose a row is. Their risk is
    that of its record; with a population, a sampling fraction or another threshold it
    is that of its rows, and the answer says so.
    """
    if most < 1:
        raise InputError(f"most: must be at least 1, got {most}; it counts columns")
    table = ask("risk", source, plan, words, engine=engine).table
    table = as_published(table)
    names = table.roles.quasi_identifiers
    roles = replace(table.roles, identifiers=(), sensitive=(), kept=(), keep_anyway=())
    table = replace(table, roles=roles, hierarchies={})
    check_weight(table)
    with table.open() as whole:
        opened = whole if "person" in words else whole.without_absent("person")
        opened = opened if "weight" in words else opened.without_absent("weight")
        opened.check_roles()
        counted = opened.count()
        people = match_population(opened, names, cells=counted.cells)
    cells, kinds, weights = counted.cells, counted.kinds, counted.weights
    matched = None if people is None else people.certain
    groups = group_as_published(cells, names, (), matched, kinds).groups
    found = risk_of_groups(
        groups,
        None if weights is None else group_weights(cells, names, weights),
        sampling_fraction=sampling_fraction,
        threshold=threshold,
    )
    note = ""
    record = release_record(source)
    if record is not None and record.people is not None:
        note = f"{record.people.in_file}."
        stated = record.risk_of_people
        plainly = groups.population is None and sampling_fraction is None
        if stated is not None and plainly and threshold == stated.threshold:
            found = stated
    sets = quasi_identifier_sets(cells, names, nearly=nearly, most=most, kinds=kinds)
    return TableRisk(found, sets, note)


def check_weight(table: TableInput) -> None:
    """Refuse sampling weights beside what counts the people otherwise."""
    if table.roles.weight is None:
        return
    others = {"a population": table.population, "a person": table.roles.person}
    for other, given in others.items():
        if given is not None:
            raise InputError(f"weight: must be left out beside {other}, got both")


def risk_of_groups(
    groups: Groups,
    weights: GroupWeights | None,
    *,
    sampling_fraction: float | None,
    threshold: float = THRESHOLD,
) -> Risk:
    """Measure the risk of groups, by their population or their sampling weights."""
    return risks(
        groups.sizes if weights is None else weights.sizes,
        population=groups.population,
        weights=None if weights is None else weights.people,
        sampling_fraction=sampling_fraction,
        threshold=threshold,
        people=groups.people,
    )
