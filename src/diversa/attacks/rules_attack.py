# SPDX-License-Identifier: Apache-2.0
"""The attack by mined rules: on a release with its original, and on any table.

The owner has the rows behind every group. Whoever attacks a table needs its original or
a population to mine rules from, and people to apply them to: those of the original, or
the rows of a release in two tables, which are published as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.attacks.exposure import Exposure
from diversa.attacks.negative_rules import MOST_TESTS
from diversa.attacks.rule_knowledge import RuleExposure, TupleGroups, know_rules
from diversa.attacks.rule_table import USUAL, NamedRule, RuleAssumptions, RuleTable
from diversa.attacks.table_groups import PeopleWithSecrets, TableGroups
from diversa.counts.cell_tuples import cell_tuples
from diversa.counts.cells import Cells
from diversa.counts.group_posterior import ContradictionError
from diversa.counts.histogram import Histogram, sum_entries
from diversa.metrics.recoded import Recoded
from diversa.models.bayes_optimal_privacy import translate
from diversa.record.attack_record import NotMade

NAME = RuleExposure.name

NO_ORIGINAL = (
    "needs the original table (reference=, --reference), or a population with the"
    " column '{}' (population=, --population) to mine rules from"
)
"""Why there are no rules."""

NOBODY = (
    "needs people whose raw values are known: the original table (reference=,"
    " --reference), or a release in two tables"
)
"""Why rules cannot be applied."""

TOO_MANY = (
    f"would take more than {MOST_TESTS:,} tests; mine fewer conditions (--rules 1)"
)
"""Why rules are not mined."""

SEVERAL = "needs a table with one row for each person, got people who are counted"
"""Why rules are not applied to people of several rows."""

ANY_VALUE = "needs values that are known, got missing ones that may be any value"
"""Why rules are not applied to missing values of the policy `worst`."""


CONTRADICTION = (
    "needs a population that the table may come from, got one whose rules it breaks"
)
"""Why rules of a population are not applied."""


def rules_of_release(recoded: Recoded, *, together: bool) -> list[Exposure | NotMade]:
    """The attack on a release, by its owner, who has the rows behind every group.

    Args:
        recoded: The table and its release.
        together: True for a release of two tables, which shows the rows of a group.
    """
    entries, cells = recoded.entries, recoded.original
    names = [side.hierarchy.attribute for side in recoded.sides]
    found: list[Exposure | NotMade] = []
    if entries is None or not names:
        return found
    for attribute in recoded.sensitive:
        histogram = recoded.groups.histogram(attribute.name)
        kept = np.flatnonzero(entries.group >= 0)
        cell = entries.cell[kept]
        placed = TupleGroups(
            cell,
            entries.group[kept],
            entries.rows[kept],
            cells.column(attribute.name)[cell],
        )
        found.append(know(cells, names, histogram, placed, together=together))
    return found


def rules_of_original(recoded: Recoded) -> list[Exposure | NotMade]:
    """The same on the table as it is: rules of a table tell nothing new about it."""
    cells = recoded.original
    names = [side.hierarchy.attribute for side in recoded.sides]
    tuples = cell_tuples(cells, names).number.astype(np.int64)
    every, size = np.arange(len(cells.counts)), int(tuples.max(initial=-1)) + 1
    found: list[Exposure | NotMade] = []
    for attribute in recoded.sensitive if names else ():
        values = cells.column(attribute.name).astype(np.int32)
        domain = attribute.dictionary.size
        lists = sum_entries(tuples, size, values, domain, cells.counts)
        unknown = np.zeros(size, dtype=np.int64)
        histogram = Histogram(attribute, *lists, unknown)
        placed = TupleGroups(every, tuples, cells.counts, values)
        found.append(know(cells, names, histogram, placed, together=False))
    return found


def know(
    cells: Cells,
    names: Sequence[str],
    histogram: Histogram,
    placed: TupleGroups,
    *,
    together: bool,
) -> Exposure | NotMade:
    """Mine the rules of a table, and apply them to its own rows."""
    on = histogram.sensitive.name
    if (why := refusal(histogram)) is not None:
        return NotMade(NAME, on, why)
    table = RuleTable.of(cells, names, on, USUAL)
    if table is None:
        return NotMade(NAME, on, TOO_MANY)
    exclusions = table.exclusions(table.classes.classes, histogram.sensitive.dictionary)
    return know_rules(histogram, placed, table.rules, exclusions, together=together)


def refusal(histogram: Histogram) -> str | None:
    """Why rules cannot be applied to a histogram, if so."""
    if not histogram.is_exclusive:
        return SEVERAL
    return ANY_VALUE if histogram.unknown.any() else None


@dataclass(frozen=True, eq=False)
class RuleFindings:
    """The attack by mined rules on any table, and the rules in words."""

    found: tuple[Exposure | NotMade, ...]
    """The result for each sensitive attribute."""
    named: tuple[NamedRule, ...] = field(default=(), repr=False)
    """Some rules; they show sensitive values."""


def rules_of_table(
    examined: TableGroups,
    original: PeopleWithSecrets | None,
    population: PeopleWithSecrets | None,
    assumed: RuleAssumptions,
    *,
    limit: int,
) -> RuleFindings:
    """The attack on any table, by rules of its original or of a population.

    `limit` is the number of rules that are shown in words.
    """
    found: list[Exposure | NotMade] = []
    named: list[NamedRule] = []
    source = original or population
    for on in examined.table.roles.sensitive if assumed.conditions else ():
        groups = examined.published.groups
        histogram = groups.histogram(on)
        why = SEVERAL if groups.people is not None else refusal(histogram)
        if source is None or on not in source.sensitive or not source.names:
            why = NO_ORIGINAL.format(on)
        table = None
        if why is None and source is not None:
            table = RuleTable.of(source.cells, source.names, on, assumed)
            why = TOO_MANY if table is None else None
        placed = None if table is None else place(examined, table, original)
        if table is None or placed is None:
            found.append(NotMade(NAME, on, why or NOBODY))
            continue
        rows, classes = placed
        exclusions = table.exclusions(classes, histogram.sensitive.dictionary)
        together = examined.place is not None
        try:
            found.append(
                know_rules(histogram, rows, table.rules, exclusions, together=together)
            )
        except ContradictionError:
            found.append(NotMade(NAME, on, CONTRADICTION))
        named += table.rule_words(limit)
    return RuleFindings(tuple(found), tuple(named))


def place(
    examined: TableGroups, table: RuleTable, original: PeopleWithSecrets | None
) -> tuple[TupleGroups, Codes] | None:
    """The people that rules are applied to, and their classes; None without any.

    People of the original who match several groups, or none, are left out.
    """
    if examined.place is not None:
        rows = examined.rows
        classes = [
            table.classes_of(axis.attribute, axis.labels[0])[codes]
            for axis, codes in zip(rows.hierarchies, rows.codes, strict=True)
            if axis.attribute in table.names
        ]
        sizes = rows.groups.sizes
        lines = np.arange(len(sizes))
        return TupleGroups(lines, examined.place, sizes), np.array(classes)
    if original is None:
        return None
    people = original.cells
    matches = examined.match(people, where="reference")
    groups = only_groups(matches.starts, matches.groups)[matches.line]
    line = np.flatnonzero(groups >= 0)
    own = people.dictionary(table.on)
    codes = translate(
        own, examined.published.groups.histogram(table.on).sensitive.dictionary
    )
    values = codes[people.column(table.on)]
    placed = TupleGroups(
        line, groups[line], people.counts[line], values[line].astype(np.int32)
    )
    return placed, table.classes.classes


def only_groups(starts: Ints, groups: Ints) -> Ints:
    """The only group of each person; -1 for who matches none, or several."""
    alone = np.diff(starts) == 1
    only = np.full(len(starts) - 1, -1, dtype=np.int64)
    only[alone] = groups[starts[:-1][alone]]
    return only
