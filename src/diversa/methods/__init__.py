# SPDX-License-Identifier: Apache-2.0
"""The ways to recode a table, by the names they have in a plan.

A method turns a counted table and a plan into a decision. `auto` prefers a method that
is made for one of the models (`acceptance`). Otherwise it takes Mondrian with safe
labels, or local recoding where tight labels are asked for, if every model judges group
by group, and full-domain generalization if not. If a method finds nothing, the next one
is tried.
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
from diversa.plan.search_section import foreign_settings
from diversa.progress import Progress
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
    if faults := [*foreign_settings(plan.search, first)]:
        raise PlanError(faults)
    failures: dict[str, NoSolutionError] = {}
    for name, why in methods:
        if any(foreign_settings(plan.search, name)):
            continue
        try:
            return with_reason(run(name, counted, plan, progress), why, list(failures))
        except NoSolutionError as failure:
            failures[name] = failure
    raise none_found(failures)


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
