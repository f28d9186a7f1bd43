# SPDX-License-Identifier: Apache-2.0
"""Removal: the fewest rows to remove so that the models hold in the whole table.

A table that is one group fails most models because some sensitive values are too
frequent. Rows of the most frequent values are removed until the model holds. For
frequency l-diversity no other choice needs fewer rows; for other models it is a good
one. The result is judged before it is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from diversa.array_types import Ints
from diversa.counts.groups import Groups
from diversa.models.model import Model
from diversa.models.sensitive_model import SensitiveModel
from diversa.recodings.partition import Partition, whole_table
from diversa.recodings.pieces import RowEntries, divide
from diversa.search.task import Task, holding


@dataclass(frozen=True, eq=False)
class Removal:
    """Rows to remove from the whole table, so that a model holds in the rest."""

    model: SensitiveModel
    """The model that fails in the whole table."""
    values: Ints = field(repr=False)
    """Rows to remove of each value of its sensitive attribute."""

    @property
    def rows(self) -> int:
        """Number of rows to remove."""
        return int(self.values.sum())

    @property
    def is_least(self) -> bool:
        """True if it is proven that fewer rows would not do."""
        return self.model.removal_is_least


def removal_for(model: Model, whole: Groups) -> Removal | None:
    """The rows to remove for one model; None if no such removal repairs it."""
    if not isinstance(model, SensitiveModel) or model.absorbing or model.joint:
        return None
    place = whole.position(model.on)
    attribute = whole.sensitive[place]
    if attribute.unknown_code is not None or attribute.people is not None:
        return None
    of_entry = whole.combinations[whole.values, place]
    size = whole.sensitive[place].dictionary.size
    counts = np.bincount(of_entry, whole.counts, minlength=size).astype(np.int64)
    low, high = 0, int(counts.max(initial=0))
    while low + 1 < high:  # `low` holds or is nothing; `high` does not hold
        middle = (low + high) // 2
        kept = np.minimum(counts, middle)
        low, high = (middle, high) if holds_with(model, whole, kept) else (low, middle)
    for kept in (*between(counts, low, high), np.minimum(counts, low)):
        if kept.any() and holds_with(model, whole, kept):
            return Removal(model, counts - kept)
    return None


def between(counts: Ints, low: int, high: int) -> Iterator[Ints]:
    """The counts cut to `high`, then more and more of them to `low`."""
    kept = np.minimum(counts, high)
    for value in np.flatnonzero(counts > low).tolist()[:-1]:
        kept = kept.copy()
        kept[value] = low
        yield kept


def holds_with(model: SensitiveModel, whole: Groups, kept: Ints) -> bool:
    """True if a model holds in a group with `kept` rows of each value."""
    place = whole.position(model.on)
    values = np.flatnonzero(kept)
    attribute = whole.sensitive[place]
    every = np.arange(attribute.dictionary.size, dtype=np.int32)[:, None]
    group = Groups(
        np.array([0, len(values)]),
        values.astype(np.int32),
        kept[values],
        every,
        (attribute,),
    )
    return bool(model.holds(group).all())


def begin_with(task: Task, begin: Partition) -> Partition:
    """The whole table without the fewest rows whose removal helps.

    Nothing is removed if that would not help, or would break the limit.
    """
    if begin.finest.rows is not None:
        return begin  # a person goes as a whole, with all other values
    left = begin
    for _ in task.models:
        failing = [model for model in task.models if not model.holds(left.groups).all()]
        if not failing:
            return left
        removal = removal_for(failing[0], left.groups)
        if removal is None or left.suppressed + removal.rows > task.limit:
            return begin
        left = without(left, removal)
    return left if holding(task.models, left.groups).all() else begin


def without(left: Partition, removal: Removal) -> Partition:
    """Suppress rows of too frequent values; those of rare tuples go first.

    A tuple of which some rows go becomes two pieces.
    """
    rows = RowEntries(left.finest)
    groups = left.finest.groups
    place = groups.position(removal.model.on)
    cell, value = rows.cell, groups.combinations[groups.values, place][rows.entry]
    gone = left.part[cell] < 0
    order = np.lexsort((rows.entry, groups.sizes[cell], value, gone))
    order = order[: int((~gone).sum())]
    along = value[order]
    first = np.searchsorted(along, along)
    going = order[np.arange(len(order)) - first < removal.values[along]]
    gone[going] = True
    pieces = divide(rows, gone.astype(np.int64), 2)
    part = np.where(pieces.group == 1, -1, 0).astype(np.int32)
    whole = whole_table(pieces.finest, left.style)
    return replace(whole, part=part)
