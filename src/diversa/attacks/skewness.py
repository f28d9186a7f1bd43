# SPDX-License-Identifier: Apache-2.0
"""The skewness attack: a value is more likely in a group than in the whole table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from diversa.attacks.exposure import ROWS, Crowd, Exposure, largest
from diversa.codec.numbers import plain
from diversa.counts.histogram import Histogram
from diversa.models.beta_likeness import BetaLikeness
from diversa.models.group_numbers import Numbers
from diversa.models.t_closeness import TCloseness

RATIO = Fraction(2)
"""Default of the least p/q of a skewed group."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Skewness(Exposure):
    """The rows of skewed groups; `worst` is the largest p/q of a value in a group.

    p is the share of a value in the group, q that in the original table; of people, the
    share of those who have the value.

    Reference:
        N. Li, T. Li, S. Venkatasubramanian, t-Closeness: Privacy Beyond k-Anonymity and
        l-Diversity, ICDE 2007, Section 3.1.
    """

    name = "skewness"

    ratio: Fraction
    """Least p/q of a skewed group."""
    distance: float | None
    """The largest distance of a group from the table (equal-distance EMD)."""

    def numbers(self) -> dict[str, Any]:
        return super().numbers() | {"distance": plain(self.distance)}

    def in_words(self) -> str:
        if self.worst is None:
            return "there is no group"
        return (
            f"a value of '{self.on}' is up to {in_figures(self.worst)} times as likely"
            f" in a group as in the table; {float(self.ratio):.3g} times or more in"
            f" {len(self.affected):,} of {self.groups:,} groups"
        )


def in_figures(ratio: float) -> str:
    """A ratio with three figures, without an exponent.

    >>> in_figures(7.8947), in_figures(1675.67)
    ('7.89', '1,676')
    """
    return f"{ratio:,.0f}" if ratio >= 1000 else f"{ratio:.3g}"


def skewness(
    histogram: Histogram, *, ratio: Fraction = RATIO, crowd: Crowd = ROWS
) -> Skewness:
    """Compare the shares of every group with those of the original table.

    The histogram's dictionary counts the original table.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> counts, table = [{"no": 1, "yes": 1}], {"no": 99, "yes": 1}
        >>> groups = Groups.from_counts(counts, on="virus", table=table)
        >>> exposure = skewness(groups.histogram())
        >>> exposure.worst, exposure.distance
        (50.0, 0.49)
    """
    if len(histogram) == 0:
        ratios = Numbers(histogram.sizes)
    else:
        gains = BetaLikeness(Fraction(1)).level(histogram)  # (p - q) / q
        below = gains.denominators
        ratios = Numbers(gains.numerators + (1 if below is None else below), below)
    people = histogram.people
    shares = histogram if people is None else people.histogram("shares")
    skewed = ratios.satisfy(">=", Fraction(ratio))
    return Skewness(
        on=histogram.sensitive.name,
        worst=largest(ratios.floats),
        ratio=Fraction(ratio),
        distance=largest(TCloseness(Fraction(1)).level(shares).floats),
        **crowd.expose(skewed, histogram.sizes),
    )
