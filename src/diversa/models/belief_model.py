# SPDX-License-Identifier: Apache-2.0
"""The shape of a model of beliefs: it bounds one number per belief, in every group."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.counts.groups import Groups
from diversa.counts.histogram import Histogram
from diversa.data.missing import MissingPolicy
from diversa.errors import ModelError
from diversa.models.bayes_optimal_privacy import Beliefs, find_beliefs
from diversa.models.group_numbers import Numbers, satisfy_rounded
from diversa.models.sensitive_model import SensitiveModel


@dataclass(frozen=True)
class BeliefModel(SensitiveModel):
    """A model of what an adversary who knows the population believes of a person."""

    needs = ("population",)
    tells_people_apart = True
    counts_matches = True
    policies = frozenset(MissingPolicy) - {MissingPolicy.WORST}

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.joint:
            raise ModelError(
                f"{self.name()}: joint must be false, got true; beliefs about one"
                " attribute are not defined inside values of another"
            )

    @abstractmethod
    def number(self, beliefs: Beliefs) -> NDArray[Any]:
        """One number per belief, as exact as the beliefs are."""

    def level(self, histogram: Histogram) -> Numbers:
        beliefs = find_beliefs(histogram)
        numbers = self.number(beliefs).astype(np.float64)
        least = self.sense == ">="
        worst = np.full(len(histogram), np.inf if least else -np.inf)
        (np.minimum if least else np.maximum).at(worst, beliefs.group, numbers)
        return Numbers(worst)

    def judge(self, histogram: Histogram) -> NDArray[np.bool_]:
        beliefs = find_beliefs(histogram)
        holds = satisfy_rounded(
            self.number(beliefs),
            self.sense,
            self.bound,
            lambda near: self.number(beliefs.exact(near)),
        )
        failing = np.bincount(beliefs.group[~holds], minlength=len(histogram))
        return failing == 0

    def check_counts(self, groups: Groups) -> None:
        find_beliefs(groups.histogram(self.on))
