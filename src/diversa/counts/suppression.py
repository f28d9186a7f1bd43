# SPDX-License-Identifier: Apache-2.0
"""Suppression: the groups of a release without those in which a model fails.

Suppressed rows are dropped, or published with `*` in every quasi-identifier: then they
are one more group, the last one. A group of which nothing but `*` is published looks
like them and is a part of that group: whoever reads cannot tell them apart.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from diversa.array_types import Bools
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.groups import Groups
from diversa.counts.population import merge
from diversa.counts.supersets import supersets_of_parts
from diversa.hierarchies.hierarchy import TOP


def release_groups(
    groups: Groups, kept: Bools, *, star: bool, blank: Bools | None = None
) -> Groups:
    """The groups of a release.

    Groups that are not `kept` are suppressed; with `star` their rows are one more
    group, together with `blank` groups, which look like them.
    """
    if kept.all():
        return groups
    if star and blank is not None:
        kept = kept & ~blank
    place, people = np.flatnonzero(kept), groups.population
    if people is not None:
        people = people.select(kept)
        people = people.with_the_rest() if star else people
    if star:
        chosen = merge(groups, np.where(kept, np.cumsum(kept) - 1, len(place)))
        place = np.append(place, -1)  # nothing is above rows from everywhere
    else:
        chosen = select(groups, kept)
    above = partial(supersets_of_parts, groups.supersets, place)
    return replace(chosen, supersets=above, population=people)


def blank_groups(node: FrequencySet) -> Bools:
    """The groups of a node of which nothing but `*` is published."""
    blank = np.ones(len(node), dtype=bool)
    for hierarchy, level, codes in zip(
        node.hierarchies, node.levels, node.codes, strict=True
    ):
        says_nothing = np.array([label == TOP for label in hierarchy.labels[level]])
        blank &= says_nothing[codes]
    return blank


def select(groups: Groups, chosen: Bools) -> Groups:
    """Some of the groups, with nothing beside them."""
    lengths = np.diff(groups.starts)
    entries = np.repeat(chosen, lengths)
    return Groups(
        np.concatenate([[0], np.cumsum(lengths[chosen])]),
        groups.values[entries],
        groups.counts[entries],
        groups.combinations,
        groups.sensitive,
        profiles=groups.profiles,
    )
