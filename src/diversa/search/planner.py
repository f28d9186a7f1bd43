# SPDX-License-Identifier: Apache-2.0
"""The planner: chooses the search for a task, and explains a failure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from diversa.errors import NoSolutionError, PlanError, nearest
from diversa.search.evaluator import Evaluator
from diversa.search.lattice.anytime import anytime
from diversa.search.lattice.datafly import datafly
from diversa.search.lattice.descent import descent
from diversa.search.lattice.exhaustive import exhaustive
from diversa.search.lattice.incognito import incognito
from diversa.search.lattice.lattice import ENUMERABLE
from diversa.search.lattice.optimal import optimal
from diversa.search.lattice.result import SearchResult
from diversa.search.lattice.samarati import samarati
from diversa.search.task import Task

SEARCHES: dict[str, Callable[[Task], SearchResult]] = {
    "optimal": optimal,
    "exhaustive": exhaustive,
    "incognito": incognito,
    "samarati": samarati,
    "datafly": datafly,
    "descent": descent,
    "anytime": anytime,
}
"""Every search over the lattice by the name it has in a plan."""

SMALL = 2**12
"""Most nodes of a lattice that `descent` searches to the end."""


def choose(task: Task) -> str:
    """The algorithm for `auto`: exact if the lattice can be enumerated."""
    if task.finest.groups.unnamed is not None:
        return "exhaustive"  # no bound of another search is proven for such rows
    return "optimal" if task.lattice.is_enumerable else "anytime"


def search_for(task: Task, name: str) -> Callable[[Task], SearchResult]:
    """The search of a name; an exact one where that is possible and wanted."""
    if name == "optimal" and not task.lattice.is_enumerable:
        return anytime
    if name == "descent" and task.lattice.size <= SMALL:
        return exact_descent
    return SEARCHES[name]


def exact_descent(task: Task) -> SearchResult:
    """The best node of a small lattice, for plans that ask for `descent`."""
    result = optimal(task)
    reason = f"the lattice is small; {result.reason}"
    return replace(result, algorithm="descent", reason=reason)


def choose_all(task: Task) -> str:
    """The algorithm that lists all satisfying nodes: pruning if it is allowed."""
    if task.finest.groups.unnamed is not None:
        return "exhaustive"
    subsets = 2 ** len(task.lattice.heights)
    return "incognito" if task.prunes and subsets < task.lattice.size else "exhaustive"


def search(task: Task, *, algorithm: str = "auto") -> SearchResult:
    """Find the best node; raises NoSolutionError where there is none."""
    name = choose(task) if algorithm == "auto" else algorithm
    if task.finest.groups.unnamed is not None and name != "exhaustive":
        raise PlanError(
            "search.algorithm: must be exhaustive with missing_person = worst, got"
            f" {name}; leave it out"
        )
    if name not in SEARCHES:
        known = nearest(name, ["auto", *SEARCHES])
        raise PlanError(
            f"search.algorithm: must be a known search, got '{name}'; {known}"
        )
    result = search_for(task, name)(task)
    if result.best is None:
        raise NoSolutionError(explain_failure(task, result), attained=attained(task))
    return result


def search_all(task: Task, *, algorithm: str = "auto") -> SearchResult:
    """Find every satisfying node; no node at all is not an error here.

    An algorithm that does not list all nodes is replaced by one that does.
    """
    if not task.lattice.is_enumerable:
        raise PlanError(
            f"lattice: must have at most {ENUMERABLE} nodes to list them all, got"
            f" {task.lattice.size}; name fewer quasi-identifiers or fewer levels"
        )
    listing = algorithm in ("incognito", "exhaustive")
    listing = listing and task.finest.groups.unnamed is None
    return SEARCHES[algorithm if listing else choose_all(task)](task)


def attained(task: Task) -> dict[str, float]:
    """Level of each model when the whole table is as general as possible."""
    groups = Evaluator(task).outcome(task.lattice.top).frequency_set.groups
    return {model.spec: model.attained(groups) for model in task.models}


def explain_failure(task: Task, result: SearchResult) -> str:
    """Say which models fail even at the top node, and for how many rows."""
    outcome = Evaluator(task).outcome(task.lattice.top)
    groups = outcome.frequency_set.groups
    # A greedy search that fails proves something only where the top is the last hope.
    proven = result.optimality == "exact" or task.prunes
    lines = [
        f"{'no generalization' if proven else 'no generalization that was tried'}"
        f" satisfies the models with at most {task.limit} of {task.total} {task.unit}"
        f" suppressed ({result.checked} of {task.lattice.size} nodes counted)."
    ]
    for model in task.models:
        failing = ~model.holds(groups)
        if failing.any():
            rows = int(groups.sizes[failing].sum())
            repair = (
                f"{rows} {task.unit} would have to go there"
                if model.local
                else ("removing groups is no repair")
            )
            lines.append(
                f"{model.spec}: fully generalized the table attains"
                f" {model.describe(model.attained(groups))}; {repair}."
            )
    lines.append("Ask less of the models, or allow more rows to be suppressed.")
    return "\n".join(lines)
