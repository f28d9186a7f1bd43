# SPDX-License-Identifier: Apache-2.0
"""Skyline privacy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from diversa.data.missing import MissingPolicy
from diversa.errors import ModelError
from diversa.models.parameters import Param, write_number
from diversa.models.sensitive_model import AllOf
from diversa.models.skyline_point import SkylinePoint


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
