# SPDX-License-Identifier: Apache-2.0
"""The attack on several sensitive attributes: a fact on one discloses another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diversa.attacks.exposure import (
    CERTAIN,
    Crowd,
    Exposure,
    how_sure,
    largest,
    percent,
)
from diversa.counts.groups import Groups
from diversa.counts.histogram import Histogram, sum_entries
from diversa.counts.light_numpy import runs
from diversa.counts.profiles import Profiles
from diversa.counts.sensitive import Sensitive
from diversa.models.negative_facts import facts_for_certainty


@dataclass(frozen=True, eq=False, kw_only=True)
class SeveralSensitive(Exposure):
    """Rows of groups in which one fact on another attribute makes a value certain.

    The fact is negative: the person lacks one value of the other attribute. `worst` is
    the surest guess after such a fact.

    Reference:
        A. Machanavajjhala et al., l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006,
        Section 4.4.
    """

    name = "several sensitive"

    known: int
    """Rows, or people, whose value follows from their other sensitive values."""

    def in_words(self) -> str:
        if self.worst is None:
            return "there is no group"
        others = percent(self.known / self.total)
        return (
            f"one value of another attribute that a person does not have makes"
            f" '{self.on}' up to {how_sure(self.worst)}; who knows all other sensitive"
            f" values is certain of {others} of the {self.units}"
        )


def several_sensitive(groups: Groups, on: str) -> SeveralSensitive:
    """Measure the disclosure of one attribute by a fact on another one."""
    histogram = groups.histogram(on)
    worst = np.zeros(len(groups))
    for other in groups.sensitive:
        if other.name != on:
            worst = np.maximum(worst, after_one_fact(groups, on, other.name))
    blocks = blocks_of_people(groups, on) if groups.profiles else groups.blocks(on)[0]
    certain = facts_for_certainty(blocks.histogram(on)) == 0
    return SeveralSensitive(
        on=on,
        worst=largest(worst),
        known=int(blocks.sizes[certain].sum()),
        **Crowd.of(groups).expose(worst >= CERTAIN, histogram.sizes),
    )


def blocks_of_people(groups: Groups, on: str) -> Groups:
    """Split every group by the values that people have of the other attributes."""
    profiles, place = groups.profiles, groups.position(on)
    if profiles is None:
        return groups
    others = np.delete(groups.combinations, place, axis=1)
    lines, line = np.unique(others, axis=0, return_inverse=True)
    held = profiles.values_of(line.ravel(), len(lines))
    number, alike = Profiles(held.starts, held.codes).unite()
    pairs = groups.owners.astype(np.int64) * len(alike) + number[groups.values]
    some, block = np.unique(pairs, return_inverse=True)
    return groups.regroup(block.ravel(), len(some), groups.values, groups.counts)


def after_one_fact(groups: Groups, on: str, other: str) -> NDArray[np.float64]:
    """The surest guess of one attribute in each group after "not s" on another one.

    Of the rows without s, the most frequent value is one that rows with s also have,
    less these rows, or the most frequent one that they lack.
    """
    histogram, facts = groups.histogram(on), groups.histogram(other)
    fact, value, together = occurring_together(groups, histogram, facts)
    order, rank = by_frequency(histogram)
    entry = places_of(histogram, facts.group[fact], value)
    most = np.zeros(len(facts.counts), dtype=np.int64)
    np.maximum.at(most, fact, histogram.counts[entry] - together)
    free = first_free(fact, rank[entry], len(most))
    some = free < histogram.distinct[facts.group]
    place = histogram.starts[facts.group[some]] + free[some]
    most[some] = np.maximum(most[some], histogram.counts[order[place]])
    left = facts.sizes[facts.group] - facts.counts
    guess = (most + histogram.unknown[facts.group]) / np.maximum(left, 1)
    return facts.max(np.where(left > 0, np.minimum(guess, 1.0), 0.0))


def occurring_together(
    groups: Groups, histogram: Histogram, facts: Histogram
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]:
    """The rows of each group with one value of each attribute.

    Returns the entry of the fact, the value of the attribute that is attacked, and the
    rows with both.
    """
    ours, theirs = histogram.sensitive, facts.sensitive
    entry, value, fact = pairs_of_values(groups, ours.name, theirs.name)
    is_known = knows_both(groups, ours, theirs)[entry]
    entry, value, fact = entry[is_known], value[is_known], fact[is_known]
    group = groups.owners[entry].astype(np.int64)
    place = places_of(facts, group, fact)
    domain = ours.dictionary.size
    starts, values, counts = sum_entries(
        place, len(facts.counts), value, domain, groups.counts[entry]
    )
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts)), values, counts


def pairs_of_values(
    groups: Groups, ours: str, theirs: str
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
    """Each value of one attribute with each of another that the same people have.

    Returns the entry of the groups, and both values. A person may have both in
    different rows.
    """
    places = groups.position(ours), groups.position(theirs)
    profiles = groups.profiles
    if profiles is None:
        had = groups.combinations[groups.values]
        return np.arange(len(had)), had[:, places[0]], had[:, places[1]]
    first, second = (
        profiles.values_of(
            groups.combinations[:, place], groups.sensitive[place].dictionary.size
        )
        for place in places
    )
    lengths, others = first.lengths[groups.values], second.lengths[groups.values]
    values = runs(first.starts[groups.values], lengths)
    each = np.repeat(others, lengths)  # for each value of ours, all of theirs
    entry = np.repeat(np.arange(len(groups.values)), lengths)
    begins = second.starts[groups.values][entry]
    return (
        np.repeat(entry, each),
        np.repeat(first.codes[values], each),
        second.codes[runs(begins, each)],
    )


def knows_both(groups: Groups, ours: Sensitive, theirs: Sensitive) -> NDArray[np.bool_]:
    """Mark the entries of which no value is missing that may be any."""
    known = np.ones(len(groups.combinations), dtype=np.bool_)
    for one in (ours, theirs):
        if one.unknown_code is not None:
            column = groups.combinations[:, groups.position(one.name)]
            known &= column != one.unknown_code
    profiles = groups.profiles
    if profiles is not None:
        members = known[profiles.members]
        known = np.logical_and.reduceat(members, profiles.starts[:-1])
    return known[groups.values]


def places_of(
    histogram: Histogram, group: NDArray[np.int64], value: NDArray[np.int32]
) -> NDArray[np.int64]:
    """The entry of each pair of a group and one of its values."""
    domain = histogram.sensitive.dictionary.size
    keys = histogram.group * domain + histogram.values
    return np.searchsorted(keys, group * domain + value)


def by_frequency(
    histogram: Histogram,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The entries of each group, most frequent first, and the rank of every entry."""
    order = np.lexsort((-histogram.counts, histogram.group))
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order)) - histogram.starts[histogram.group]
    return order, rank


def first_free(
    owner: NDArray[np.int64], taken: NDArray[np.int64], owners: int
) -> NDArray[np.int64]:
    """The least number, from 0, that each owner has not taken.

    >>> owner, taken = np.array([0, 0, 1, 0]), np.array([1, 0, 1, 4])
    >>> first_free(owner, taken, 3).tolist()
    [2, 0, 0]
    """
    order = np.lexsort((taken, owner))
    lengths = np.bincount(owner, minlength=owners)
    begins = np.cumsum(lengths) - lengths
    place = np.arange(len(owner)) - begins[owner[order]]
    gap = np.where(taken[order] == place, lengths[owner[order]], place)
    free = lengths.copy()
    np.minimum.at(free, owner[order], gap)
    return free
