# SPDX-License-Identifier: Apache-2.0
"""Methods that accept the models of a plan, for refusals and for `auto`."""

from __future__ import annotations

from collections.abc import Iterator

from diversa.models.model import Model
from diversa.plan.plan import Plan
from diversa.recodings.buckets import unfit


def general_method(plan: Plan) -> str:
    """The method that accepts any models and loses least, with the labels asked for."""
    if not judges_by_group(plan):
        return "full-domain"
    return "local-recoding" if plan.search.labels == "tight" else "mondrian"


def judges_by_group(plan: Plan) -> bool:
    """True if every model judges a group by itself."""
    alone = plan.privacy.population is None
    return alone and all(model.local for model in plan.bound_models())


def fits_buckets(plan: Plan) -> bool:
    """True if two tables can promise what the plan asks for."""
    return (
        len(plan.roles.sensitive) == 1
        and plan.privacy.suppress_by == "drop"
        and all(unfit(model) is None for model in plan.bound_models())
    )


def method_for(model: Model) -> str | None:
    """The method made for a model that a merge of groups may break, if any."""
    if model.union_closed:
        return None
    if model.proximity is not None:
        return "dealing"
    if model.similarity is not None:
        return "mbf"
    return "anatomy" if model.distinct_suffices else None


AS_THEY_ARE = "quasi-identifiers are published as they are"
"""Warning about methods that publish two tables."""

WHY = {
    "dealing": "merging groups may break a model of proximity",
    "mbf": "(l,e)-diversity keeps similar values apart, which merging breaks;"
    f" {AS_THEY_ARE}",
    "anatomy": f"a model keeps equal values apart, which merging breaks; {AS_THEY_ARE}",
}
"""Reasons to choose a method."""


LOSES_LEAST = {
    "safe": "it loses least with labels that say nothing of single rows",
    "region": "regions are asked for",
    "tight": "it loses least",
}
"""Reasons to choose the method that accepts any models, by the labels."""


def suitable(plan: Plan, *, divides_people: bool = False) -> Iterator[tuple[str, str]]:
    """The methods that accept the models, best first, each with the reason."""
    if divides_people:
        yield "full-domain", "the quasi-identifiers of a person differ between rows"
        return
    if not judges_by_group(plan):
        yield "full-domain", "a model judges the release as a whole"
        return
    wanted = {method_for(model) for model in plan.bound_models()}
    for name, why in WHY.items():
        fits = (
            plan.search.labels == "tight" if name == "dealing" else fits_buckets(plan)
        )
        if name in wanted and fits:
            yield name, why
    yield general_method(plan), LOSES_LEAST[plan.search.labels]
    merging_keeps = all(model.union_closed for model in plan.bound_models())
    if plan.privacy.suppression or not merging_keeps:
        yield "full-domain", "it suppresses other rows, and looks at every level"
    # Else a table that fails as one group fails on every level.
