# SPDX-License-Identifier: Apache-2.0
"""Labels beside raw values, read in one way after the other.

`labels` reads one label; here all labels of a column are laid against all raw values
at once. `covers` puts the ways together.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary
from diversa.hierarchies.coverage import plain_text, spellings
from diversa.hierarchies.hierarchy import TOP
from diversa.labels.label import (
    Span,
    StarMask,
    members,
    plain_number,
    read_day,
    read_number,
    read_spans,
)
from diversa.recodings.averages import MISSING

Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Values and labels, the i-th value with the i-th label."""


@dataclass(frozen=True, eq=False)
class Reading:
    """Labels beside raw values, read in one way after the other."""

    labels: Sequence[str | None] = field(repr=False)
    """The labels as text."""
    raw: Dictionary = field(repr=False)
    """The raw values."""

    @cached_property
    def texts(self) -> list[str]:
        """The raw values as text."""
        return [plain_text(value) for value in self.raw.values]

    def anything(self) -> Pairs:
        """Labels of nothing but stars stand for all values, and for a missing one."""
        stars = [
            i for i, label in enumerate(self.labels) if label and not label.strip(TOP)
        ]
        values = np.repeat(np.arange(self.raw.size), len(stars))
        return values, np.tile(np.array(stars, dtype=np.int64), self.raw.size)

    def missing(self) -> Pairs:
        """A missing value has a missing label, or a set with `missing` in it."""
        lost = self.raw.missing_code
        said = [
            place
            for place, label in enumerate(self.labels)
            if label is None or MISSING in members(label)
        ]
        return as_pairs((lost, place) for place in said if lost is not None)

    def sets(self) -> Pairs:
        """A set stands for its members."""
        of_member: dict[str, list[int]] = defaultdict(list)
        inside: dict[int, str] = {}
        for place, label in enumerate(self.labels):
            for member in members(label or ""):
                of_member[member].append(place)
                inside[place] = f", {str(label)[1:-1]}, "
        return as_pairs(self._members(of_member, inside) if inside else ())

    def _members(
        self, of_member: Mapping[str, list[int]], inside: Mapping[int, str]
    ) -> Iterator[tuple[int, int]]:
        for code, value in enumerate(self.raw.values):
            for text in spellings(value):
                yield from ((code, place) for place in of_member.get(text, ()))
                if "," in text:  # a member with a comma was taken for two
                    yield from (
                        (code, place)
                        for place, whole in inside.items()
                        if f", {text}, " in whole
                    )

    def exact(self, labels: Sequence[object]) -> Pairs:
        """A label stands for the value that is written like it."""
        place_of: dict[str, int] = {}
        for place, label in enumerate(labels):
            if label is not None:
                place_of.update(dict.fromkeys(spellings(label), place))
        return as_pairs(
            (code, place_of[text])
            for code, value in enumerate(self.raw.values)
            for text in spellings(value)
            if text in place_of
        )

    def masks(self) -> Pairs:
        """A masked label stands for the values that fit it."""
        of_mask: dict[StarMask, dict[str, int]] = defaultdict(dict)
        for place, label in enumerate(self.labels):
            mask = StarMask.of(label or "")
            if mask is not None and label is not None:
                of_mask[mask][label.replace(TOP, "")] = place
        return as_pairs(
            (code, place_of[key])
            for mask, place_of in of_mask.items()
            for code, text in enumerate(self.texts)
            if (key := mask.key(text)) in place_of and key is not None
        )

    def spans(self, labels: Sequence[str | None]) -> list[Pairs]:
        """A range stands for the numbers, or the days, inside it."""
        read = [
            (place, span)
            for place, label in enumerate(labels)
            for span in read_spans(without_missing(label or ""))
        ]
        points = [(place, span) for place, span in read if span.is_point]
        ranges = [(place, span) for place, span in read if not span.is_point]
        return [
            self._at(points, self._numbers_as_written, of_days=False),
            self._at(points, self._days, of_days=True),
            within(ranges, self._numbers, of_days=False),
            within(ranges, self._days, of_days=True),
        ]

    def _at(
        self,
        points: Sequence[tuple[int, Span]],
        values: Mapping[int, Decimal],
        *,
        of_days: bool,
    ) -> Pairs:
        places_of: dict[Decimal, list[int]] = defaultdict(list)
        for place, span in points:
            if span.low is not None and span.of_days == of_days:
                places_of[span.low].append(place)
        return as_pairs(
            (code, place)
            for code, value in values.items()
            for place in places_of.get(value, ())
        )

    @cached_property
    def _numbers_as_written(self) -> dict[int, Decimal]:
        return read_values(plain_number(text) for text in self.texts)

    @cached_property
    def _numbers(self) -> dict[int, Decimal]:
        return read_values(read_number(text) for text in self.texts)

    @cached_property
    def _days(self) -> dict[int, Decimal]:
        return read_values(read_day(value) for value in self.raw.values)


def without_missing(label: str) -> str:
    """A range of which some values are missing as the range alone.

    >>> without_missing("{[5-9], missing}"), without_missing("[5-9]")
    ('[5-9]', '[5-9]')
    """
    end = f", {MISSING}}}"
    return label[1 : -len(end)] if label[:1] == "{" and label.endswith(end) else label


def read_values(read: Iterable[Decimal | None]) -> dict[int, Decimal]:
    """What was read of the values, by their codes."""
    return {code: value for code, value in enumerate(read) if value is not None}


def within(
    ranges: Sequence[tuple[int, Span]], values: Mapping[int, Decimal], *, of_days: bool
) -> Pairs:
    """The values inside each range, found on the sorted line of values."""
    chosen = [(place, span) for place, span in ranges if span.of_days == of_days]
    codes = sorted(values, key=values.__getitem__)
    if not chosen or not codes:
        return as_pairs(())
    line = [values[code] for code in codes]
    first = np.array([first_inside(line, span) for _, span in chosen])
    last = np.array([first_beyond(line, span) for _, span in chosen])
    lengths = np.maximum(last - first, 0)
    begins = np.cumsum(lengths) - lengths
    place = np.arange(lengths.sum()) + np.repeat(first - begins, lengths)
    labels = np.repeat([place for place, _ in chosen], lengths)
    return np.array(codes, dtype=np.int64)[place], labels.astype(np.int64)


def first_inside(line: Sequence[Decimal], span: Span) -> int:
    """The place on a sorted line where a span begins."""
    if span.low is None:
        return 0
    return (bisect_left if span.low_in else bisect_right)(line, span.low)


def first_beyond(line: Sequence[Decimal], span: Span) -> int:
    """The place on a sorted line where a span has ended."""
    if span.high is None:
        return len(line)
    return (bisect_right if span.high_in else bisect_left)(line, span.high)


def as_pairs(pairs: Iterable[tuple[int, int]]) -> Pairs:
    """Pairs as two arrays."""
    array = np.array(list(pairs), dtype=np.int64).reshape(-1, 2)
    return array[:, 0], array[:, 1]
