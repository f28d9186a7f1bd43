# SPDX-License-Identifier: Apache-2.0
"""Quick looks at nodes that rule out most of those worse than the best one.

Models declare limits that every group they accept respects (`Model.share_limits`,
`Model.least_rows`). Groups of a node beyond these limits certainly go. If too many rows
go with them, or if they cost more than the best node, the node is ruled out without
making its groups.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.kernels.looking import NOT_SEEN, Limits, look, rows_in_small_groups
from diversa.counts.kernels.rolling import MOST_ROWS
from diversa.counts.level_maps import KEY_SPACE
from diversa.counts.sensitive import Sensitive
from diversa.models.group_numbers import INTEGER
from diversa.models.model import Model
from diversa.models.share_limits import ShareLimits
from diversa.search.lattice.lattice import Node
from diversa.search.lattice.roll_ups import RollUps
from diversa.search.task import Task

NO_CAP = 2.0
"""A cap that no share reaches."""


class Looks:
    """Looks at the nodes of one task, using the frequency sets of its roll-ups."""

    def __init__(self, task: Task, roll_ups: RollUps) -> None:
        self._task = task
        self._roll_ups = roll_ups
        self._limits = limits_of(task) if task.limit else None

    @property
    def are_possible(self) -> bool:
        """True if the models declare limits that a look can use."""
        return self._limits is not None

    def rule_out(self, node: Node, best: float) -> bool:
        """True if a node certainly fails or costs more than the best one."""
        source = self._roll_ups.source_of(node)
        step = source.maps.step(source.levels, node)
        if source.levels == node or step.space >= KEY_SPACE:
            return False
        prices = self._task.objective.prices(source.maps, node)
        if prices is None:
            return False
        gone, spent = look(
            source.codes,
            step,
            source.groups.entries,
            self._limits,
            prices,
            self._roll_ups.workspace,
        )
        return self._is_out(gone, spent, source, best)

    def _is_out(
        self, gone: int, spent: Ints, source: FrequencySet, best: float
    ) -> bool:
        task = self._task
        if gone == NOT_SEEN:
            return False
        if gone > task.limit or gone == task.rows:
            return True
        return task.objective.total(source.maps, spent, gone, task.rows) > best


def rows_in_undersized_groups(roll_ups: RollUps, node: Node, least: int) -> int:
    """Rows of a node in groups of fewer than `least` rows, without making the groups.

    Groups are made only if their keys do not fit an integer.
    """
    if least <= 1:
        return 0
    source = roll_ups.source_of(node)
    step = source.maps.step(source.levels, node)
    if step.space >= KEY_SPACE:
        sizes = roll_ups.at(node).groups.sizes
        return int(sizes[sizes < least].sum())
    sizes = source.groups.sizes
    return rows_in_small_groups(source.codes, step, sizes, least, roll_ups.workspace)


def limits_of(task: Task) -> Limits | None:
    """Limits that every acceptable group respects; None if no model declares one."""
    groups = task.finest.groups
    is_alone = task.judges_group_by_group and task.finest.rows is None
    if not is_alone or groups.rows >= MOST_ROWS:
        return None
    layout = Layout(groups.combinations, groups.sensitive)
    for model in task.models:
        limits = limits_in(model, groups.sensitive, task.rows)
        if limits is not None:
            layout.add(model, limits)
    if layout.is_empty:
        return None
    return layout.limits(task.least_rows)


def limits_in(
    model: Model, attributes: Sequence[Sensitive], rows: int
) -> ShareLimits | None:
    """Limits of one model; None if 64 bits are too few to compare them."""
    limits = model.share_limits(attributes)
    if limits is None or limits.expected is None:
        return limits
    beyond, ways = limits.beyond, len(limits.blocks)
    # Both sides of the kernel's comparison, at most.
    widest = max(ways * beyond.denominator, beyond.numerator) * rows * limits.total
    return limits if widest < INTEGER else None


class Layout:
    """Limits of several models in the array layout of the kernel."""

    def __init__(self, combinations: Codes, attributes: Sequence[Sensitive]) -> None:
        self._combinations = combinations
        self._names = [attribute.name for attribute in attributes]
        self._lines: list[Codes] = []
        self._condition: list[int] = []
        self._caps: list[Floats] = []
        self._expected: list[Ints] = []
        self._bounds: list[tuple[int, int, int]] = []
        self._blocks = 0

    @property
    def is_empty(self) -> bool:
        """True if no model declared limits."""
        return not self._bounds

    def add(self, model: Model, limits: ShareLimits) -> None:
        """Add the limits of one model."""
        name = getattr(model, "on", None)
        codes = self._combinations[:, self._names.index(name) if name else 0]
        self._lines += [line[codes] + self._blocks for line in limits.blocks]
        self._condition += [len(self._bounds)] * len(limits.blocks)
        caps, expected = limits.caps, limits.expected
        size = limits.size
        self._caps.append(np.full(size, NO_CAP) if caps is None else caps)
        self._expected.append(
            np.zeros(size, np.int64) if expected is None else expected
        )
        allowed = limits.beyond * limits.total
        self._bounds.append((limits.total, allowed.numerator, allowed.denominator))
        self._blocks += size

    def limits(self, least: int) -> Limits:
        """All limits added so far."""
        totals, above, below = np.array(self._bounds, dtype=np.int64).T.copy()
        return Limits(
            least,
            np.array(self._lines, dtype=np.int32).reshape(
                len(self._lines), len(self._combinations)
            ),
            np.array(self._condition, dtype=np.int64),
            np.concatenate(self._caps),
            np.concatenate(self._expected),
            totals,
            above,
            below,
        )
