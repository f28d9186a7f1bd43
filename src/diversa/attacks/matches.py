# SPDX-License-Identifier: Apache-2.0
"""The groups of a table that a person may be in, by the person's known values.

People have raw values, groups have labels (`covers`). Both are walked attribute by
attribute as two prefix trees, so that common prefixes are compared once. A person may
match several groups whose labels overlap.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.histogram import reduce_groups
from diversa.hierarchies.hierarchy import HierarchyKind

if TYPE_CHECKING:
    from diversa.labels.covers import Cover

Integers = NDArray[np.int64]

MOST_PAIRS = 1 << 23
"""Most pairs of people and groups that are compared at once."""


@dataclass(frozen=True, eq=False)
class Matches:
    """The groups that match each distinct person."""

    attributes: tuple[str, ...]
    """The known quasi-identifiers."""
    people: Integers = field(repr=False)
    """Number of people with the same known values."""
    starts: Integers = field(repr=False)
    """The groups of person p are groups[starts[p]:starts[p + 1]]; they may be none."""
    groups: Integers = field(repr=False)
    """The matching groups, ascending for each person."""
    part: Integers | None = field(default=None, repr=False)
    """Matching rows of each group, in a release of two tables; all rows without it."""
    line: Integers = field(
        default_factory=lambda: np.empty(0, dtype=np.int64), repr=False
    )
    """The person of each line of the known people."""

    def __len__(self) -> int:
        return len(self.people)

    @cached_property
    def person(self) -> Integers:
        """The person of each match."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def rows(self, sizes: Integers) -> Integers:
        """The rows that match each person, by the rows of each group."""
        return reduce_groups(np.add, self.matching(sizes), self.starts)

    def matching(self, sizes: Integers) -> Integers:
        """The rows of each match."""
        return sizes[self.groups] if self.part is None else self.part

    def within(self, place: Integers, sizes: Integers) -> Matches:
        """The same people matched with larger groups, numbered by `place`."""
        return replace(self, groups=place[self.groups], part=sizes[self.groups])


def match(
    published: FrequencySet,
    people: Cells,
    *,
    hierarchies: Mapping[str, HierarchyKind] | None = None,
    levels: Mapping[str, int] | None = None,
    chosen: Integers | None = None,
) -> Matches:
    """Match people, known by some of the quasi-identifiers, with groups.

    With `chosen`, only these groups are looked at, ascending.
    """
    from diversa.labels.covers import covers  # most attacks know no people

    columns = {dictionary.column for dictionary in people.dictionaries}
    attributes, ours, theirs, cover = [], [], [], []
    for hierarchy, level, codes in zip(
        published.hierarchies, published.levels, published.codes, strict=True
    ):
        name = hierarchy.attribute
        if name in columns:
            attributes.append(name)
            ours.append(people.column(name).astype(np.int64))
            theirs.append((codes if chosen is None else codes[chosen]).astype(np.int64))
            cover.append(
                covers(
                    hierarchy.labels[level],
                    people.dictionary(name),
                    hierarchy=(hierarchies or {}).get(name),
                    level=(levels or {}).get(name),
                )
            )
    persons = Prefixes.of(ours, len(people.counts), [len(c.starts) for c in cover])
    size = len(published) if chosen is None else len(chosen)
    groups = Prefixes.of(theirs, size, [c.size for c in cover])
    starts, found = spread(join(persons, groups, cover), persons, groups)
    counts = np.bincount(persons.leaf, people.counts, persons.sizes[-1])
    return Matches(
        tuple(attributes),
        counts.astype(np.int64),
        starts,
        found if chosen is None else chosen[found],
        line=persons.leaf,
    )


@dataclass(frozen=True, eq=False)
class Prefixes:
    """The distinct prefixes of lines of codes, numbered by length and order."""

    sizes: tuple[int, ...]
    """Number of prefixes of each length, from 0 on."""
    keys: tuple[Integers, ...] = field(repr=False)
    """For each length from 1 on: the prefix one shorter, times `domain`, plus code."""
    domains: tuple[int, ...]
    """Upper bound of the codes of each place."""
    leaf: Integers = field(repr=False)
    """Number of each whole line."""

    @classmethod
    def of(
        cls, lines: Sequence[Integers], number: int, domains: Sequence[int]
    ) -> Prefixes:
        """Number the prefixes of lines that are given code by code."""
        leaf, sizes, keys = np.zeros(number, dtype=np.int64), [1], []
        for codes, domain in zip(lines, domains, strict=True):
            distinct, leaf = np.unique(leaf * domain + codes, return_inverse=True)
            keys.append(distinct)
            sizes.append(len(distinct))
        return cls(tuple(sizes), tuple(keys), tuple(domains), leaf)

    def children(self, depth: int, nodes: Integers) -> tuple[Integers, Integers]:
        """First child and number of children of each node."""
        bounds = self._bounds[depth]
        begins = bounds[nodes]
        return begins, bounds[nodes + 1] - begins

    @cached_property
    def _bounds(self) -> tuple[Integers, ...]:
        """First child of each prefix, for each length."""
        every = zip(self.keys, self.domains, self.sizes, strict=False)
        return tuple(
            np.searchsorted(keys, np.arange(size + 1) * domain)
            for keys, domain, size in every
        )

    def codes(self, depth: int, nodes: Integers) -> Integers:
        """The last code of each child."""
        return self.keys[depth][nodes] % self.domains[depth]


