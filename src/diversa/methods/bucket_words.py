# SPDX-License-Identifier: Apache-2.0
"""What a plan says about a release of two tables, and what it cannot ask of one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from diversa.errors import PlanError
from diversa.methods.acceptance import fits_buckets, general_method
from diversa.models.model import Model
from diversa.plan.plan import Plan
from diversa.recodings.buckets import unfit
from diversa.search.partitions.round_robin import least_different

ROWS_FOR_EACH_VALUE = 4
"""Rows of a group for each value that must differ in it, where groups are joined."""


@dataclass(frozen=True)
class BucketWords:
    """What a plan says about groups."""

    seed: int
    """Seed of the dealing."""
    nearby: bool
    """True if near rows meet."""
    least: int
    """Least rows of a group; 1 leaves groups as they are dealt."""

    @classmethod
    def of(cls, plan: Plan, models: tuple[Model, ...]) -> BucketWords:
        """The words of a plan; groups are joined if that breaks no model."""
        search = plan.search
        least = search.group_rows
        if least is None:
            several = search.nearby and all(model.union_closed for model in models)
            least = ROWS_FOR_EACH_VALUE * least_different(models) if several else 1
        return cls(search.seed, search.nearby, max(1, least))


def similarities(models: tuple[Model, ...]) -> list[Fraction]:
    """The distances in a taxonomy that models call similar."""
    distances = [model.similarity for model in models]
    return [distance for distance in distances if distance is not None]


def require_fitting(name: str, plan: Plan) -> None:
    """Refuse plans that two tables cannot satisfy, every fault at once."""
    models, secret = plan.bound_models(), plan.roles.sensitive
    other = general_method(plan)
    faults = [
        f"search.method: {name} publishes quasi-identifiers as they are, so that"
        f" {model.spec} cannot be promised ({why}); leave it out or use {other}"
        for model in models
        if (why := unfit(model)) is not None
    ]
    if len(secret) != 1:
        faults.append(
            f"search.method: {name} must have one sensitive attribute, got"
            f" {len(secret)}; use {other}"
        )
    broken = [model.spec for model in models if not model.union_closed]
    if plan.search.group_rows is not None and plan.search.group_rows > 1 and broken:
        faults.append(
            f"search.group_rows: must be left out with {broken[0]}, got"
            f" {plan.search.group_rows}; it may fail where groups are joined in which"
            " it holds"
        )
    if name == "mbf" and not similarities(models):
        faults.append(
            "search.method: mbf must have a model with e (le-diversity), got none; use"
            f" {'anatomy' if fits_buckets(plan) else other}"
        )
    if plan.privacy.suppress_by == "star":
        faults.append(
            f"privacy.suppress_by: must be drop with the method {name}, got star; a row"
            " without a group says nothing"
        )
    if faults:
        raise PlanError(faults)
