# SPDX-License-Identifier: Apache-2.0
"""Mined rules as knowledge: how sure is who knows what nobody of some kind has?

In a release of two tables the rules weigh for all rows of a group at once. In a
generalized group they weigh for a person whose raw values are known, and the others
look alike.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from diversa.array_types import Bools, Codes, Floats, Ints
from diversa.attacks.exposure import CERTAIN, Crowd, Exposure, percent
from diversa.attacks.negative_rules import Rules
from diversa.counts.group_posterior import group_beliefs, row_groups
from diversa.counts.histogram import Histogram, reduce_groups
from diversa.counts.light_numpy import runs


@dataclass(frozen=True, eq=False, kw_only=True)
class RuleExposure(Exposure):
    """Rows whose value becomes certain by rules of the form 'nobody with X has s'.

    The rules follow from the table itself (`negative_rules`). Rows of groups with one
    value were certain before and do not count. `worst` is the surest belief.

    Reference:
        After T. Li, N. Li, Injector: Mining Background Knowledge for Data
        Anonymization, ICDE 2008.
    """

    name = "mined rules"

    rules: int
    """Rules of which no part is a rule."""
    tests: int
    """Pairs of conditions and a value that were tested."""
    zeros: int
    """Those that nobody has; most of them are chance."""
    certain_without: int
    """Rows, or people, whose value is certain without a rule."""
    expected: float
    """The mean of the surest beliefs with the rules."""
    expected_without: float
    """The same without them."""
    above_half: int
    """Rows, or people, with a belief above one half that the group alone does not
    give."""
    right: float | None = None
    """The share whose surest value is true, ties counted in parts; None if the truth is
    not known."""
    right_without: float | None = None
    """The same without the rules."""
    approximate: int = 0
    """Groups whose beliefs are approximations, because they are large."""

    def in_words(self) -> str:
        if not self.rules:
            return "no rule of the form 'nobody with … has …' follows from the table"
        guess = (
            f"the surest guess is right in {percent(self.right)}"
            f" ({percent(self.right_without)} without)"
            if self.right is not None and self.right_without is not None
            else f"the surest guess is {percent(self.expected)} sure on average"
            f" ({percent(self.expected_without)} without)"
        )
        rules = "1 rule" if self.rules == 1 else f"{self.rules:,} rules"
        follow = "follows" if self.rules == 1 else "follow"
        certain = self.exposed + self.certain_without
        return (
            f"{rules} of the form 'nobody with … has …' {follow} from the table; who"
            f" knows them is certain of {certain:,} {self.units}"
            f" ({self.certain_without:,} without), and {guess}"
        )


@dataclass(frozen=True, eq=False)
class TupleGroups:
    """Tuples of quasi-identifiers, and the groups that their rows are in."""

    tuples: Ints = field(repr=False)
    """A tuple..."""
    groups: Ints = field(repr=False)
    """... a group that has rows of it..."""
    rows: Ints = field(repr=False)
    """... and how many."""
    values: Codes | None = field(default=None, repr=False)
    """The value of these rows, if the owner says it."""


@dataclass(frozen=True, eq=False)
class RuleBeliefs:
    """The surest belief about each line of rows."""

    surest: Floats = field(repr=False)
    """The largest belief."""
    right: Floats | None = field(default=None, repr=False)
    """The share of the line whose surest value is true; None without the truth."""

    def mean(self, numbers: Floats | None, rows: Ints) -> float | None:
        """The mean of numbers over all rows; None without them."""
        if numbers is None:
            return None
        return float((numbers * rows).sum() / max(1, int(rows.sum())))


def know_rules(
    histogram: Histogram,
    placed: TupleGroups,
    rules: Rules,
    exclusions: Bools,
    *,
    together: bool,
) -> RuleExposure:
    """Find how sure is who knows the rules, and who does not.

    Args:
        histogram: The values of every group.
        placed: The tuples of its rows.
        rules: The rules.
        exclusions: For each tuple, the values that the rules exclude.
        together: True if the tuples of all rows of a group are known, as in two tables.
    """
    plain = beliefs_alone(histogram, placed, np.zeros_like(exclusions))
    approximate = 0
    if together:
        informed, approximate = beliefs_together(histogram, placed, exclusions, plain)
    else:
        informed = beliefs_alone(histogram, placed, exclusions)
    rows = placed.rows
    known = plain.surest >= CERTAIN
    certain = (informed.surest >= CERTAIN) & ~known
    hit = np.zeros(len(histogram), dtype=np.bool_)
    hit[placed.groups[certain]] = True
    sure = (informed.surest > 0.5) & (plain.surest <= 0.5)
    shared: dict[str, Any] = Crowd().expose(hit, histogram.sizes)
    shared |= {"exposed": int(rows[certain].sum()), "total": int(rows.sum())}
    return RuleExposure(
        on=histogram.sensitive.name,
        worst=float(informed.surest.max()) if len(rows) else None,
        rules=len(rules.rules),
        tests=rules.tests,
        zeros=rules.zeros,
        certain_without=int(rows[known].sum()),
        expected=informed.mean(informed.surest, rows) or 0.0,
        expected_without=plain.mean(plain.surest, rows) or 0.0,
        above_half=int(rows[sure].sum()),
        right=informed.mean(informed.right, rows),
        right_without=plain.mean(plain.right, rows),
        approximate=approximate,
        **shared,
    )


def beliefs_alone(
    histogram: Histogram, placed: TupleGroups, exclusions: Bools
) -> RuleBeliefs:
    """Beliefs about each person, where the others of the group look alike."""
    lengths = histogram.distinct[placed.groups]
    entry = runs(histogram.starts[placed.groups], lengths)
    line = np.repeat(np.arange(len(placed.rows)), lengths)
    values = histogram.values[entry]
    possible = ~exclusions[placed.tuples[line], values]
    counts = np.where(possible, histogram.counts[entry], 0).astype(np.float64)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    total = reduce_groups(np.add, counts, starts)
    beliefs = counts / np.maximum(1.0, total)[line]
    return surest_of(beliefs, starts, values, placed)


def surest_of(
    beliefs: Floats, starts: Ints, values: Codes, placed: TupleGroups
) -> RuleBeliefs:
    """The surest belief of each line, and whether it is true."""
    surest = reduce_groups(np.maximum, beliefs, starts)
    if placed.values is None:
        return RuleBeliefs(surest)
    line = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    top = beliefs >= surest[line] - (1 - CERTAIN)
    ties = reduce_groups(np.add, top.astype(np.float64), starts)
    true = top & (values == placed.values[line])
    return RuleBeliefs(surest, reduce_groups(np.add, true / ties[line], starts))


def beliefs_together(
    histogram: Histogram, placed: TupleGroups, exclusions: Bools, plain: RuleBeliefs
) -> tuple[RuleBeliefs, int]:
    """Beliefs about all rows of a group at once, and groups that are approximated.

    Groups in which no rule excludes a value are as without rules.
    """
    lengths = histogram.distinct[placed.groups]
    entry = runs(histogram.starts[placed.groups], lengths)
    owner = np.repeat(np.arange(len(placed.rows)), lengths)
    says = exclusions[placed.tuples[owner], histogram.values[entry]]
    touched = np.zeros(len(histogram), dtype=np.bool_)
    touched[placed.groups[owner[says]]] = True
    groups = np.flatnonzero(touched)
    inside = np.flatnonzero(touched[placed.groups])
    inside = inside[np.argsort(placed.groups[inside], kind="stable")]
    row = np.repeat(inside, placed.rows[inside])
    some = histogram.take(groups)
    width = histogram.distinct[placed.groups[row]]
    entry = runs(histogram.starts[placed.groups[row]], width)
    values = histogram.values[entry]
    line = np.repeat(row, width)
    weights = (~exclusions[placed.tuples[line], values]).astype(np.float64)
    layout = row_groups(some.sizes, some.starts, some.counts)
    found = group_beliefs(layout, weights)
    starts = np.concatenate([[0], np.cumsum(width)])
    first = np.concatenate([[True], row[1:] != row[:-1]]) if len(row) else row > 0
    chosen = runs(starts[:-1][first], width[first])
    lines = TupleGroups(
        placed.tuples[inside],
        placed.groups[inside],
        placed.rows[inside],
        None if placed.values is None else placed.values[inside],
    )
    ends = np.concatenate([[0], np.cumsum(width[first])])
    one = surest_of(found.beliefs[chosen], ends, values[chosen], lines)
    surest = plain.surest.copy()
    surest[inside] = one.surest
    right = None if plain.right is None else plain.right.copy()
    if right is not None and one.right is not None:
        right[inside] = one.right
    return RuleBeliefs(surest, right), found.approximate
