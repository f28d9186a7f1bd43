# SPDX-License-Identifier: Apache-2.0
"""Groups of two tables that keep a limit of right guesses, and a warning without one.

Two adversaries guess: who learns from the release, and who knows from elsewhere what
goes with what. The worse of them counts, as groups that mislead the first may be open
to the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from diversa.attacks.attack_result import Attacks
from diversa.attacks.correlation import Correlation, correlation
from diversa.attacks.exposure import percent
from diversa.errors import PlanError
from diversa.evidence.owner_attacks import places_of
from diversa.methods.bucket_words import ROWS_FOR_EACH_VALUE
from diversa.methods.decision import Decision
from diversa.models.model import Model
from diversa.plan.plan import Plan
from diversa.search.partitions.round_robin import least_different
from diversa.tables.count_table import CountTable

TIMES = (1, 2, 4, 8, 16)
"""Rows of a group, as multiples of the values that must differ, that are tried."""


def decide_within_limit(
    counted: CountTable, plan: Plan, decide: Callable[[Plan], Decision]
) -> Decision:
    """The first decision of which both adversaries guess no more right than allowed."""
    limit = plan.privacy.correlation_limit
    if limit is None:
        return decide(plan)
    attained = []
    for tried in plans_to_try(plan):
        decision = decide(tried)
        table = decision.counted or counted
        found = [*measure_decision(decision, table, plan)]
        right = max(one.right for one in found)
        base = max(one.without_groups or 0.0 for one in found)
        if limit < base:
            raise PlanError(
                f"privacy.correlation_limit: must be at least {percent(base)}, which is"
                " guessed right without any groups, got"
                f" {percent(float(limit))}; no choice of groups goes below"
            )
        if right <= limit:
            return decision
        sizes = decision.recoding.recode(table).groups.sizes
        attained.append(
            f"{percent(right)} with groups of at least {int(sizes.min()):,} rows"
        )
    raise PlanError(
        f"privacy.correlation_limit: must be a share of right guesses that some groups"
        f" keep, got {percent(float(limit))}; there is {', '.join(attained)}, and"
        f" {percent(base)} without any groups. Raise the limit, or use a method that"
        " generalizes, such as mondrian"
    )


def plans_to_try(plan: Plan) -> Iterator[Plan]:
    """Plans with larger and larger groups; the plan itself if it says how large."""
    models = plan.bound_models()
    joined = all(model.union_closed for model in models) and plan.search.nearby
    if plan.search.group_rows is not None or not joined:
        yield plan
        return
    for times in TIMES:
        rows = times * least_different(models)
        yield replace(plan, search=replace(plan.search, group_rows=rows))


def measure_decision(
    decision: Decision, counted: CountTable, plan: Plan
) -> Iterator[Correlation]:
    """The guesses about each sensitive attribute, if groups were published so."""
    if decision.recoding.sensitive_table is None:
        raise PlanError(
            "privacy.correlation_limit: must come with the method anatomy or mbf, got"
            f" {decision.method}, in which rows of a group look alike; leave it out"
        )
    places = places_of(decision.recoding.recode(counted))
    for name in plan.roles.sensitive:
        found = "counts lack rows" if places is None else correlation(places, name)
        if isinstance(found, str):
            raise PlanError(
                f"privacy.correlation_limit: guesses of '{name}' cannot be measured"
                f" ({found}); leave the limit out"
            )
        yield found


def correlation_warnings(attacks: Attacks, plan: Plan) -> tuple[str, ...]:
    """The gain of adversaries over the promise of the groups, where that is much."""
    return tuple(
        warning(found, plan.bound_models())
        for found in attacks
        if isinstance(found, Correlation) and found.exceeds_promise
    )


def warning(found: Correlation, models: tuple[Model, ...]) -> str:
    """A warning, and what helps."""
    sure = max(one.sure for one in (found.learner, found.oracle or found.learner))
    people = f" and surer than 90 % of {sure:,} {found.units}" if sure else ""
    alone = ""
    if found.without_groups is not None:
        alone = f" Without any groups it would be {percent(found.without_groups)}."
    return (
        "Warning: groups alone promise that a guess of"
        f" '{found.on}' is right in {percent(found.promised)} of cases. Who learns from"
        f" this release how {found.attributes} quasi-identifiers go with it, or knows"
        f" that from elsewhere, is right in {percent(found.right)}{people}.{alone}"
        f" {advice(found, models)}"
    )


def advice(found: Correlation, models: tuple[Model, ...]) -> str:
    """The remedy against those who know what goes with what."""
    general = "generalization tells less: --method mondrian."
    broken = [model for model in models if not model.union_closed]
    if broken:
        return (
            f"Groups cannot be joined with {broken[0].spec}; those of"
            " subtree-frequency-diversity or frequency-l-diversity can (--method"
            f" anatomy), and {general}"
        )
    least = ROWS_FOR_EACH_VALUE * least_different(models)
    more = max(least, 2 * int(found.total / max(1, found.groups)))
    return f"Larger groups of near rows help: --group-rows {more}; {general}"
