# SPDX-License-Identifier: Apache-2.0
"""Dealing: groups for models of proximity that a merge may break."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.counts.groups import Groups
from diversa.errors import NoSolutionError, PlanError
from diversa.methods.decision import Decision
from diversa.methods.method import make_task, require_a_row_each, settings
from diversa.methods.part_failures import ADVICE
from diversa.methods.partitions import cut_of, require_local
from diversa.models.proximity_bound import ProximityBound
from diversa.plan.plan import Plan
from diversa.progress import Progress
from diversa.recodings.box_style import style_of
from diversa.recodings.groupings import free_name
from diversa.recodings.local_recoding import LocalRecoding
from diversa.recodings.partition import whole_table
from diversa.recodings.pieces import RowEntries, divide
from diversa.search.partitions.dealing import Dealer, dealing, proximities
from diversa.search.partitions.round_robin import first_of_each
from diversa.search.search_summary import SearchSummary
from diversa.search.task import Task
from diversa.tables.count_table import CountTable

NAME = "dealing"

REASON = (
    "cuts and moves while no window is too full on either side, which is closed under"
    " union; then rows dealt by their numbers inside the parts"
)
"""Description of the search in the manifest."""


def decide_dealing(counted: CountTable, plan: Plan, progress: Progress) -> Decision:
    """Form groups with boxes of their own; rows of one box may be in several groups."""
    require_a_row_each("dealing", counted)
    task = make_task(counted, plan, progress)
    require_local(NAME, task)
    require_proximity(task)
    partition = dealing(
        task,
        seed=plan.search.seed,
        cut=cut_of(plan.search),
        style=style_of(NAME, plan.search, task.models),
        kept=rows_to_keep(task, plan.search.seed),
    )
    words, column = settings(counted, plan), free_name("group", counted.table.columns)
    words["columns"] = (*words["columns"], column)
    return Decision(
        NAME,
        LocalRecoding(partition=partition, group_column=column, **words),
        SearchSummary(NAME, "best found", REASON, "loss"),
        partition.metrics(),
        partition.suppressed,
    )


def rows_to_keep(task: Task, seed: int) -> Bools | None:
    """Mask of the rows that are not suppressed; None if all rows can stay.

    As few rows go as must; the seed chooses among equal ones. Rows published as `*` are
    refused: they would be one group of rows that did not fit.
    """
    dealer, whole = Dealer(task.models), whole_table(task.finest).groups
    if dealer.groups_of(whole).all():
        return None
    point, most = most_of_each(task, dealer, whole)
    rows = RowEntries(task.finest)
    order = np.random.default_rng(seed).permutation(len(rows.entry))
    kept = np.empty(len(order), dtype=bool)
    kept[order] = first_of_each(point[rows.entry[order]], most)
    gone = len(kept) - int(kept.sum())
    left = divide(rows, np.where(kept, 0, -1), 1).groups
    fits = 0 < gone <= task.limit and gone < task.rows and not task.star
    if not fits or not dealer.groups_of(left).all():
        raise no_groups(task, whole)
    return kept


def most_of_each(task: Task, dealer: Dealer, whole: Groups) -> tuple[Ints, Ints]:
    """The number of each entry, and how many rows of each number can stay."""
    groups, place = task.finest.groups, whole.position(dealer.on)
    attribute = whole.sensitive[place]
    ranks = np.append(attribute.ranks, len(attribute.points))
    kept = [most_left(model, whole) for model in dealer.near if model.on == dealer.on]
    none = np.zeros(1, dtype=np.int64)  # what may be any number cannot stay
    most = np.append(np.minimum.reduce(kept), none)
    return ranks[groups.combinations[groups.values, place]], most


def require_proximity(task: Task) -> None:
    """Refuse models that other methods satisfy more easily."""
    if not proximities(task.models):
        raise PlanError(
            f"search.method: {NAME} must have a model of proximity"
            " (epsilon-m-anonymity, delta-l-diversity), got none; use local-recoding"
        )


def no_groups(task: Task, whole: Groups) -> NoSolutionError:
    """Say which window is too full, or which model dealing does not meet."""
    windows = list(full_windows(task, whole))
    others = [
        f"{model.spec}: it fails however the whole table is dealt, which attains"
        f" {model.describe(model.attained(whole))}."
        for model in task.models
        if not windows and not proximities([model]) and not model.holds(whole).all()
    ]
    lines = windows or others or ["However the rows are dealt, a model fails."]
    head = (
        f"no groups satisfy the models with at most {task.limit:,} of {task.rows:,}"
        " rows suppressed."
    )
    return NoSolutionError(
        "\n".join([head, *lines, ADVICE]),
        attained={model.spec: model.attained(whole) for model in task.models},
    )


def full_windows(task: Task, whole: Groups) -> Iterator[str]:
    """Describe the windows that hold too many rows, for each model of proximity."""
    for model in task.models:
        bound = model.proximity
        if bound is None:
            continue
        rows = int(bound.fullest(whole.histogram(bound.on))[0])
        least = bound.least_rows
        if rows * least > task.rows:
            level = model.describe(model.attained(whole))
            yield (
                f"{model.spec}: rows can be dealt where no window holds more than 1 in"
                f" {least} of them, and one holds {rows:,} of {task.rows:,}; the"
                f" whole table attains {level}, and {to_go(bound, whole):,}"
                " rows would have to go."
            )


def to_go(bound: ProximityBound, whole: Groups) -> int:
    """Fewest rows that must go before no window is too full."""
    return whole.rows - int(most_left(bound, whole).sum())


def most_left(bound: ProximityBound, whole: Groups) -> Ints:
    """Most rows of each number that can stay."""
    histogram = whole.histogram(bound.on)
    attribute, line = histogram.sensitive, histogram.number_line
    counts = np.bincount(line.ranks, line.counts, minlength=len(attribute.points))
    beyond = bound.window(attribute)
    return most_kept(counts.astype(np.int64), beyond, bound.least_rows)


def fill_windows(counts: Ints, beyond: Ints, most: int) -> Ints:
    """Most rows of each point that can stay if a window may hold `most` rows.

    From left to right every row stays that fits; giving way to a later row would gain
    nothing. The window of each point ends before the point `beyond`.
    """
    kept, begin, inside = np.zeros(len(counts), dtype=np.int64), 0, 0
    for place, rows in enumerate(counts.tolist()):
        while beyond[begin] <= place:
            inside -= int(kept[begin])
            begin += 1
        kept[place] = min(rows, most - inside)
        inside += int(kept[place])
    return kept


def most_kept(counts: Ints, beyond: Ints, least: int) -> Ints:
    """Most rows of each point so that no window holds more than 1 in `least` of them.

    The more a window may hold, the smaller is the share of it that can be filled. The
    largest number that is filled `least` times keeps the most.

    >>> ends = np.array([2, 2, 3])  # 40 and 50 are in one window, 90 is alone
    >>> most_kept(np.array([3, 2, 1]), ends, 2).tolist()
    [1, 0, 1]
    """
    low, high = 0, int(counts.sum()) // least
    while low < high:
        middle = (low + high + 1) // 2
        if int(fill_windows(counts, beyond, middle).sum()) >= least * middle:
            low = middle
        else:
            high = middle - 1
    return fill_windows(counts, beyond, low)
