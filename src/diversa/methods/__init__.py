# SPDX-License-Identifier: Apache-2.0
"""The ways to recode a table, by the names they have in a plan.

A method turns a counted table and a plan into a decision. `auto` takes local recoding,
which loses least, where every model judges group by group, and full-domain
generalization otherwise.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from diversa.errors import PlanError
from diversa.methods.bucketize import bucketized, by_similarity, by_value
from diversa.methods.dealing import dealt
from diversa.methods.decision import Decision
from diversa.methods.full_domain import full_domain
from diversa.methods.method import Method, make_task
from diversa.methods.partitions import made_for, partitioned
from diversa.plan.plan import Plan
from diversa.plan.sections import foreign_settings
from diversa.progress import Progress
from diversa.recodings.buckets import unfit
from diversa.search.partitions.local_recoding import local_recoding
from diversa.search.partitions.mdav import mdav
from diversa.search.partitions.mondrian import mondrian
from diversa.search.task import Task
from diversa.tables.counted_table import CountedTable

__all__ = ["METHODS", "Method", "make_task"]


def name_method(task: Task, plan: Plan) -> tuple[str, str]:
    """The method that suits the models, and why."""
    if not all(m.local for m in task.models) or task.finest.population is not None:
        return "full-domain", "a model judges the release as a whole"
    methods = {made_for(model) for model in task.models}
    if "dealing" in methods:
        return "dealing", "merging groups may break a model of proximity"
    alone = len(plan.roles.sensitive) == 1
    if (
        "mbf" in methods
        and alone
        and all(unfit(model) is None for model in task.models)
    ):
        return "mbf", (
            "(l,e)-diversity keeps similar values apart, which merging breaks;"
            " quasi-identifiers are published as they are"
        )
    return "local-recoding", "it loses least"


def choose(counted: CountedTable, plan: Plan, progress: Progress) -> Decision:
    """Let the models choose the method."""
    name, why = name_method(make_task(counted, plan, progress), plan)
    if faults := [*foreign_settings(plan.search, name)]:
        raise PlanError(faults)
    decision = METHODS[name](counted, plan, progress)
    reached = decision.reached
    reason = f"{reached.reason}; auto chose {decision.method} because {why}"
    return replace(decision, reached=replace(reached, reason=reason))


METHODS: dict[str, Method] = {
    "auto": choose,
    "full-domain": full_domain,
    "mondrian": partial(partitioned, "mondrian", mondrian),
    "local-recoding": partial(partitioned, "local-recoding", local_recoding),
    "mdav": partial(partitioned, "mdav", mdav),
    "dealing": dealt,
    "anatomy": partial(bucketized, "anatomy", by_value),
    "mbf": partial(bucketized, "mbf", by_similarity),
}
"""Every method by the name it has in a plan."""
