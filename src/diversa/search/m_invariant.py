# SPDX-License-Identifier: Apache-2.0
"""The next release of an m-invariant series: who is in which group.

People who were published before stay with their signature. Its groups are completed
with newcomers or with counterfeit rows; the other newcomers make new groups of m values
or more, or wait (`newcomers`). The people of one signature are a bucket, which is split
into groups by their quasi-identifiers (`splitting`).

Reference:
    X. Xiao, Y. Tao, m-Invariance: Towards Privacy Preserving Re-publication of Dynamic
    Datasets, SIGMOD 2007.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diversa.counts.frequency_set import FrequencySet
from diversa.search.axes import axes_of
from diversa.search.new_groups import Buckets, eligible_parts, meet, turns
from diversa.search.newcomers import share_out
from diversa.search.signatures import Signatures
from diversa.search.splitting import Split, places_of, split

NEW = -1
"""The signature of a person who was never published."""


@dataclass(frozen=True, eq=False)
class People:
    """The people of the current table."""

    value: NDArray[np.int64] = field(repr=False)
    """The code of each person's sensitive value."""
    signature: NDArray[np.int64] = field(repr=False)
    """The number of each person's signature, or `NEW`."""
    finest: FrequencySet = field(repr=False)
    """The quasi-identifiers: a tuple for every person."""


@dataclass(frozen=True, eq=False)
class NextRelease:
    """Who is published in which group, and which rows nobody is behind."""

    group: NDArray[np.int64] = field(repr=False)
    """The group of each person; -1 where one is not published."""
    waiting: NDArray[np.bool_] = field(repr=False)
    """The newcomers who do not find a group yet."""
    withheld: NDArray[np.bool_] = field(repr=False)
    """The people whose value is not in their signature any more."""
    signatures: Signatures = field(repr=False)
    """Those known before and those made now."""
    earlier: NDArray[np.int64] = field(repr=False)
    """The number of each signature that was known before among them."""
    signature: NDArray[np.int64] = field(repr=False)
    """The signature of each group."""
    counterfeit_group: NDArray[np.int64] = field(repr=False)
    """The group of each counterfeit row."""
    counterfeit_value: NDArray[np.int64] = field(repr=False)
    """The value of each counterfeit row."""

    @property
    def groups(self) -> int:
        """Number of groups."""
        return len(self.signature)


def m_invariant(
    people: People, known: Signatures, *, values: int, m: int, seed: int
) -> NextRelease:
    """Group the people so that everyone keeps their signature.

    Args:
        people: The people of the current table.
        known: The signatures of the people who were published before.
        values: How many codes of values there are.
        m: The number of values of a new signature, at least.
        seed: Decides which newcomers wait, fill gaps or meet.
    """
    random = np.random.default_rng(seed)
    entry = known.find(people.signature, people.value)
    present = np.bincount(entry[entry >= 0], minlength=len(known.values))
    old = divide(known, present)
    gaps = np.repeat(old.sizes, known.lengths) - present
    new = random.permutation(np.flatnonzero(people.signature == NEW))
    new = new[np.argsort(people.value[new], kind="stable")]
    bucket = np.where(entry >= 0, people.signature, -1)
    fresh, bucket[new] = assign(people, new, old, gaps, values, m, random)
    signatures, number = known.join(fresh.signatures)
    published = bucket >= 0
    made = renumber(
        split(
            bucket[published],
            np.concatenate([old.sizes, fresh.sizes]),
            people.value[published],
            places_of(axes_of(people.finest))[:, published],
        ),
        random,
    )
    signature = number[made.bucket]
    group = np.full(len(bucket), -1)
    group[published] = made.group
    return NextRelease(
        group,
        (people.signature == NEW) & ~published,
        (people.signature != NEW) & ~published,
        signatures,
        number[: len(known)],
        signature,
        *counterfeits(signatures, signature, made.group, people.value[published]),
    )


def divide(known: Signatures, present: NDArray[np.int64]) -> Buckets:
    """As many groups of a signature as its most frequent value has people."""
    if len(known) == 0:
        return Buckets(known, np.empty(0, dtype=np.int64))
    return Buckets(known, np.maximum.reduceat(present, known.starts[:-1]))


def assign(
    people: People,
    new: NDArray[np.int64],
    old: Buckets,
    gaps: NDArray[np.int64],
    values: int,
    m: int,
    random: np.random.Generator,
) -> tuple[Buckets, NDArray[np.int64]]:
    """New buckets, and the bucket of each newcomer: an old one, a new one or none.

    Args:
        people: The people of the current table.
        new: The newcomers by their values; people of a value in any order.
        old: The buckets of earlier people.
        gaps: How many people each value of each old signature lacks.
        values: How many codes of values there are.
        m: The number of values of a new signature, at least.
        random: Chooses the gaps that are filled.
    """
    value = people.value[new]
    newcomers = np.bincount(value, minlength=values)
    lacking = sum_by(old.signatures.values, gaps, values)
    shares = share_out(newcomers, lacking, m)
    turn = turns(newcomers) - shares.waiting[value]
    fills = (turn >= 0) & (turn < shares.filling[value])
    meets = turn >= shares.filling[value]
    bucket = np.full(len(value), -1)
    bucket[fills] = fill(old.signatures, gaps, shares.filling, random)
    part = eligible_parts(people.finest, new[meets], m)
    fresh, place = meet(value[meets], part, m)
    bucket[meets] = len(old.signatures) + place
    return fresh, bucket


def fill(
    known: Signatures,
    gaps: NDArray[np.int64],
    wanted: NDArray[np.int64],
    random: np.random.Generator,
) -> NDArray[np.int64]:
    """Choose so many gaps of each value; gives their signatures, value after value."""
    entry = random.permutation(np.repeat(np.arange(len(gaps)), gaps))
    entry = entry[np.argsort(known.values[entry], kind="stable")]
    value = known.values[entry]
    chosen = turns(np.bincount(value, minlength=len(wanted))) < wanted[value]
    return known.of_entry[entry[chosen]]


def renumber(made: Split, random: np.random.Generator) -> Split:
    """Give the groups new numbers at random, so that a number carries nothing."""
    number = random.permutation(len(made.bucket))
    return Split(number[made.group], made.bucket[np.argsort(number)])


def counterfeits(
    signatures: Signatures,
    signature: NDArray[np.int64],
    group: NDArray[np.int64],
    value: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The values of each group's signature that nobody in the group has.

    Args:
        signatures: All signatures.
        signature: That of each group.
        group: The group of each published person.
        value: Their values.
    """
    wanted = signatures.take(signature)
    entry = wanted.find(group, value)
    lacking = np.ones(len(wanted.values), dtype=bool)
    lacking[entry] = False
    return wanted.of_entry[lacking], wanted.values[lacking]


def sum_by(
    number: NDArray[np.int64], what: NDArray[np.int64], count: int
) -> NDArray[np.int64]:
    """Add up by number."""
    return np.bincount(number, weights=what, minlength=count).astype(np.int64)
