# SPDX-License-Identifier: Apache-2.0
"""The measure of privacy in a sweep: the level of a model, or a risk."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from diversa.counts.groups import Groups
from diversa.errors import PlanError
from diversa.models.model import Model
from diversa.plan.plan import Plan
from diversa.risks.risk import prosecutor
from diversa.sweeps.axis import Axis

RISKS = ("average risk", "highest risk")
"""Measures of privacy that are no level of a model."""


@dataclass(frozen=True)
class Yardstick:
    """The measure of privacy in a sweep."""

    name: str
    """The number, in words for people."""
    model: Model | None = None
    """The model whose attained level it is; None for a risk."""

    @property
    def more_is_safer(self) -> bool:
        """True if a greater number is more privacy."""
        return self.model is not None and self.model.sense == ">="

    @classmethod
    def choose(cls, plan: Plan, axes: Sequence[Axis], asked: str | None) -> Yardstick:
        """The yardstick that was asked for; else the model that varies, or the first.

        A model can be one if its level is one number: only its bound varies, or nothing
        of it does, and the groups of a release are enough to measure it. If there is no
        such model, the yardstick is the average risk.
        """
        if asked in RISKS:
            return cls(str(asked))
        levels = {
            model.name(): model
            for model in plan.bound_models()
            if has_level(model, [axis.name for axis in axes])
        }
        if asked is not None:
            if asked not in levels:
                raise PlanError(
                    f"privacy: must be one of {', '.join([*RISKS, *levels])}, got"
                    f" '{asked}'"
                )
            return cls.of_level(levels[asked])
        varying = [
            model
            for name, model in levels.items()
            for axis in axes
            if axis.name in (model.bounded, f"{name}.{model.bounded}")
        ]
        return next(map(cls.of_level, [*varying, *levels.values()]), cls(RISKS[0]))

    @classmethod
    def of_level(cls, model: Model) -> Yardstick:
        """The level that a model attains."""
        return cls(f"{model.subject} of {model.name()}", model)

    def measure(self, groups: Groups) -> float | None:
        """The number of a release; None where it is not defined."""
        if self.model is None:
            return risks_of(groups)[RISKS.index(self.name)]
        return finite(self.model.attained(groups)) if len(groups) else None


def has_level(model: Model, varying: Sequence[str]) -> bool:
    """True if the level of a model is one number in all points of a sweep."""
    others = set(model.parameters()) - {model.bounded}
    changed = {name.rpartition(".")[2] for name in varying} & others
    return not (model.needs or model.looks_around or changed) and model.local


def risks_of(groups: Groups) -> tuple[float, float]:
    """The average and the highest risk of a person to be found in a release."""
    if not len(groups):
        return 0.0, 0.0
    own = (
        groups.sizes if groups.people is None else groups.people.by_least(groups.sizes)
    )
    found = prosecutor(own, groups.sizes, threshold=1.0)
    return found.average or 0.0, found.highest or 0.0


def finite(number: float) -> float | None:
    """A number that can be drawn and written; None where it is none."""
    return float(number) if math.isfinite(number) else None
