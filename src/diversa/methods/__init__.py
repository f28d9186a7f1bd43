# SPDX-License-Identifier: Apache-2.0
"""The ways to recode a table, by the names they have in a plan.

A method turns a counted table and a plan into a decision. `auto` prefers a method that
is made for one of the models (`acceptance`). Otherwise it takes Mondrian with safe
labels, or local recoding where tight labels are asked for, if every model judges group
by group, and full-domain generalization if not. If a method finds nothing, the next one
is tried; and where safe labels lose much, full-domain generalization is taken if it
loses less.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from diversa.errors import NoSolutionError, PlanError
from diversa.methods.acceptance import suitable
from diversa.methods.bucketize import by_similarity, by_value, decide_buckets
from diversa.methods.dealing import decide_dealing
from diversa.methods.decision import Decision
from diversa.methods.full_domain import full_domain
from diversa.methods.memory import check_memory
from diversa.methods.method import Method, make_task
from diversa.methods.partitions import decide_partition
from diversa.methods.safe_labels import decide_safe
from diversa.plan.plan import Plan
from diversa.plan.search_section import foreign_settings, settings_of_levels
from diversa.progress import Progress
from diversa.recodings.local_recoding import LocalRecoding
from diversa.search.partitions.local_recoding import local_recoding
from diversa.search.partitions.mdav import mdav
from diversa.search.partitions.mondrian import mondrian
from diversa.tables.count_table import CountTable

__all__ = ["METHODS", "Method", "make_task", "run"]


def run(method: str, counted: CountTable, plan: Plan, progress: Progress) -> Decision:
    """Decide by a method, unless it would pass the memory limit."""
    check_memory(method, counted)
    if has_unnamed(counted) and method not in ("auto", "full-domain"):
        raise PlanError(
            f"search.method: must be full-domain with missing_person = worst, got"
            f" {method}; rows that do not say whose they are move with nobody"
        )
    return METHODS[method](counted, plan, progress)


def has_unnamed(counted: CountTable) -> bool:
    """True if some rows do not say whose they are, and anybody may have them."""
    return counted.kinds is not None and counted.kinds.unnamed is not None


def choose(counted: CountTable, plan: Plan, progress: Progress) -> Decision:
    """Try the methods that suit the models, best first."""
    (first, _), *_ = methods = [
        (name, why)
        for name, why in suitable(plan, divides_people=counted.divides_people)
        if counted.kinds is None or name not in ROW_METHODS
    ]
    if has_unnamed(counted):
        why = "some rows do not say whose they are"
        first, methods = "full-domain", [("full-domain", why)]
    elif given := [*settings_of_levels(plan.search)]:
        why = f"only that has search.{given[0]}"
        first, methods = "full-domain", [("full-domain", why)]
    if faults := [*foreign_settings(plan.search, first)]:
        raise PlanError(faults)
    failures: dict[str, NoSolutionError] = {}
    for name, why in methods:
        if any(foreign_settings(plan.search, name)):
            continue
        try:
            decision = run(name, counted, plan, progress)
        except NoSolutionError as failure:
            failures[name] = failure
            continue
        levels = full_domain_beside(decision, counted, plan, progress)
        if levels is None:
            return with_reason(decision, why, list(failures))
        return with_reason(*less_loss(decision, levels), list(failures))
    raise none_found(failures)


def full_domain_beside(
    decision: Decision, counted: CountTable, plan: Plan, progress: Progress
) -> Decision | None:
    """Full-domain generalization, to compare with safe labels that lose much.

    The loss of a release can be worked out from the release. So a choice by that alone
    tells readers nothing: safe labels that lose little are taken as they are.
    """
    is_safe = decision.method == "mondrian" and plan.search.labels == "safe"
    if not is_safe or decision.loss < MUCH:
        return None
    search = replace(plan.search, time=plan.search.time or SECONDS, secret=None)
    if any(foreign_settings(search, "full-domain")):
        return None
    try:
        return run("full-domain", counted, replace(plan, search=search), progress)
    except NoSolutionError:
        return None


def less_loss(groups: Decision, levels: Decision) -> tuple[Decision, str]:
    """Groups with safe labels or levels: the one that loses less, and the reason.

    The choice depends on both, so that not all is proved of the labels any more.
    """
    lost, other = (one.loss for one in (groups, levels))
    if other < lost:
        return levels, f"it loses {other:.3g}, and {groups.method} {lost:.3g}"
    recoding = groups.recoding
    if isinstance(recoding, LocalRecoding):
        groups = replace(groups, recoding=replace(recoding, by_size=False))
    return groups, f"it loses {lost:.3g}, and {levels.method} {other:.3g}"


def with_reason(decision: Decision, why: str, failed: list[str]) -> Decision:
    """The decision with the reason why its method was chosen."""
    reached = decision.reached
    before = f" ({' and '.join(failed)} found nothing)" if failed else ""
    reason = f"{reached.reason}; auto chose {decision.method} because {why}{before}"
    return replace(decision, reached=replace(reached, reason=reason))


def none_found(failures: dict[str, NoSolutionError]) -> NoSolutionError:
    """The failure of the first method, with the others that were tried in vain."""
    (name, first), *others = failures.items()
    if not others:
        return first
    tried = " and ".join(other for other, _ in others)
    return NoSolutionError(
        f"{first}\nThat is what {name} says; auto tried {tried} as well, in vain.",
        attained=first.attained,
    )


def decide_mondrian(counted: CountTable, plan: Plan, progress: Progress) -> Decision:
    """Cut a table at public split points, or where its rows lose least."""
    if plan.search.labels == "safe":
        return decide_safe(counted, plan, progress)
    return decide_partition("mondrian", mondrian, counted, plan, progress)


MUCH = 0.1
"""The loss from which on full-domain generalization is tried, too."""

SECONDS = 5
"""Processor time for that, unless the plan says more."""

ROW_METHODS = frozenset(["dealing", "anatomy", "mbf"])
"""Methods that deal out rows, and need one for each person."""

METHODS: dict[str, Method] = {
    "auto": choose,
    "full-domain": full_domain,
    "mondrian": decide_mondrian,
    "local-recoding": partial(decide_partition, "local-recoding", local_recoding),
    "mdav": partial(decide_partition, "mdav", mdav),
    "dealing": decide_dealing,
    "anatomy": partial(decide_buckets, "anatomy", by_value),
    "mbf": partial(decide_buckets, "mbf", by_similarity),
}
"""Every method by the name it has in a plan."""
