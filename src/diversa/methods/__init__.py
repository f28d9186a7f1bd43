# SPDX-License-Identifier: Apache-2.0
"""The ways to recode a table, by the names they have in a plan.

A method turns a counted table and a plan into a decision. `auto` takes local recoding,
which loses least, where every model judges group by group, and full-domain
generalization otherwise.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from diversa.clock import Progress
from diversa.counting import Counted
from diversa.decision import Decision
from diversa.methods.full_domain import full_domain
from diversa.methods.method import Method, make_task
from diversa.methods.partitions import partitioned
from diversa.plan import Plan
from diversa.search.local_recoding import cheapest_cuts, local_recoding

__all__ = ["METHODS", "Method", "make_task"]


def choose(counted: Counted, plan: Plan, progress: Progress) -> Decision:
    """Local recoding where the models allow it, else full-domain generalization."""
    task = make_task(counted, plan, progress)
    local = all(model.local for model in task.models)
    fits = local and task.finest.population is None
    name = "local-recoding" if fits else "full-domain"
    why = "it loses least" if fits else "a model judges the release as a whole"
    decision = METHODS[name](counted, plan, progress)
    reached = decision.reached
    reason = f"{reached.reason}; auto chose {decision.method} because {why}"
    return replace(decision, reached=replace(reached, reason=reason))


METHODS: dict[str, Method] = {
    "auto": choose,
    "full-domain": full_domain,
    "mondrian": partial(
        partitioned,
        "mondrian",
        "cuts that lose least, as long as both sides hold",
        cheapest_cuts,
    ),
    "local-recoding": partial(
        partitioned,
        "local-recoding",
        "cuts that lose least, then moves between groups",
        local_recoding,
    ),
}
"""Every method by the name it has in a plan."""
