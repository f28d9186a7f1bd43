# SPDX-License-Identifier: Apache-2.0
"""m-invariance; `republication` judges it over a series of releases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from diversa.counts.histogram import Histogram
from diversa.errors import ModelError
from diversa.models.group_numbers import Numbers
from diversa.models.m_uniqueness import MUniqueness
from diversa.models.needs import NONE_GIVEN
from diversa.models.parameters import Param
from diversa.models.sensitive_model import SensitiveModel


@dataclass(frozen=True)
class MInvariance(SensitiveModel):
    """Every release is m-unique, and a person's group always has the same values.

    The values of a group are its signature. Whoever compares the groups of a person in
    several releases still has m values to choose from: 1/m against intersection.
    Where people leave, counterfeit rows may be needed to keep a signature whole. It
    does not help against what is known of a person's value otherwise.

    Edge cases: a row without a key is counterfeit: it counts in its group and nobody is
    behind it; a person who leaves and comes back must find the same signature.

    One release does not tell: the model is judged by `diversa.m_invariance` over the
    whole series with a key of the people, which is never published.

    Example:
        >>> from diversa.models.republication import judge_series, series_of
        >>> first = [[("Bob", "flu"), ("Alice", "asthma")]]
        >>> second = [[("Bob", "flu"), ("Carl", "cancer")]]
        >>> found = judge_series(series_of([first, second]))
        >>> found.level, found.changed_persons, found.least_left
        (1, 1, 1)

    Reference:
        X. Xiao, Y. Tao, m-Invariance: Towards Privacy Preserving Re-publication of
        Dynamic Datasets, SIGMOD 2007.
    """

    m: Annotated[int, Param("number of values of every signature", low=1)]

    union_closed = False  # {a, b} and {b, c}: b occurs twice in their union
    absorbing = False  # {a, b} and {a}
    bounded = "m"
    of_series = True
    needs = ("history",)
    stops = "comparing the groups of a person in several releases"
    misses = "other knowledge about a person's value"

    @property
    def in_each_release(self) -> MUniqueness:
        return MUniqueness(self.m, on=self.on)

    def level(self, histogram: Histogram) -> Numbers:
        del histogram
        raise ModelError(f"{self.spec}: {NONE_GIVEN['history']}")
