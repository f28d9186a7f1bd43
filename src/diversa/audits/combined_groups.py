# SPDX-License-Identifier: Apache-2.0
"""Groups that somebody sees together who knows less of a person's row.

Where a person is in several groups, what holds in each of them may fail in several
together: `a:h b:f` and `a:f b:h` have two values each, and everybody has both of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from diversa.audits.population import groups_of_stars
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.groups import Groups
from diversa.counts.people_sets import select_groups
from diversa.counts.unions import Levels, levels_of_unions, lowest_constant, unite


@dataclass(frozen=True, eq=False)
class CombinedGroups:
    """The groups as somebody sees them who does not know some of the columns."""

    unknown: str
    """What is not known, in words."""
    groups: Groups = field(repr=False)
    """The groups that are left."""


def combined_groups(published: FrequencySet) -> tuple[CombinedGroups, ...]:
    """All ways to see groups together; none where everybody is in one group.

    Suppressed rows are a group by themselves: their `*` says nothing about a person.
    """
    if published.visits is None:
        return ()
    left = select_groups(published, ~groups_of_stars(published))
    if left.visits is None:
        return ()
    found = levels_of_unions(left, lowest_constant(left))
    return tuple(
        CombinedGroups(not_known(left, levels), unite(left, levels).groups)
        for levels in sorted(found, key=lambda levels: (sum(levels), levels))
    )


def not_known(node: FrequencySet, levels: Levels) -> str:
    """What whoever sees a union does not know, in words."""
    columns = zip(node.hierarchies, node.levels, levels, strict=True)
    return " and ".join(
        hierarchy.attribute
        if level > hierarchy.height or hierarchy.sizes[level] == 1
        else f"{hierarchy.attribute} below level {level}"
        for hierarchy, own, level in columns
        if level > own
    )
