# SPDX-License-Identifier: Apache-2.0
"""Mondrian with safe labels: regions of public trees, which say nothing of single rows.

The groups depend on the quasi-identifiers alone. A further model is met by asking for
more rows on both sides of a cut, on a public ladder of numbers; groups in which it
fails are withheld as a whole where the plan allows that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from diversa.array_types import Bools
from diversa.errors import PlanError
from diversa.files.owner_key import owner_key
from diversa.hierarchies.coding import Coding
from diversa.hierarchies.grid import exact
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.hierarchies.intervals import Intervals
from diversa.hierarchies.taxonomy import Taxonomy
from diversa.methods.decision import Decision
from diversa.methods.method import make_task, settings
from diversa.methods.part_failures import require_holding, with_stars
from diversa.methods.partitions import require_local, require_one_group
from diversa.models.k_anonymity import rows_behind
from diversa.models.model import Model
from diversa.plan.plan import Plan
from diversa.plan.search_section import Search
from diversa.progress import Progress
from diversa.recodings.groupings import select_cells
from diversa.recodings.local_recoding import LocalRecoding
from diversa.recodings.number_scale import Domain
from diversa.recodings.partition import Partition, whole_table
from diversa.recodings.pieces import RowEntries, divide
from diversa.search.partitions.public_tree import (
    TreeRule,
    cut_publicly,
    public_trees,
)
from diversa.search.partitions.spread import spread_within
from diversa.search.search_summary import SearchSummary
from diversa.search.task import Task, holding
from diversa.tables.count_table import CountTable

REASON = "cuts at public split points where both sides have {least} {unit}"
"""Description of the method in the manifest."""

NOT_SAFE = ("cut", "relaxed", "sets", "numbers")
"""Settings of other labels: safe ones are regions of public trees."""

WITHHELD = 5.0
"""Rows that are withheld at random, on average, where groups may be withheld."""


def decide_safe(counted: CountTable, plan: Plan, progress: Progress) -> Decision:
    """Cut a table at public split points, and publish the regions."""
    require_safe(plan.search)
    task = make_task(counted, plan, progress)
    require_local("mondrian", task)
    require_one_group("mondrian", task)
    rule = tree_rule(counted, plan, task)
    begin = withhold_some(task, rule)
    task = replace(task, finest=begin.finest)
    partition = climb(task, begin, rule)
    require_holding(task, partition)
    unit = "people" if plan.roles.person else "rows"
    least = partition.tree_regions.least if partition.tree_regions else rule.least
    return Decision(
        "mondrian",
        LocalRecoding(
            partition=partition,
            by_size=asks_for_rows(task.models),
            **settings(counted, plan),
        ),
        SearchSummary(
            "mondrian", "best found", REASON.format(least=least, unit=unit), "loss"
        ),
        partition.metrics() | spread_within(partition),
        partition.suppressed_rows,
    )


def asks_for_rows(models: Sequence[Model]) -> bool:
    """True if models of groups with safe labels ask for nothing but a number of rows.

    Safe labels state nothing, so that a model of what labels state asks for no more.
    """
    return all(model.only_size or model.reads_labels for model in models)


def require_safe(search: Search) -> None:
    """Refuse settings that mean nothing for regions of public trees."""
    faults = [
        f"search.{key}: must come with labels = tight, got safe, which has no use for"
        " it; leave it out, or say labels = tight"
        for key in NOT_SAFE
        if key in search.explicit_settings
    ]
    if faults:
        raise PlanError(faults)


def tree_rule(counted: CountTable, plan: Plan, task: Task) -> TreeRule:
    """What shapes the trees of a plan."""
    search = plan.search
    return TreeRule(
        rows_behind(task.models),
        float(search.epsilon),
        counted.noise_key if search.secret is None else owner_key(search.secret),
        frozenset(
            choice.column
            for choice in counted.choices
            if isinstance(choice.given, Taxonomy)
        ),
        domains_of(counted),
        {name: float(weight) for name, weight in search.weights},
    )


def domains_of(counted: CountTable) -> dict[str, Domain]:
    """The numbers that columns are declared to have, whoever has them.

    These are `low` and `high` of intervals, `bottom` and `top` of coded ends.
    """
    found = {
        choice.column: domain_of(choice.given)
        for choice in counted.choices
        if isinstance(choice.given, Intervals | Coding)
    }
    return {name: domain for name, domain in found.items() if domain != Domain()}


def domain_of(kind: HierarchyKind | None) -> Domain:
    """The numbers that a hierarchy declares."""
    if isinstance(kind, Coding):
        ends = [None if end is None else exact(end) for end in (kind.bottom, kind.top)]
        return replace(domain_of(kind.then), bottom=ends[0], top=ends[1])
    if not isinstance(kind, Intervals) or kind.low is None or kind.high is None:
        return Domain()
    return Domain(exact(kind.low), exact(kind.high), is_open=kind.open_ends)


def withhold_some(task: Task, rule: TreeRule) -> Partition:
    """The whole table without a secret number of rows, drawn at random.

    Where groups may be withheld, their number tells less if nobody knows how many of
    the withheld rows are in them. Somebody who has several rows stays.
    """
    whole = whole_table(task.finest)
    of_rows = asks_for_rows(task.models)
    if of_rows or task.limit == 0 or task.finest.rows is not None:
        return whole
    noise = rule.noise(task.finest)
    number = min(noise.number("withheld rows", WITHHELD), task.limit)
    if number == 0:
        return whole
    rows = RowEntries(task.finest)
    gone = np.zeros(len(rows), dtype=np.int64)
    gone[noise.order("withheld", len(rows))[:number]] = 1
    pieces = divide(rows, gone, 2)
    left = whole_table(pieces.finest)
    return replace(left, part=np.where(pieces.group == 1, -1, 0).astype(np.int32))


def climb(task: Task, begin: Partition, rule: TreeRule) -> Partition:
    """Cut with more and more rows on both sides until few enough groups fail."""
    kept = np.flatnonzero(begin.part >= 0)
    finest = select_cells(task.finest, begin.part >= 0)
    trees = public_trees(finest, rule)
    limit = task.limit - begin.suppressed
    for least in ladder(rule.least):
        leaves = cut_publicly(finest, trees, least)
        partition = replace(leaves, finest=task.finest, axes=begin.axes)
        part = np.full(len(begin.part), -1, dtype=np.int32)
        part[kept] = leaves.part
        partition = replace(partition, part=part)
        fails = ~holding(task.models, leaves.groups)
        withheld = without(partition, fails)
        few = leaves.groups.sizes[fails].sum() <= limit and withheld.parts > 0
        if few and holding(task.models, with_stars(task, withheld)).all():
            return withheld
        if leaves.parts == 1:
            return partition
    raise AssertionError("a ladder ends with one group")


def ladder(least: int) -> Iterator[int]:
    """Least rows of a side: k, 2k, 3k, 5k, 8k, 13k and so on.

    >>> from itertools import islice
    >>> list(islice(ladder(5), 6))
    [5, 10, 15, 25, 40, 65]
    """
    one, other = 1, 2
    while True:
        yield one * least
        one, other = other, one + other


def without(partition: Partition, fails: Bools) -> Partition:
    """The partition without some parts, whose rows are withheld."""
    regions = partition.tree_regions
    if regions is None or not fails.any():
        return partition
    kept = np.flatnonzero(~fails)
    number = np.full(len(fails) + 1, -1, dtype=np.int32)
    number[kept] = np.arange(len(kept))
    return replace(
        partition,
        part=number[partition.part],
        parts=len(kept),
        tree_regions=regions.of_parts(kept),
    )
