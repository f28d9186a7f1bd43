# SPDX-License-Identifier: Apache-2.0
"""Models of a user's own: of sizes, of shares, of kinds, of near numbers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np

from diversa.models.group_numbers import Numbers
from diversa.models.k_anonymity import KAnonymity
from diversa.models.model import Model
from diversa.models.parameters import Param
from diversa.models.proximity_bound import ProximityBound
from diversa.models.sensitive_model import SensitiveModel


@dataclass(frozen=True)
class OddSize(Model):
    """Every group has an odd number of rows, at least k.

    Two odd groups make an even one: it is not closed under unions. It still implies
    k-anonymity.
    """

    k: Annotated[int, Param("number of rows in every group", low=1)]

    union_closed = False
    absorbing = False
    bounded = "k"
    stops = "nothing"
    misses = "everything"

    def measure(self, groups):
        return Numbers(np.where(groups.sizes % 2 == 1, groups.sizes, 0))

    def implied(self):
        return (KAnonymity(self.k),)


@dataclass(frozen=True)
class LargestShare(SensitiveModel):
    """No value has more than a share of the rows of a group; it declares no more."""

    share: Annotated[Fraction, Param("largest share of a value", above=0, high=1)]

    sense = "<="
    union_closed = True
    absorbing = False
    bounded = "share"
    stops = "a guess that is right more often than the share"
    misses = "what is known of a person otherwise"

    def level(self, histogram):
        rows = histogram.max(histogram.counts) + histogram.unknown
        return Numbers(rows, histogram.sizes)


@dataclass(frozen=True)
class ShareOfKinds(LargestShare):
    """The same, and similar values are kept apart: groups are made from a taxonomy."""

    union_closed = False

    @property
    def similarity(self):
        return Fraction(1)


@dataclass(frozen=True)
class FarApart(SensitiveModel):
    """At most one in m rows of a group is within 5 of any of them."""

    m: Annotated[int, Param("inverse of the largest share near a value", low=1)]

    union_closed = False
    absorbing = False
    bounded = "m"
    stops = "learning that a number is about 40"
    misses = "everything else"

    @property
    def proximity(self):
        return ProximityBound(Fraction(5), Fraction(self.m), on=self.on)

    def level(self, histogram):
        most = [
            max(sum(n for u, n in rows if abs(u - v) <= 5) for v, _ in rows)
            for rows in rows_of(histogram)
        ]
        return Numbers(histogram.sizes, np.array(most))


def rows_of(histogram):
    """The numbers of each group and how many rows have them."""
    values = [float(text) for text in histogram.sensitive.dictionary.texts]
    for begin, end in zip(histogram.starts[:-1], histogram.starts[1:], strict=True):
        codes = histogram.values[begin:end].tolist()
        counts = histogram.counts[begin:end].tolist()
        yield [(values[code], n) for code, n in zip(codes, counts, strict=True)]
