# SPDX-License-Identifier: Apache-2.0
"""The proximity attack: the numbers of a group differ but lie near each other."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from diversa.attacks.exposure import ROWS, Crowd, Exposure, largest, percent
from diversa.attacks.similarity import inverse
from diversa.counts.histogram import Histogram
from diversa.counts.sensitive import Sensitive
from diversa.models.window_diversity import WindowDiversity

PART = 20
"""Default width of an interval, as a part of the range of all numbers."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Proximity(Exposure):
    """Rows of groups that lie in one short interval.

    `worst` is the largest share of a group's rows in a closed interval of the width.

    Reference:
        J. Li, Y. Tao, X. Xiao, Preservation of Proximity Privacy in Publishing
        Numerical Sensitive Data, SIGMOD 2008.
    """

    name = "proximity"

    width: Fraction
    """Length of the interval."""

    def in_words(self) -> str:
        if self.worst is None:
            return "there is no group"
        return (
            f"up to {percent(self.worst)} of a group have a '{self.on}' within"
            f" {float(self.width):.4g}; all of it in {len(self.affected):,} of"
            f" {self.groups:,} groups"
        )


def proximity(
    histogram: Histogram, *, width: Fraction | None = None, crowd: Crowd = ROWS
) -> Proximity:
    """Find the share of every group that lies in one short interval.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{490: 1, 500: 1, 510: 1, 1000: 1}], on="pay")
        >>> proximity(groups.histogram(), width=Fraction(20)).worst
        0.75
    """
    chosen = usual_width(histogram.sensitive) if width is None else Fraction(width)
    shares = inverse(WindowDiversity(chosen / 2, Fraction(1)).level(histogram))
    return Proximity(
        on=histogram.sensitive.name,
        worst=largest(shares.floats),
        width=chosen,
        **crowd.expose(shares.satisfy(">=", Fraction(1)), histogram.sizes),
    )


def usual_width(attribute: Sensitive) -> Fraction:
    """The default width of an interval."""
    points = attribute.points
    if len(points) == 0:
        return Fraction(0)
    return Fraction(int(points[-1] - points[0]), attribute.scale * PART)
