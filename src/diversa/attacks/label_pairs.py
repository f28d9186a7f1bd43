# SPDX-License-Identifier: Apache-2.0
"""Pairs of groups of two releases whose labels meet, where nobody's values are known.

Two labels meet if some value may have both. Whoever is in both groups of a pair that
leaves one value is certain; how many people that are the labels do not say.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Ints
from diversa.attacks.composition import BOUND, InPopulation
from diversa.attacks.exposure import Exposure
from diversa.attacks.matches import MOST_PAIRS, Prefixes, join, spread, unfold
from diversa.attacks.values_left import GroupValues, ReleaseOfPeople, values_left
from diversa.counts.frequency_set import FrequencySet
from diversa.data.dictionary import Dictionary
from diversa.data.meaning import format_label
from diversa.data.spelling import NO_HINTS, Hints
from diversa.hierarchies.hierarchy import TOP
from diversa.labels.covers import Cover, covers
from diversa.labels.label import Span, members, read_spans
from diversa.labels.label_reader import without_missing

MOST_COMPARISONS = 1 << 31
"""Most pairs of groups, or of labels, that are compared."""


@dataclass(frozen=True, eq=False, kw_only=True)
class LabelPairs(Exposure):
    """Pairs of groups whose labels meet, and whose values leave one.

    Nobody is counted as exposed: that takes the quasi-identifiers of people.
    """

    name = "composition"
    unit: str = "person"

    releases: int
    """Releases that are put together."""
    meeting: int
    """Pairs of groups whose labels meet."""
    pairs: int
    """Those that leave one value, while none of the two does alone."""
    most: int
    """Most people who can be in both groups of such a pair."""
    population: InPopulation | None = None
    """What a population of raw people adds, where there is one."""

    @property
    def together(self) -> str:
        """What the releases make certain when they are published together."""
        return (
            f"whoever is in both groups of {self.pairs:,} pairs certain, at most"
            f" {self.most:,} people of each; name the original table to count them"
        )

    def in_words(self) -> str:
        if not self.pairs:
            return (
                f"none of {self.meeting:,} pairs of groups that may have people in"
                f" common leaves one value; {BOUND}"
            )
        return (
            f"{self.pairs:,} of {self.meeting:,} pairs of groups that may have people"
            " in common leave one value, which no release alone does: whoever is in"
            f" both is certain, at most {self.most:,} people of a pair; to count them,"
            " give known people or the original table"
            + ("" if self.population is None else f"; {self.population.words}")
        )


@dataclass(frozen=True, eq=False)
class LabelledGroups:
    """The groups of a release by their labels, and the values that each has."""

    published: FrequencySet
    """The groups with their labels."""
    values: GroupValues
    """Their values, coded alike in both releases."""
    names: tuple[str, ...]
    """The quasi-identifiers."""
    hints: Hints = NO_HINTS
    """The user's words on the spelling of numbers and dates."""

    def labels(self, name: str) -> Sequence[object]:
        """The labels of one quasi-identifier."""
        place = self._place(name)
        level = self.published.levels[place]
        return self.published.hierarchies[place].labels[level]

    def codes(self, name: str) -> Ints:
        """The label of each group."""
        return self.published.codes[self._place(name)].astype(np.int64)

    def _place(self, name: str) -> int:
        return [axis.attribute for axis in self.published.hierarchies].index(name)


def label_pairs(
    ours: LabelledGroups, theirs: LabelledGroups, *, domain: int, on: str | None = None
) -> LabelPairs | str:
    """Compare the labels of two releases; or say why that is not done."""
    sizes = ours.published.groups.sizes, theirs.published.groups.sizes
    if comparisons(ours, theirs) > MOST_COMPARISONS:
        return (
            "needs known people (known=, --known) or the original (reference=,"
            f" --reference), for there are {len(sizes[0]):,} and {len(sizes[1]):,}"
            " groups"
        )
    meeting = pairs = most = 0
    hit = np.zeros(len(sizes[0]), dtype=bool)
    for other, own in meeting_groups(ours, theirs):
        parts = [
            ReleaseOfPeople(one.values, np.arange(len(groups) + 1), groups)
            for one, groups in ((theirs, other), (ours, own))
        ]
        certain = values_left(parts, domain).certain
        meeting += len(own)
        pairs += int(certain.sum())
        both = np.minimum(sizes[0][own[certain]], sizes[1][other[certain]])
        most = max(most, int(both.max(initial=0)))
        hit[own[certain]] = True
    return LabelPairs(
        on=on,
        exposed=0,
        total=int(sizes[0].sum()),
        groups=len(sizes[0]),
        affected=np.flatnonzero(hit),
        worst=None,
        releases=2,
        meeting=meeting,
        pairs=pairs,
        most=most,
    )


