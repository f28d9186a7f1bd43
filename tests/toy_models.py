# SPDX-License-Identifier: Apache-2.0
"""Models that allow no pruning, for searches that must be right without it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from diversa.models.group_numbers import Numbers
from diversa.models.k_anonymity import KAnonymity
from diversa.models.model import Model
from diversa.models.parameters import Param


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
