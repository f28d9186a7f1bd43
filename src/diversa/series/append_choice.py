# SPDX-License-Identifier: Apache-2.0
"""The choice of waiting rows that are published now.

Groups are fixed: each has rows that are published, which stay, and rows that wait. All
rows that wait in a group are published if every model holds with them. Some models
(entropy, recursive diversity) may hold for a part of them only: then a largest part is
published, found among all parts where these are few, else greedily, so that no other
row could be added. With a model that compares groups with the whole table, the rows of
a group are published all or none, and which groups is found greedily.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.errors import PlanError
from diversa.models.model import Model
from diversa.search.task import holding
from diversa.series.append_groups import GroupRows

FEW_PARTS = 4096
"""Parts of the waiting rows of a group that are all tried, where they are no more."""

AT_ONCE = 1 << 17
"""Parts that are judged in one pass."""

CAPS = 256
"""Bounds on the rows of a value that are tried where the parts are many."""

GROUPS_ADDED = 256
"""Groups that are tried one by one with a model that compares with the table."""

GREEDY = "greedily: no single row could be added"
"""The words for a choice among many parts."""

EXACT = "a largest choice in every group"
"""The words for a choice among all parts."""


@dataclass(frozen=True, eq=False)
class RowChoice:
    """The rows that are published now."""

    rows: Ints = field(repr=False)
    """Rows of each cell that are published now."""
    is_exact: bool
    """True if no choice publishes more rows of any group."""

    @property
    def words(self) -> str:
        """The way in which it was reached."""
        return EXACT if self.is_exact else GREEDY


def check_models(models: Sequence[Model]) -> None:
    """Refuse models that rows which come later cannot be judged by."""
    faults = [
        f"{model.spec}: is not defined for rows that are appended, because it looks at"
        " more than the rows of its groups; plan a release of all rows anew"
        for model in models
        if not model.judges_alone or model.reads_labels or model.of_series
    ]
    if faults:
        raise PlanError(faults)


def choose_rows(rows: GroupRows, models: Sequence[Model], *, apart: bool) -> RowChoice:
    """The rows to publish now.

    With `apart`, those that a group gets now must satisfy the models by themselves, so
    that whoever compares two states of the release sees no smaller group.
    """
    if any(model.compares_with_table for model in models):
        return choose_by_table(rows, models, apart=apart)
    chosen = np.zeros(len(rows.waiting), dtype=np.int64)
    is_exact = True
    whole = rows.at(rows.published + rows.waiting, models)
    if apart:
        whole &= rows.at(rows.waiting, models)
    chosen[whole[rows.group]] = rows.waiting[whole[rows.group]]
    if all(model.prunes(suppression=True) for model in models):
        return RowChoice(chosen, is_exact)  # no part holds where the whole does not
    waits = np.bincount(rows.group, rows.waiting, rows.groups) > 0
    order = np.argsort(rows.group, kind="stable")
    starts = np.searchsorted(rows.group[order], np.arange(rows.groups + 1))
    open_groups = np.flatnonzero(waits & ~whole)
    cells_of = [order[starts[group] : starts[group + 1]] for group in open_groups]
    for some in split_by_parts(rows, cells_of):
        is_exact &= choose_parts(rows, models, some, chosen, apart=apart)
    return RowChoice(chosen, is_exact)


def split_by_parts(rows: GroupRows, cells_of: Sequence[Ints]) -> list[list[Ints]]:
    """Groups, as their cells, in passes of not too many parts."""
    passes: list[list[Ints]] = []
    parts = AT_ONCE
    for cells in cells_of:
        parts += min(number_of_parts(rows.waiting[cells]), FEW_PARTS)
        if parts > AT_ONCE:
            passes.append([])
            parts = 0
        passes[-1].append(cells)
    return passes


def number_of_parts(waiting: Ints) -> int:
    """The number of parts of some rows, by how many of each value."""
    return math.prod((waiting + 1).tolist())


def choose_parts(
    rows: GroupRows,
    models: Sequence[Model],
    cells_of: Sequence[Ints],
    chosen: Ints,
    *,
    apart: bool,
) -> bool:
    """Choose a part of the rows of some groups; True if it is a largest of each."""
    few = [number_of_parts(rows.waiting[cells]) <= FEW_PARTS for cells in cells_of]
    tried = [
        every_part(rows.waiting[cells])
        if is_few
        else parts_by_cap(rows.published[cells], rows.waiting[cells])
        for cells, is_few in zip(cells_of, few, strict=True)
    ]
    best = best_parts(rows, models, cells_of, tried, apart=apart)
    for cells, part in zip(cells_of, best, strict=True):
        chosen[cells] = part
    many = [cells for cells, is_few in zip(cells_of, few, strict=True) if not is_few]
    while many:
        tried = [further_parts(chosen[cells], rows.waiting[cells]) for cells in many]
        best = best_parts(rows, models, many, tried, apart=apart)
        larger = [
            part.sum() > chosen[c].sum() for c, part in zip(many, best, strict=True)
        ]
        for cells, part, is_larger in zip(many, best, larger, strict=True):
            if is_larger:
                chosen[cells] = part
        many = [
            cells for cells, is_larger in zip(many, larger, strict=True) if is_larger
        ]
    return all(few)


def best_parts(
    rows: GroupRows,
    models: Sequence[Model],
    cells_of: Sequence[Ints],
    tried: Sequence[Ints],
    *,
    apart: bool,
) -> list[Ints]:
    """For each group the first of the parts that holds; no row where none does."""
    lengths = [len(parts) for parts in tried]
    first = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    cell = np.concatenate(
        [np.tile(c, n) for c, n in zip(cells_of, lengths, strict=True)]
    )
    part = np.concatenate(
        [
            np.repeat(np.arange(start, start + n), len(c))
            for start, n, c in zip(first, lengths, cells_of, strict=False)
        ]
    )
    added = np.concatenate([parts.ravel() for parts in tried])
    wholes = [added + rows.published[cell]] + ([added] if apart else [])
    holds = np.ones(first[-1], dtype=bool)
    for whole in wholes:
        number, groups = rows.parts(part, cell, whole)
        holds[number] &= holding(models, groups)
    found = []
    for start, parts, cells in zip(first, tried, cells_of, strict=False):
        kept = np.flatnonzero(holds[start : start + len(parts)])
        none = np.zeros(len(cells), dtype=np.int64)
        found.append(parts[kept[0]] if len(kept) else none)
    return found


def every_part(waiting: Ints) -> Ints:
    """Every part of some rows, the largest first."""
    counts = np.indices((waiting + 1).tolist()).reshape(len(waiting), -1).T
    return largest_first(counts.astype(np.int64))


def parts_by_cap(published: Ints, waiting: Ints) -> Ints:
    """Parts in which no value has more rows than a bound, the largest first."""
    most = int((published + waiting).max())
    caps = np.unique(np.linspace(1, most, min(most, CAPS)).astype(np.int64))
    added = np.clip(caps[:, None] - published, 0, waiting)
    return largest_first(np.unique(added, axis=0))


def further_parts(chosen: Ints, waiting: Ints) -> Ints:
    """Larger parts than one: with more rows of one value, half as many, and so on."""
    left = waiting - chosen
    lines = []
    for value in np.flatnonzero(left):
        more = int(left[value])
        while more:
            line = chosen.copy()
            line[value] += more
            lines.append(line)
            more //= 2
    return largest_first(np.array(lines or [chosen]))


def largest_first(parts: Ints) -> Ints:
    """The parts by their rows, descending."""
    return parts[np.argsort(-parts.sum(axis=1), kind="stable")]


def choose_by_table(
    rows: GroupRows, models: Sequence[Model], *, apart: bool
) -> RowChoice:
    """Choose groups whose rows are published, where models compare with the table.

    The table is what is published: each group that gets rows changes it for all others.
    """
    check_apart(models, apart=apart)
    sizes = np.bincount(rows.group, rows.waiting, rows.groups).astype(np.int64)

    def at(chosen: Bools) -> Bools:
        added = np.where(chosen[rows.group], rows.waiting, 0)
        return rows.at(rows.published + added, models)

    chosen = choose_groups(sizes > 0, sizes, at)
    now = np.where(chosen[rows.group], rows.waiting, 0)
    return RowChoice(now, is_exact=bool((chosen == (sizes > 0)).all()))


def decide_apart(models: Sequence[Model], *, asked: bool | None) -> bool:
    """True if new rows of a group must hold by themselves: unsaid, where they can."""
    if asked is None:
        return not models_of_table(models)
    check_apart(models, apart=asked)
    return asked


def models_of_table(models: Sequence[Model]) -> tuple[str, ...]:
    """The models that compare groups with the table, and cannot judge a batch."""
    return tuple(model.spec for model in models if model.compares_with_table)


def check_apart(models: Sequence[Model], *, apart: bool) -> None:
    """Refuse to judge rows of one batch by models that compare with the table."""
    compared = models_of_table(models)
    if apart and compared:
        raise PlanError(
            f"apart: must come without {', '.join(compared)}: it compares groups with"
            " the whole table, and rows of one batch are none; leave one of them out"
        )


def choose_groups(
    waits: Bools, sizes: Ints, at: Callable[[Bools], Bools], *, alone: bool = False
) -> Bools:
    """Choose groups whose rows are published all at once, so that all groups hold.

    Groups that fail are left out until none does; then others are added one by one, the
    largest first, unless each is judged `alone`: it fails whatever the others are.

    Args:
        waits: The groups with rows that may be published.
        sizes: The rows of each group that wait.
        at: For chosen groups, whether each group of the table holds.
        alone: Whether rows of one group do not matter for another.
    """
    chosen = waits.copy()
    while chosen.any():
        failing = ~at(chosen)
        if not failing.any():
            break
        chosen &= ~failing if (chosen & failing).any() else False
    left = np.flatnonzero(waits & ~chosen)
    order = np.argsort(-sizes[left], kind="stable")[: 0 if alone else GROUPS_ADDED]
    for group in left[order]:
        more = chosen.copy()
        more[group] = True
        if at(more).all():
            chosen = more
    return chosen
