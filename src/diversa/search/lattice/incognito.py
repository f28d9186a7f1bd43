# SPDX-License-Identifier: Apache-2.0
"""Incognito: every satisfying node, found by attribute subsets of growing size.

A node can satisfy only if its projection on every subset of the attributes does (the
subset property), and every generalization of a satisfying node satisfies. Both need
that valid nodes are closed upwards: union-closed models, absorbing ones with
suppression.

Reference:
    K. LeFevre, D. DeWitt, R. Ramakrishnan, Incognito: efficient full-domain
    k-anonymity, SIGMOD 2005; used for l-diversity by Machanavajjhala et al., 2006.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import numpy as np

from diversa.array_types import Bools
from diversa.counts.frequency_set import project
from diversa.search.evaluator import Evaluator
from diversa.search.lattice.lattice import Lattice
from diversa.search.lattice.node_verdicts import NodeVerdicts
from diversa.search.lattice.result import Best, SearchResult, require_pruning
from diversa.search.task import Task

Places = tuple[int, ...]
"""Positions of the attributes in a subset, ascending."""


def incognito(task: Task) -> SearchResult:
    """Find all satisfying nodes and the best of them."""
    require_pruning("incognito", task)
    every, checked = satisfying_by_subset(task)
    satisfying = every[tuple(range(len(task.lattice.heights)))]
    best, compared = best_of(task, satisfying)
    verdicts = NodeVerdicts(task)
    verdicts.judge_all(satisfying)
    return SearchResult(
        algorithm="incognito",
        best=best.outcome,
        cost=best.cost,
        checked=checked + compared,
        optimality="exact",
        reason="all satisfying nodes were found",
        verdicts=verdicts,
    )


def satisfying_by_subset(task: Task) -> tuple[dict[Places, Bools], int]:
    """Satisfying nodes of every subset of the attributes, and the number counted."""
    attributes = range(len(task.lattice.heights))
    survivors: dict[Places, Bools] = {(): np.ones((), dtype=bool)}
    checked, done = 0, 0
    for size in range(1, len(attributes) + 1):
        for places in combinations(attributes, size):
            part = replace(task, finest=project(task.finest, places))
            candidates = join(survivors, places, part.lattice)
            survivors[places], counted = search_graph(part, candidates)
            checked, done = checked + counted, done + 1
            task.progress(done, 2 ** len(attributes) - 1)
    return survivors, checked


def join(survivors: Mapping[Places, Bools], places: Places, lattice: Lattice) -> Bools:
    """Candidates: nodes whose projections on all smaller subsets survived."""
    candidates = lattice.node_mask.copy()
    for axis in range(len(places)):
        smaller = survivors[places[:axis] + places[axis + 1 :]]
        candidates &= np.expand_dims(smaller, axis)
    return candidates


def search_graph(task: Task, candidates: Bools) -> tuple[Bools, int]:
    """Search one subset bottom-up; a satisfying node marks all its generalizations."""
    evaluator, lattice = Evaluator(task), task.lattice
    marked = np.zeros(lattice.shape, dtype=bool)
    heights = lattice.node_heights[candidates]
    nodes = np.argwhere(candidates)[np.argsort(heights, kind="stable")]
    for line in nodes.tolist():
        node = tuple(line)
        if not marked[node] and evaluator.is_valid(evaluator.outcome(node)):
            marked[lattice.above(node)] = True
    return marked & candidates, evaluator.checked


def best_of(task: Task, satisfying: Bools) -> tuple[Best, int]:
    """The best satisfying node, and the number of nodes counted to find it."""
    # Where no row is removed every objective grows along the lattice.
    chosen = task.lattice.minimal(satisfying) if task.limit == 0 else satisfying
    evaluator, best = Evaluator(task), Best(task.objective)
    for line in np.argwhere(chosen).tolist():
        best.offer(evaluator.outcome(tuple(line)))
    return best, evaluator.checked