def comparisons(ours: LabelledGroups, theirs: LabelledGroups) -> int:
    """The number of comparisons that two releases may take."""
    labels = [
        len(ours.labels(name)) + len(theirs.labels(name))
        for name in ours.names
        if name in theirs.names
    ]
    return len(ours.published) * len(theirs.published) + max(labels, default=0) ** 2 * 8


def meeting_groups(
    ours: LabelledGroups, theirs: LabelledGroups
) -> Iterator[tuple[Ints, Ints]]:
    """Groups of the other release and ours whose labels meet, some at a time."""
    names = [name for name in ours.names if name in theirs.names]
    cover = [
        meeting_labels(name, ours.labels(name), theirs.labels(name), ours.hints)
        for name in names
    ]
    own, number = len(ours.published), len(theirs.published)
    groups = Prefixes.of(
        [ours.codes(name) for name in names], own, [one.size for one in cover]
    )
    lines = [theirs.codes(name) for name in names]
    blocks = 1 + number * own // (8 * MOST_PAIRS)
    for block in np.array_split(np.arange(number), blocks):
        others = Prefixes.of(
            [codes[block] for codes in lines],
            len(block),
            [len(one.starts) for one in cover],
        )
        starts, found = spread(join(others, groups, cover), others, groups)
        place, entry = unfold(starts[others.leaf], np.diff(starts)[others.leaf])
        yield block[place], found[entry]


def meeting_labels(
    name: str, ours: Sequence[object], theirs: Sequence[object], hints: Hints
) -> Cover:
    """Our labels that meet each label of the other release.

    Example:
        >>> cover = meeting_labels("age", ["20-29", "*"], ["[25-40]", "30"], NO_HINTS)
        >>> [cover.of(label).tolist() for label in range(2)]
        [[0, 1], [1]]
    """
    samples = sample_values([*ours, *theirs])
    raw = Dictionary.build(
        name, [*samples, None], [1] * (len(samples) + 1), hints=hints
    )
    own, other = (incidence(covers(labels, raw)) for labels in (ours, theirs))
    step = max(1, MOST_PAIRS // max(1, len(ours)))
    found = [
        np.nonzero(other[begin : begin + step] @ own.T)
        for begin in range(0, len(theirs), step)
    ]
    pairs = [
        (rows + place * step, labels) for place, (rows, labels) in enumerate(found)
    ]
    return Cover.of_pairs(pairs, len(theirs), len(ours))


def incidence(cover: Cover) -> NDArray[np.float32]:
    """A line for each label, with 1 for the values that it may stand for."""
    lines = np.zeros((cover.size, len(cover.starts) - 1), dtype=np.float32)
    lines[cover.labels, cover.keys // max(cover.size, 1)] = 1
    return lines


def sample_values(labels: Sequence[object]) -> list[str]:
    """Values such that two labels which meet have one of them in common.

    They are the labels themselves, members of sets, the ends of ranges and numbers
    between them, and codes that fit a mask.
    """
    texts = {text for text in map(format_label, labels) if text and text.strip(TOP)}
    spans = [span for text in texts for span in read_spans(without_missing(text))]
    inside = {member for text in texts for member in members(text)}
    codes = {text.replace(TOP, "0") for text in texts if TOP in text}
    numbers = between({end for span in spans for end in ends(span, of_days=False)})
    days = {end for span in spans for end in ends(span, of_days=True)}
    named = {dt.date.fromordinal(int(day)).isoformat() for day in days}
    return sorted(texts | inside | codes | named | {f"{n:f}" for n in numbers})


def ends(span: Span, *, of_days: bool) -> list[Decimal]:
    """The ends of a range of numbers or days."""
    both = (span.low, span.high) if span.of_days == of_days else ()
    return [end for end in both if end is not None]


def between(numbers: set[Decimal]) -> list[Decimal]:
    """Numbers, a number between each two of them, and one at either side.

    >>> [str(number) for number in between({Decimal(2), Decimal(4)})]
    ['1', '2', '3', '4', '5']
    """
    line = sorted(numbers)
    if not line:
        return []
    middles = [(low + high) / 2 for low, high in pairwise(line)]
    return sorted([line[0] - 1, *line, *middles, line[-1] + 1])
