# SPDX-License-Identifier: Apache-2.0
"""Evaluations: the cost of models, before anything is published."""

from __future__ import annotations

import math
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from diversa.models.model import Model
from diversa.plan.keywords import PlanKeywords
from diversa.studio import plans
from diversa.studio.rest.plans import PlanChange
from diversa.studio.rest.visits import Number, Visited, route
from diversa.studio.security.permissions import Action
from diversa.studio.tables import search_words
from diversa.studio.visit import Visit

router = APIRouter(prefix="/api", tags=["evaluate"])


class Varied(PlanChange):
    """A setting to vary, and the words that stay."""

    vary: Annotated[str, Field(max_length=200)]
    """A word of a plan, or the spec of a model with {} where it varies."""
    values: Annotated[list[float | str], Field(min_length=1, max_length=50)]

    def words(self) -> PlanKeywords:
        """The settings that do not vary."""
        words: Any = self.model_dump(exclude_none=True, exclude={"vary", "values"})
        return words


class Evaluation(BaseModel):
    """The best release for a plan."""

    method: str
    levels: dict[str, int] | None
    suppressed: int
    metrics: dict[str, float | None]
    optimality: str
    models: list[str]


class Point(BaseModel):
    """The cost of one value of a setting."""

    value: float | str
    loss: float | None
    suppressed: int | None
    levels: dict[str, int] | None
    failure: str | None


@router.post("/projects/{project}/evaluate", **route(Action.READ_DATA))
def evaluate(visit: Visited, project: Number, body: PlanChange) -> Evaluation:
    """The best release for the plan so far, with some words laid over it."""
    words = words_for(visit, project, body)
    proposal = plans.ask(visit.to(project), lambda table: table.search(**words))
    return Evaluation(
        method=proposal.method,
        levels=None if proposal.levels is None else dict(proposal.levels),
        suppressed=proposal.suppressed,
        metrics={name: finite(value) for name, value in proposal.metrics.items()},
        optimality=proposal.search.optimality,
        models=[model.spec for model in proposal.plan.bound_models()],
    )


@router.post("/projects/{project}/frontier", **route(Action.READ_DATA))
def frontier(visit: Visited, project: Number, body: Varied) -> list[Point]:
    """The cost of each value of a setting."""
    words = words_for(visit, project, body)
    if body.models is None and "{}" in body.vary:
        words["models"] = others(words.get("models", ()), body.vary)
    points = plans.ask(
        visit.to(project),
        lambda table: table.frontier(body.vary, body.values, **words),
    )
    return [
        Point(
            value=point.value,
            loss=None if point.loss is None else finite(point.loss),
            suppressed=point.suppressed,
            levels=None if point.levels is None else dict(point.levels),
            failure=point.failure,
        )
        for point in points
    ]


def words_for(visit: Visit, project: str, change: PlanChange) -> PlanKeywords:
    """The search settings of the plan, with those that were sent in their place."""
    plan = plans.plan_of(visit.to(project))
    words: Any = {**search_words(plan), **change.words()}
    return words


def others(models: Any, vary: str) -> list[Model]:  # noqa: ANN401 - as plans take them
    """The models of the plan beside the one that varies."""
    name = vary.partition(":")[0]
    return [model for model in models if model.spec.partition(":")[0] != name]


def finite(value: float) -> float | None:
    """A number as JSON holds it."""
    return value if math.isfinite(value) else None
