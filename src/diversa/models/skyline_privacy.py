# SPDX-License-Identifier: Apache-2.0
"""Skyline privacy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.data.missing import MissingPolicy
from diversa.errors import ModelError
from diversa.models.distinct_l_diversity import DistinctLDiversity
from diversa.models.group_numbers import Numbers, satisfy_rounded
from diversa.models.model import Model
from diversa.models.parameters import Param, write_number
from diversa.models.recursive_cl_diversity import most_below
from diversa.models.sensitive_model import AllOf, SensitiveModel
from diversa.models.skyline_knowledge import SkylineKnowledge

MOST_WAYS = 24
"""With m > 0, the most ways to give a group a part of the knowledge."""


@dataclass(frozen=True)
class SkylinePoint(SensitiveModel):
    """Whoever knows (l,k,m) believes no value of anyone with as much as c.

    One point of a skyline. The paper does not name it, so that the registry does not
    list it.
    The measure is the largest posterior of a value in the group; see
    `skyline_knowledge` for what is known.

    Edge cases: (0,0,0) is r_1 / N < c; a group of at most l + 1 values gives 1; with
    m > 0 people of other groups help, and the table is judged as a whole.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"C": 2, "H": 1, "V": 1}], on="ill")
        >>> round(SkylinePoint(l=1, k=0, m=1, c=0.9).attained(groups), 4)
        0.8571
    """

    l: Annotated[int, Param("number of values known not to be the person's", low=0)]
    k: Annotated[int, Param("number of people known", low=0)]
    m: Annotated[int, Param("number of people whose value implies another's", low=0)]
    c: Annotated[Fraction, Param("bound on a posterior", above=0, high=1)]

    sense = "<"
    union_closed = False  # for m = 0 it is: n_s < c (n_s + R - k), R superadditive
    absorbing = False  # (1,1) + (0,1) at (0,0,0): 1/2 becomes 2/3
    bounded = "c"
    stops = "inference with l negative facts, k known people and m implications"
    misses = "more knowledge than that; skewness, similarity"
    policies = frozenset(MissingPolicy) - {MissingPolicy.WORST}

    def __post_init__(self) -> None:
        super().__post_init__()
        ways = (self.k + 1) * (self.m + 1)
        if self.m > 0 and ways > MOST_WAYS:
            raise ModelError(
                f"{self.name()}: (k + 1)(m + 1) must be at most {MOST_WAYS} if m > 0,"
                f" got {ways}; every way to share such knowledge among the groups is"
                " tried, so lower k or m"
            )

    @property
    def local(self) -> bool:
        return self.m == 0

    def prunes(self, *, suppression: bool) -> bool:
        return self.m == 0 and not suppression

    def level(self, histogram: Histogram) -> Numbers:
        return Numbers(histogram.max(self._knowledge(histogram).posterior))

    def judge(self, histogram: Histogram) -> NDArray[np.bool_]:
        known = self._knowledge(histogram)
        holds = satisfy_rounded(
            known.posterior,
            self.sense,
            self.c,
            lambda near: map(known.exact_posterior, near.tolist()),
        )
        failing = np.bincount(histogram.group[~holds], minlength=len(histogram))
        return failing == 0

    def most_of(self, histogram: Histogram) -> NDArray[np.int64] | None:
        """The bound of recursive (c/(1-c), l+2)-diversity, which this implies.

        X is at most R, so for the most frequent value r_1 / (r_1 + R) < c, and R is the
        tail without the l + 1 most frequent values.
        """
        return most_below(histogram, self.c, self.l + 2)

    def implied(self) -> tuple[Model, ...]:
        # l facts rule l values out: with l + 1 values one is left.
        return (DistinctLDiversity(self.l + 2, on=self.on),)

    def _knowledge(self, histogram: Histogram) -> SkylineKnowledge:
        return SkylineKnowledge(histogram, self.l, self.k, self.m)


@dataclass(frozen=True)
class SkylinePrivacy(AllOf):
    """For every point (l,k,m;c), knowledge of (l,k,m) makes no value as likely as c.

    Knowledge about a person t and a value s: l values that t does not have, k other
    people whose values are known, and m further people v with "if v has s, t has s".
    Several points allow less certainty the less an adversary knows. It does not bound
    what an adversary with more of any of the three concludes.
    `max P(t has s | knowledge) < c` at every point, written l:k:m:c; the measure is
    that of the first point, infinite in a group where another one fails.

    Edge cases: (0,0,0;c) is r_1 / N < c; with m > 0 people of other groups help, so the
    table is judged as a whole; a missing value must be a value of its own.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"C": 2, "H": 1, "V": 1}], on="ill")
        >>> model = SkylinePrivacy([(0, 0, 1, 0.8), (1, 0, 0, 0.7)])
        >>> model.spec, model.attained(groups), model.holds(groups).tolist()
        ('skyline-privacy:0:0:1:0.8|1:0:0:0.7', 0.75, [True])

    Reference:
        B. Chen, K. LeFevre, R. Ramakrishnan, Privacy Skyline: Privacy with
        Multidimensional Adversarial Knowledge, VLDB 2007.
    """

    points: Annotated[tuple[str, ...], Param("list of points l:k:m:c", low=1)]

    sense = "<"
    union_closed = False  # proven for m = 0 only, where searches may use it
    absorbing = False  # (1,1) + (0,1) at (0,0,0): 1/2 becomes 2/3
    bounded = "c"
    stops = "inference with negative facts, known people and implications"
    misses = "more knowledge than the points say; skewness, similarity"
    policies = frozenset(MissingPolicy) - {MissingPolicy.WORST}

    def __post_init__(self) -> None:
        listed = [self.points] if isinstance(self.points, str) else list(self.points)
        texts = [
            point if isinstance(point, str) else write_point(point) for point in listed
        ]
        object.__setattr__(self, "points", texts)
        super().__post_init__()
        read = [self._read(text) for text in self.points]
        written = tuple(
            write_point((point.l, point.k, point.m, point.c)) for point in read
        )
        object.__setattr__(self, "points", written)

    def _read(self, text: str) -> SkylinePoint:
        parts = text.split(":")
        if len(parts) != 4:
            raise ModelError(
                f"{self.name()}: points must be written l:k:m:c, got {text!r};"
                " for example 1:2:0:0.8"
            )
        return SkylinePoint(*parts, on=self.on, joint=self.joint)  # type: ignore[arg-type] # text is read as a number

    @property
    def c(self) -> Fraction:
        """The bound of the first point."""
        return self.parts()[0].c

    @property
    def local(self) -> bool:
        return all(part.local for part in self.parts())

    def prunes(self, *, suppression: bool) -> bool:
        return all(part.prunes(suppression=suppression) for part in self.parts())

    def parts(self) -> tuple[SkylinePoint, ...]:
        return tuple(self._read(text) for text in self.points)


def write_point(numbers: Sequence[int | float | Fraction]) -> str:
    """Write a point.

    >>> write_point((1, 2, 0, Fraction("0.8")))
    '1:2:0:0.8'
    """
    return ":".join(write_number(number) for number in numbers)
