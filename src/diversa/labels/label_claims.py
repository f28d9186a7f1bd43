# SPDX-License-Identifier: Apache-2.0
"""The claims of the labels of a column, by what labels mean.

A tight range claims its ends, a tight set its members, a common ancestor or `*` of two
possible children both of them, and of more children that not all rows are below one.
Where rare values are hidden, an end of a range stands for a cell that reaches to the
next end that the column shows. Averages are read by `average_claims`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

import numpy as np

from diversa.data.label_meaning import LabelMeaning
from diversa.data.meaning import format_label
from diversa.data.missing import MISSING
from diversa.data.spelling import PLAIN, Spelling
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.labels.claim import (
    GENERAL,
    SINGLE,
    Claim,
    ColumnClaims,
    LabelClaims,
    apart,
    overlapping,
)
from diversa.labels.label import STAR, Span, between, bound, in_brackets, members, point
from diversa.labels.label_ends import ShownEnds, is_finer
from diversa.labels.label_reader import without_missing


@dataclass(frozen=True, eq=False)
class LabelColumn:
    """The labels of a column, and what is publicly known of its values."""

    column: str
    """Name of the column."""
    labels: tuple[str | None, ...] = field(repr=False)
    """The labels as text; None is a missing value."""
    meaning: LabelMeaning
    """The meaning of the labels."""
    spelling: Spelling = PLAIN
    """The spelling of numbers and dates."""
    domain: Hierarchy | None = field(default=None, repr=False)
    """All values that rows may have, with their ancestors, where that is known."""

    def claims(self) -> ColumnClaims:
        """The claims of every label."""
        read = [self.read(label) for label in self.labels]
        return ColumnClaims.of(self.column, self.labels, read)

    def read(self, label: str | None) -> LabelClaims:
        """The claims of one label."""
        if label is None:
            return SINGLE
        if not label.strip(STAR):
            return self._several()
        if label in self._names:
            return self._named(label)
        span = self._span(label)
        if span is None and not self._members(label):
            hides = STAR in label or label.startswith("not {")
            return GENERAL if hides else self._named(label)
        if self.meaning.ends == "nothing":
            return GENERAL
        if span is None:
            return apart(map(self._claim_member, self._members(label)))
        lost = [self._claim(None)] if without_missing(label) != label else []
        if lost and not self.meaning.is_assumed:
            # Missing values stand after the last number, to which the range reaches.
            span = replace(span, high_in=False)
        ends = self._end_cells if self.meaning.ends == "cells" else self._ends
        return ends(span, lost)

    @cached_property
    def _names(self) -> frozenset[str | None]:
        """Names above values, even if they look like ranges.

        Only numbers are published as ranges: `[0-13]` above the words of a hierarchy
        says nothing of 0 and of 13.
        """
        domain = self.domain
        if domain is None or domain.is_number_line:
            return frozenset()
        return frozenset(format_label(one) for row in domain.labels[1:] for one in row)

    def _span(self, label: str) -> Span | None:
        """The range of a label, whether values are missing or not; None for others."""
        plain = self.spelling.plain(without_missing(label)).strip()
        found = in_brackets(plain) or bound(plain)
        if found is None and self.meaning.is_assumed:
            found = between(plain)
        return found

    def _members(self, label: str) -> list[str]:
        """The members of a set; empty for other labels."""
        commas = "," in (self.spelling.decimal, self.spelling.thousands)
        return members(label, ", " if commas else ",")

    def _claim(self, cell: str | None) -> Claim:
        return Claim(cell, self.meaning.least)

    def _claim_member(self, text: str) -> Claim:
        return self._claim(None if text == MISSING else text)

    def _ends(self, span: Span, lost: list[Claim]) -> LabelClaims:
        """The claims of a tight range: its ends, where they are inside."""
        low, high = span.low, span.high
        if low is None or high is None:
            # The coded end of a scale: it is not said how far rows are beyond it.
            return apart(lost)
        ends = [low] * span.low_in + [high] * (span.high_in and low != high)
        named = (self._claim(self._text(end, span.of_days)) for end in ends)
        return apart([*named, *lost])

    def _end_cells(self, span: Span, lost: list[Claim]) -> LabelClaims:
        """The claims of a range whose ends moved outwards to common values.

        The lowest row is below the next low end that the column shows, and the highest
        row above the high end before. A range without an end has a row beyond all that
        the column shows.
        """
        shown, low, high = self._shown_ends[span.of_days], span.low, span.high
        claims: list[Claim] = []
        top, bottom = shown.above(low), shown.below(high)
        if top is not None and low != high and is_finer(top, low, high):
            claims.append(self._claim(self._below(low, top, span.of_days)))
        moved = bottom is not None and span.high_in and low != high
        if moved and bottom is not None and is_finer(bottom, high, low):
            claims.append(self._claim(self._above(bottom, high, span.of_days)))
        if top is None or bottom is None or len(claims) < 2:
            return apart([*claims, *lost])
        if not shown.leaves_room(bottom, top):
            return apart([*claims, *lost])
        # Both cells may hold the same row.
        most = self.meaning.least * (1 + len(lost))
        return LabelClaims((*claims, *lost), is_general=True, disjoint=most)

    def _below(self, low: Decimal | None, top: Decimal, of_days: bool) -> str:  # noqa: FBT001
        end = self._text(top, of_days)
        return f"<={end}" if low is None else f"[{self._text(low, of_days)} to {end})"

    def _above(self, bottom: Decimal, high: Decimal | None, of_days: bool) -> str:  # noqa: FBT001
        end = self._text(bottom, of_days)
        return f">={end}" if high is None else f"({end} to {self._text(high, of_days)}]"

    @cached_property
    def _shown(self) -> list[Span]:
        """The ranges and single numbers of the column."""
        texts = (
            without_missing(label).strip() for label in self.labels if label is not None
        )
        read = (self._span(text) or self._single(text) for text in texts)
        return [span for span in read if span is not None]

    def _single(self, text: str) -> Span | None:
        plain = self.spelling.plain(text)
        number = point(plain)
        if number is not None:
            return number
        try:
            day = Decimal(self.spelling.day(text).toordinal())
        except ValueError:
            return None
        return Span(day, day, of_days=True)

    @cached_property
    def _shown_ends(self) -> tuple[ShownEnds, ShownEnds]:
        """Ends that the column shows, of numbers and of days."""
        return (
            ShownEnds.of([span for span in self._shown if not span.of_days]),
            ShownEnds.of([span for span in self._shown if span.of_days]),
        )

    def _text(self, value: Decimal, of_days: bool) -> str:  # noqa: FBT001
        if of_days:
            return self.spelling.format_day(dt.date.fromordinal(int(value)))
        text = f"{value:f}"
        plain = text.rstrip("0").rstrip(".") if "." in text else text
        return self.spelling.spell(plain)

    def _several(self) -> LabelClaims:
        """The claims of `*`, where it stands for at least two values."""
        if self.meaning.ends == "nothing" or self.meaning.is_assumed:
            return GENERAL
        if self.domain is not None:
            values = [format_label(name) for name in self.domain.labels[0]]
            if self.meaning.several or self._all_shown(values):
                return self._children(values)
        elif self.meaning.several:
            return overlapping(
                Claim(value, self.meaning.least, excludes=True)
                for value in sorted(self._single_values)
            )
        return GENERAL

    def _named(self, label: str) -> LabelClaims:
        """The claims of a label that is a value, or the ancestor of several ones."""
        found = None if self.domain is None else ancestor(self.domain, label)
        if found is None:
            return SINGLE
        if self.meaning.ends == "nothing" or self.meaning.is_assumed:
            return GENERAL
        if not (self.meaning.several or self._all_shown(found.values)):
            return GENERAL
        return self._children(found.children)

    def _children(self, children: Sequence[str | None]) -> LabelClaims:
        """The claims of a label that rows below at least two children have."""
        least = self.meaning.least
        if len(children) == 2:
            return apart(Claim(child, least) for child in children)
        return overlapping(Claim(child, least, excludes=True) for child in children)

    def _all_shown(self, values: Iterable[str | None]) -> bool:
        """True if each of the values is shown by itself: none of them is hidden."""
        shown = {*self._single_values, *self._set_members}
        lost = None in self.labels or MISSING in shown
        return all(lost if value is None else value in shown for value in values)

    @cached_property
    def _single_values(self) -> frozenset[str]:
        """Labels that are neither ranges nor sets nor masks."""
        return frozenset(
            label
            for label in self.labels
            if label is not None
            and STAR not in label
            and not self._members(label)
            and self._span(label) is None
        )

    @cached_property
    def _set_members(self) -> frozenset[str]:
        """Members of the sets of the column."""
        sets = (self._members(label) for label in self.labels if label is not None)
        return frozenset(member for every in sets for member in every)


class Ancestor(NamedTuple):
    """A label above the values of a hierarchy."""

    children: tuple[str | None, ...]
    """The labels below it, on the nearest level that has several."""
    values: tuple[str | None, ...]
    """The values below it."""


def ancestor(domain: Hierarchy, label: str) -> Ancestor | None:
    """A label as the ancestor of several values; None for a value."""
    names = [list(map(format_label, level)) for level in domain.labels]
    if label in names[0]:
        return None
    for level in range(1, len(names)):
        if label not in names[level]:
            continue
        below = domain.maps[level] == names[level].index(label)
        for lower in reversed(range(level)):
            codes = np.unique(domain.maps[lower][below]).tolist()
            if len(codes) > 1:
                values = np.unique(domain.maps[0][below]).tolist()
                return Ancestor(
                    tuple(names[lower][code] for code in codes),
                    tuple(names[0][code] for code in values),
                )
        return None
    return None