Join = tuple[Integers, Integers]
"""Prefixes of people and of groups, the i-th with the i-th."""


def join(
    persons: Prefixes,
    groups: Prefixes,
    cover: Sequence[Cover],
    *,
    depth: int = 0,
    pairs: Join | None = None,
) -> Join:
    """The pairs of a person and a group that match in every attribute from a depth.

    Too many pairs are taken in two halves.
    """
    if pairs is None:
        pairs = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    for place in range(depth, len(cover)):
        steps = work(persons, groups, cover[place], pairs, place)
        if len(pairs[0]) > 1 and steps > MOST_PAIRS:
            half = len(pairs[0]) // 2
            first, second = (
                join(persons, groups, cover, depth=place, pairs=part)
                for part in (
                    (pairs[0][:half], pairs[1][:half]),
                    (pairs[0][half:], pairs[1][half:]),
                )
            )
            return (
                np.concatenate([first[0], second[0]]),
                np.concatenate([first[1], second[1]]),
            )
        pairs = lengthen(persons, groups, cover[place], pairs, place)
    return pairs


def work(
    persons: Prefixes, groups: Prefixes, cover: Cover, pairs: Join, depth: int
) -> int:
    """Most comparisons that the next attribute takes."""
    _, ours = persons.children(depth, pairs[0])
    _, theirs = groups.children(depth, pairs[1])
    labels = int(np.diff(cover.starts).max(initial=0))
    return int((ours * np.minimum(theirs, labels)).sum())


def lengthen(
    persons: Prefixes, groups: Prefixes, cover: Cover, pairs: Join, depth: int
) -> Join:
    """Lengthen matching prefixes of people and groups by one attribute.

    Either the group's next labels are compared, or the labels that may stand for the
    person's next value, whichever are fewer.
    """
    parent, person = unfold(*persons.children(depth, pairs[0]))
    group = pairs[1][parent]
    value = persons.codes(depth, person)
    begins, lengths = groups.children(depth, group)
    few = lengths <= np.diff(cover.starts)[value]
    place, child = unfold(begins[few], lengths[few])
    wanted = value[few][place] * cover.size + groups.codes(depth, child)
    fits = is_in(cover.keys, wanted)
    by_label = person[few][place[fits]], child[fits]
    some = value[~few]
    place, entry = unfold(cover.starts[some], np.diff(cover.starts)[some])
    wanted = group[~few][place] * groups.domains[depth] + cover.labels[entry]
    fits = is_in(groups.keys[depth], wanted)
    child = np.searchsorted(groups.keys[depth], wanted[fits])
    by_value = person[~few][place[fits]], child
    return (
        np.concatenate([by_label[0], by_value[0]]),
        np.concatenate([by_label[1], by_value[1]]),
    )


def unfold(begins: Integers, lengths: Integers) -> tuple[Integers, Integers]:
    """The range of each number, and the numbers, of several ranges.

    >>> [numbers.tolist() for numbers in unfold(np.array([7, 2]), np.array([2, 3]))]
    [[0, 0, 1, 1, 1], [7, 8, 2, 3, 4]]
    """
    ends = np.cumsum(lengths)
    source = np.repeat(np.arange(len(lengths)), lengths)
    return source, np.arange(len(source)) + (begins - ends + lengths)[source]


def is_in(keys: Integers, wanted: Integers) -> NDArray[np.bool_]:
    """Mark the numbers that are among the ascending keys."""
    return np.append(keys, -1)[np.searchsorted(keys, wanted)] == wanted


def spread(
    pairs: Join, persons: Prefixes, groups: Prefixes
) -> tuple[Integers, Integers]:
    """The groups of every distinct person; several may share the known labels."""
    order = np.argsort(groups.leaf, kind="stable")
    lengths = np.bincount(groups.leaf, minlength=groups.sizes[-1])
    begins = np.cumsum(lengths) - lengths
    place, entry = unfold(begins[pairs[1]], lengths[pairs[1]])
    person, group = pairs[0][place], order[entry]
    both = np.lexsort((group, person))
    counts = np.bincount(person, minlength=persons.sizes[-1])
    return np.concatenate([[0], np.cumsum(counts)]), group[both]
