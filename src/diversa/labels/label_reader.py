# SPDX-License-Identifier: Apache-2.0
"""All labels of a column, matched with all raw values in several ways.

`label` reads one label, `covers` puts the ways together.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary
from diversa.data.meaning import Places, are_numbers
from diversa.data.missing import MISSING
from diversa.data.spelling import PLAIN, Spelling
from diversa.hierarchies.coverage import plain_text
from diversa.hierarchies.hierarchy import TOP
from diversa.labels.label import (
    Span,
    StarMask,
    exceptions,
    members,
    plain_number,
    read_day,
    read_spans,
)

Read = TypeVar("Read")

Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Values and labels, the i-th value with the i-th label."""


@dataclass(frozen=True, eq=False)
class LabelReader:
    """The labels and raw values of a column; each method matches them in one way."""

    labels: Sequence[str | None] = field(repr=False)
    """The labels as text."""
    raw: Dictionary = field(repr=False)
    """The raw values."""
    spelling: Spelling = PLAIN
    """The spelling of numbers and dates in values and labels."""

    @cached_property
    def texts(self) -> list[str]:
        """The raw values as text."""
        return [plain_text(value) for value in self.raw.values]

    def anything(self) -> Pairs:
        """Labels of stars only stand for all values and a missing one."""
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
        commas = "," in (self.spelling.decimal, self.spelling.thousands)
        of_member: dict[str, list[int]] = defaultdict(list)
        inside: dict[int, str] = {}
        for place, label in enumerate(self.labels):
            for member in members(label or "", ", " if commas else ","):
                of_member[member].append(place)
                inside[place] = f", {str(label)[1:-1]}, "
        return as_pairs(self._members(of_member, inside) if inside else ())

    def complements(self) -> Pairs:
        """`not {Cuba, Peru}` stands for all values but these, and a missing one.

        A missing value is left out by `missing` among them.
        """
        left_out = {
            place: text
            for place, label in enumerate(self.labels)
            if (text := exceptions(label or ""))
        }
        inside = replace(self, labels=[*left_out.values()])
        named = {
            pair
            for way in (inside.sets(), inside.missing())
            for pair in one_by_one(way)
        }
        return as_pairs(
            (code, place)
            for number, place in enumerate(left_out)
            for code in range(self.raw.size)
            if (code, number) not in named
        )

    def _members(
        self, of_member: Mapping[str, list[int]], inside: Mapping[int, str]
    ) -> Iterator[tuple[int, int]]:
        listed = list(of_member)
        for member, code in self._values_of(listed):
            yield from ((code, place) for place in of_member[member])
        for code, text in enumerate(self.raw.texts):
            if "," in text:  # a member with a comma was taken for two
                yield from (
                    (code, place)
                    for place, whole in inside.items()
                    if f", {text.strip()}, " in whole
                )

    def _values_of(self, texts: Iterable[str]) -> Iterator[tuple[str, int]]:
        """The values with the meaning of each text."""
        for text in texts:
            yield from ((text, code) for code in self._places.of_value(text))

    @cached_property
    def _places(self) -> Places:
        # Blanks around a value are not seen in a label.
        stripped = (v.strip() if isinstance(v, str) else v for v in self.raw.values)
        return Places.of(stripped, self.spelling)

    def exact(self, labels: Sequence[object]) -> Pairs:
        """A label stands for the values with the same meaning."""
        numbers = are_numbers(self.raw.values)
        places = Places.of(labels, self.spelling, any_number=numbers)
        return as_pairs(
            (code, place)
            for code, value in enumerate(self.raw.values)
            for place in places.of_value(value)
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

    def spans(self, places: Iterable[int], *, boxes: bool = False) -> list[Pairs]:
        """A range stands for the numbers, or the days, inside it; see `read_spans`."""
        plain = self.spelling.plain
        read = [
            (place, span)
            for place in places
            for span in read_spans(
                plain(without_missing(self.labels[place] or "")), boxes=boxes
            )
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
        plain = self.spelling.plain
        return read_values(plain_number(plain(text)) for text in self.texts)

    @cached_property
    def _numbers(self) -> dict[int, Decimal]:
        number = reading_or_none(self.spelling.number_of_any_size)
        return read_values(map(number, self.raw.values))

    @cached_property
    def _days(self) -> dict[int, Decimal]:
        if self.spelling.days is None:
            return read_values(read_day(value) for value in self.raw.values)
        day = reading_or_none(self.spelling.day)
        days = (day(value) for value in self.raw.values)
        return read_values(d if d is None else Decimal(d.toordinal()) for d in days)


def without_missing(label: str) -> str:
    """A range without its note that values may be missing.

    >>> without_missing("{[5-9], missing}"), without_missing("[5-9]")
    ('[5-9]', '[5-9]')
    """
    end = f", {MISSING}}}"
    return label[1 : -len(end)] if label[:1] == "{" and label.endswith(end) else label


def reading_or_none(
    reader: Callable[[object], Read],
) -> Callable[[object], Read | None]:
    """A reader that returns None instead of raising ValueError."""

    def read(value: object) -> Read | None:
        try:
            return reader(value)
        except ValueError:
            return None

    return read


def read_values(read: Iterable[Decimal | None]) -> dict[int, Decimal]:
    """The values that could be read, by their codes."""
    return {code: value for code, value in enumerate(read) if value is not None}


def within(
    ranges: Sequence[tuple[int, Span]], values: Mapping[int, Decimal], *, of_days: bool
) -> Pairs:
    """The values inside each range, found in the sorted values."""
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
    """The first position of a sorted line inside a span."""
    if span.low is None:
        return 0
    return (bisect_left if span.low_in else bisect_right)(line, span.low)


def first_beyond(line: Sequence[Decimal], span: Span) -> int:
    """The first position of a sorted line after a span."""
    if span.high is None:
        return len(line)
    return (bisect_right if span.high_in else bisect_left)(line, span.high)


def one_by_one(pairs: Pairs) -> Iterator[tuple[int, int]]:
    """Each value with its label."""
    return zip(*(side.tolist() for side in pairs), strict=True)


def as_pairs(pairs: Iterable[tuple[int, int]]) -> Pairs:
    """Pairs as two arrays."""
    array = np.array(list(pairs), dtype=np.int64).reshape(-1, 2)
    return array[:, 0], array[:, 1]
