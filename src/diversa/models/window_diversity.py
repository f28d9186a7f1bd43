# SPDX-License-Identifier: Apache-2.0
"""Window diversity: (δ,l)-diversity as its algorithm computes it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.counts.sensitive import Sensitive
from diversa.models.frequency_l_diversity import FrequencyLDiversity
from diversa.models.group_numbers import Numbers
from diversa.models.keeping import most_under_caps
from diversa.models.model import Model
from diversa.models.numeric_model import NumericModel, places_up_to
from diversa.models.parameters import Param


@dataclass(frozen=True)
class WindowDiversity(NumericModel):
    """Every interval of length 2δ holds at most a share of 1/l of any group's rows.

    The recommended model of proximity: whoever knows the group says that a person's
    number lies in an interval of length 2δ with a confidence of at most 1/l, whatever
    the interval. With negative facts about the person the guess becomes better.
    `l |{y: p - δ <= y <= p + δ}| <= N` for every p; the measure is N over the most rows
    in any closed interval of length 2δ. It is what the algorithm of (δ,l)-diversity
    counts; Definition 5 of that paper says something else (`delta-l-diversity`). A
    table can be split into groups of (2δ,l)-anonymity exactly where it holds, l whole.

    Edge cases: the interval is closed, decided without rounding; δ = 0 is frequency
    l-diversity of the numbers; one row or equal rows give 1 (the paper's algorithm
    accepts one row for every l); l = 1 always holds; a missing value under the policy
    `worst` lies in every interval.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{490: 1, 500: 1, 510: 1, 1000: 1}], on="pay")
        >>> model = WindowDiversity(delta=10, l=2)
        >>> model.describe(model.attained(groups)), model.holds(groups).tolist()
        ('window l = 1.333 at delta = 10', [False])

    Reference:
        M.-R. Zare-Mirakabad, (δ,l)-diversity: Privacy Preservation for Publication
        Numerical Sensitive Data, Figure 3.
    """

    delta: Annotated[Fraction, Param("half the length of the interval", low=0)]
    l: Annotated[Fraction, Param("inverse of the largest share in an interval", low=1)]

    union_closed = True  # for each interval, l rows inside - N <= 0 is linear
    absorbing = False  # {9,27} + {8}, δ = 3.5: 2 falls to 3/2
    in_people = "having"
    bounded = "l"
    symbol = "window l"
    stops = "learning that a number lies in a short interval"
    misses = "negative facts about a person; skewness against the whole table"

    def level(self, histogram: Histogram) -> Numbers:
        # A fullest interval may be moved to the right until a row is its left end.
        beyond = places_up_to(histogram.sensitive, Fraction(1), 2 * self.delta)
        largest = histogram.fullest_window(beyond)
        return Numbers(histogram.sizes, largest + histogram.unknown)

    def most_of(self, histogram: Histogram) -> NDArray[np.int64]:
        """The largest M with Σ min(n_w, M/l) >= M over intervals w beside each other.

        Each of them is no longer than 2δ, so it holds at most M/l rows of a part.
        """
        if self.l == 1:
            return histogram.sizes
        windows = side_by_side(histogram.sensitive, 2 * self.delta)
        caps = np.full(int(windows.max(initial=0)) + 1, 1 / float(self.l))
        return most_under_caps(histogram, caps, blocks=windows[None])

    def implied(self) -> tuple[Model, ...]:
        return FrequencyLDiversity(self.l, on=self.on).implied()


def side_by_side(attribute: Sensitive, length: Fraction) -> NDArray[np.int32]:
    """Number closed intervals of a length that hold every value of an attribute.

    Each begins at the first number that the one before does not hold.

    >>> from diversa.data.dictionary import Dictionary
    >>> ages = Dictionary.build("age", ["20", "25", "31", "32"], [1, 1, 1, 1])
    >>> side_by_side(Sensitive(ages), Fraction(10)).tolist()
    [0, 0, 1, 1]
    """

    def intervals() -> NDArray[np.int32]:
        beyond = places_up_to(attribute, Fraction(1), length).tolist()
        begins = np.zeros(len(beyond), dtype=np.int32)
        place = beyond[0] if beyond else 0
        while place < len(beyond):
            begins[place] = 1
            place = beyond[place]
        return np.cumsum(begins, dtype=np.int32)[attribute.ranks]

    return attribute.memo.once(("intervals", length), intervals)
