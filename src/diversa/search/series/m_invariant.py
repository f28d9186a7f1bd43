# SPDX-License-Identifier: Apache-2.0
"""The next release of an m-invariant series: the group of every person.

People who were published before keep their signature. Those of one signature are a
bucket, which is split into groups (`splitting`). Gaps in these groups are filled with
newcomers who are near, or with counterfeit rows. Other newcomers form new groups of m
values or more, or wait (`newcomers`).

Reference:
    X. Xiao, Y. Tao, m-Invariance: Towards Privacy Preserving Re-publication of Dynamic
    Datasets, SIGMOD 2007.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Bools, Floats, Ints
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.light_numpy import places_in_runs
from diversa.recodings.axes import axes_of
from diversa.search.series.newcomers import (
    Gaps,
    eligible_parts,
    fill,
    find_gaps,
    meet,
    share_out,
)
from diversa.search.series.signatures import Signatures
from diversa.search.series.splitting import Split, places_of, split

NEW = -1
"""The signature of a person who was never published."""


@dataclass(frozen=True, eq=False)
class PeopleOfSeries:
    """The people of the current table."""

    value: Ints = field(repr=False)
    """The code of each person's sensitive value."""
    signature: Ints = field(repr=False)
    """The number of each person's signature, or `NEW`."""
    finest: FrequencySet = field(repr=False)
    """The quasi-identifiers: a tuple for every person."""
    last: Ints = field(repr=False)
    """The group of each person in the last release; -1 for people who were not in
    it."""


@dataclass(frozen=True, eq=False)
class NextRelease:
    """The group of every person, and the counterfeit rows."""

    group: Ints = field(repr=False)
    """The group of each person; -1 for people who are not published."""
    waiting: Bools = field(repr=False)
    """Mask of the newcomers who find no group yet."""
    withheld: Bools = field(repr=False)
    """Mask of the people whose value is no longer in their signature."""
    signatures: Signatures = field(repr=False)
    """Earlier and new signatures."""
    earlier: Ints = field(repr=False)
    """Number of each earlier signature among `signatures`."""
    signature: Ints = field(repr=False)
    """The signature of each group."""
    counterfeit_group: Ints = field(repr=False)
    """The group of each counterfeit row."""
    counterfeit_value: Ints = field(repr=False)
    """The value of each counterfeit row."""

    @property
    def groups(self) -> int:
        """Number of groups."""
        return len(self.signature)


@dataclass(frozen=True, eq=False)
class Placed:
    """Groups of some of the people."""

    person: Ints = field(repr=False)
    """The people."""
    groups: Split = field(repr=False)
    """Their groups, and the signature of each group among `signatures`."""
    signatures: Signatures = field(repr=False)
    """The signatures."""


def m_invariant(
    people: PeopleOfSeries, signatures: Signatures, *, values: int, m: int, seed: int
) -> NextRelease:
    """Group the people so that everyone keeps their signature.

    New signatures have at least m values. The seed decides which newcomers wait, fill
    gaps or meet.
    """
    random = np.random.default_rng(seed)
    places = places_of(axes_of(people.finest))
    old = keep(people, signatures, places)
    value = people.value[old.person]
    gaps = find_gaps(signatures, old.groups, value, places[:, old.person])
    fills, meets = divide(people, gaps, values, m, random)
    filled = fill(gaps, people.value[fills], places[:, fills])
    fresh = make_groups(people, meets, places, m)
    group = np.full(len(people.value), -1)
    group[old.person] = old.groups.group
    group[fills] = gaps.group[filled]
    group[fresh.person] = len(old.groups.bucket) + fresh.groups.group
    return number_anew(people, group, old, fresh, gaps.without(filled), random)


def keep(people: PeopleOfSeries, signatures: Signatures, places: Floats) -> Placed:
    """Group the people who have a signature, if their value is in it.

    Groups that are still complete stay as they were. The other people of a signature
    form as many groups as its most frequent value has people.
    """
    entry = signatures.find(people.signature, people.value)
    whole = complete(people.last, entry, signatures)
    together, signature = stay_together(people, whole)
    rest = np.flatnonzero((entry >= 0) & ~whole)
    present = np.bincount(entry[rest], minlength=len(signatures.values))
    sizes = np.zeros(len(signatures), dtype=np.int64)
    np.maximum.at(sizes, signatures.of_entry, present)
    groups = split(people.signature[rest], sizes, people.value[rest], places[:, rest])
    return Placed(
        np.append(np.flatnonzero(whole), rest),
        Split(
            np.append(together, len(signature) + groups.group),
            np.append(signature, groups.bucket),
        ),
        signatures,
    )


def complete(last: Ints, entry: Ints, signatures: Signatures) -> Bools:
    """Mask of the people whose last group still has every value of the signature."""
    stays = np.flatnonzero((entry >= 0) & (last >= 0))
    groups = int(last.max(initial=-1)) + 1
    rows = np.bincount(last[stays], minlength=groups)
    lines = np.unique(last[stays] * max(1, len(signatures.values)) + entry[stays])
    distinct = np.bincount(lines // max(1, len(signatures.values)), minlength=groups)
    wanted = signatures.lengths[signatures.of_entry[entry[stays]]]
    whole = np.zeros(len(last), dtype=bool)
    of_group = last[stays]
    whole[stays] = (rows[of_group] == wanted) & (distinct[of_group] == wanted)
    return whole


def stay_together(people: PeopleOfSeries, whole: Bools) -> tuple[Ints, Ints]:
    """The groups of people whose last group is complete, and their signatures."""
    _, first, group = np.unique(
        people.last[whole], return_index=True, return_inverse=True
    )
    return group, people.signature[whole][first]


def divide(
    people: PeopleOfSeries, gaps: Gaps, values: int, m: int, random: np.random.Generator
) -> tuple[Ints, Ints]:
    """Newcomers who fill gaps, and those who form new groups; the others wait.

    Both are ordered by value; chance decides among the people of a value.
    """
    new = random.permutation(np.flatnonzero(people.signature == NEW))
    new = new[np.argsort(people.value[new], kind="stable")]
    value = people.value[new]
    newcomers = np.bincount(value, minlength=values)
    shares = share_out(newcomers, np.bincount(gaps.value, minlength=values), m)
    turn = places_in_runs(newcomers) - shares.waiting[value]
    fills = (turn >= 0) & (turn < shares.filling[value])
    return new[fills], new[turn >= shares.filling[value]]


def make_groups(people: PeopleOfSeries, meets: Ints, places: Floats, m: int) -> Placed:
    """Form new groups of newcomers."""
    value = people.value[meets]
    fresh, bucket = meet(value, eligible_parts(people.finest, meets, m), m)
    groups = split(bucket, fresh.sizes, value, places[:, meets])
    return Placed(meets, groups, fresh.signatures)


def number_anew(
    people: PeopleOfSeries,
    group: Ints,
    old: Placed,
    fresh: Placed,
    gaps: Gaps,
    random: np.random.Generator,
) -> NextRelease:
    """Number the groups at random, so that a number tells nothing."""
    signatures, number = old.signatures.join(fresh.signatures)
    earlier = len(old.signatures)
    signature = number[np.append(old.groups.bucket, earlier + fresh.groups.bucket)]
    new_number = random.permutation(len(signature))
    published, new = group >= 0, people.signature == NEW
    group[published] = new_number[group[published]]
    return NextRelease(
        group,
        new & ~published,
        ~new & ~published,
        signatures,
        number[:earlier],
        signature[np.argsort(new_number)],
        new_number[gaps.group],
        gaps.value,
    )
