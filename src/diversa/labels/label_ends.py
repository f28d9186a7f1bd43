# SPDX-License-Identifier: Apache-2.0
"""Ends of ranges that a column shows."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from diversa.labels.label import Span


def is_finer(limit: Decimal, near: Decimal | None, far: Decimal | None) -> bool:
    """True if a cell from the near end of a range to a limit is less than the range."""
    if near is None:
        return limit != far
    return far is None or (limit <= far if near < far else limit >= far)


class ShownEnds(NamedTuple):
    """The ends of ranges that a column shows, ascending; single values are both."""

    lows: tuple[Decimal, ...]
    """Low ends."""
    highs: tuple[Decimal, ...]
    """High ends."""

    @classmethod
    def of(cls, spans: Sequence[Span]) -> ShownEnds:
        """The ends of some ranges."""
        lows = {span.low for span in spans if span.low is not None}
        highs = {span.high for span in spans if span.high is not None}
        return cls(tuple(sorted(lows)), tuple(sorted(highs)))

    def above(self, low: Decimal | None) -> Decimal | None:
        """The next low end; without an end, the first of all that is shown."""
        if low is None:
            return min((*self.lows, *self.highs), default=None)
        place = bisect_right(self.lows, low)
        return self.lows[place] if place < len(self.lows) else None

    def below(self, high: Decimal | None) -> Decimal | None:
        """The high end before; without an end, the last of all that is shown."""
        if high is None:
            return max((*self.lows, *self.highs), default=None)
        place = bisect_left(self.highs, high)
        return self.highs[place - 1] if place else None

    def leaves_room(self, bottom: Decimal, top: Decimal) -> bool:
        """True if a value may be above the one and below the other.

        Where all ends are whole, values are.
        """
        whole = all(end == end.to_integral_value() for end in (*self.lows, *self.highs))
        return top - bottom > (1 if whole else 0)
