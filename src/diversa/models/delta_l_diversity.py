# SPDX-License-Identifier: Apache-2.0
"""(δ,l)-diversity by the letter of its Definition 5."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.models.epsilon_m_anonymity import EpsilonMAnonymity
from diversa.models.group_numbers import Numbers
from diversa.models.model import Model
from diversa.models.numeric_model import NumericModel
from diversa.models.parameters import Param
from diversa.models.proximity_bound import ProximityBound


@dataclass(frozen=True)
class DeltaLDiversity(NumericModel):
    """For every row v, at most a share of 1/l of its group is δ-similar to v.

    Two numbers are δ-similar when their intervals of radius δ overlap, so this is
    (2δ,l)-anonymity, with its faults: it is here to compare with. The paper says that
    it is closed under union; that is true of what its algorithm counts, which is
    another model and the one to use: `window-diversity`.
    `l n(v) <= N` with n(v) the rows u with |u - v| <= 2δ; the measure is N / max n(v).
    It lies between two of the other: window (2δ,l) implies it, it implies window (δ,l).

    Edge cases: those of `epsilon-m-anonymity` with ε = 2δ.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{40: 1, 50: 1, 60: 1}], on="salary")
        >>> DeltaLDiversity(delta=7.5, l=1).attained(groups)
        1.0
        >>> from diversa.models import WindowDiversity
        >>> WindowDiversity(delta=7.5, l=1).attained(groups)
        1.5

    Reference:
        M.-R. Zare-Mirakabad, (δ,l)-diversity: Privacy Preservation for Publication
        Numerical Sensitive Data, Definitions 3 to 5.
    """

    delta: Annotated[Fraction, Param("radius of the interval of a value", low=0)]
    l: Annotated[Fraction, Param("inverse of the largest share of similars", low=1)]

    union_closed = False  # {40,60} and {50,80}, δ = 7.5: 50 is similar to three of four
    absorbing = False  # the same
    bounded = "l"
    stops = "learning that a number lies near one that is present in the group"
    misses = "intervals around a number that is absent; negative facts about a person"

    @property
    def proximity(self) -> ProximityBound | None:
        return self.by_another_name.proximity

    @property
    def by_another_name(self) -> EpsilonMAnonymity:
        """The (ε,m)-anonymity that this is."""
        return EpsilonMAnonymity(2 * self.delta, self.l, on=self.on, joint=self.joint)

    def level(self, histogram: Histogram) -> Numbers:
        return self.by_another_name.level(histogram)

    def most_of(self, histogram: Histogram) -> NDArray[np.int64]:
        return self.by_another_name.most_of(histogram)

    def implied(self) -> tuple[Model, ...]:
        return self.by_another_name.implied()
