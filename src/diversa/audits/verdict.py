# SPDX-License-Identifier: Apache-2.0
"""Verdicts: whether a model that was asked for holds in every group, and where not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.audits.distribution import Bin, distribution
from diversa.audits.level import Level, plain
from diversa.counts.groups import Groups
from diversa.counts.kinds_of_groups import Kinds
from diversa.models.group_numbers import Numbers
from diversa.models.model import Model


@dataclass(frozen=True, eq=False)
class Measured:
    """A model's number in every group and whether it holds there."""

    model: Model
    """The model, bound to its sensitive attribute."""
    numbers: NDArray[np.float64] = field(repr=False)
    """One number per group."""
    holds: NDArray[np.bool_] = field(repr=False)
    """Decided exactly, not by the rounded numbers."""


@dataclass(frozen=True)
class Verdict:
    """What an audit says of one model that was asked for."""

    model: Model
    """The model, bound to its sensitive attribute."""
    attained: float | None
    """The worst number of all groups; None where there is no group."""
    failing_groups: int
    """Groups in which the model fails."""
    failing_rows: int
    """Rows of these groups."""
    failing: tuple[Bin, ...] = field(repr=False)
    """The numbers of the groups in which the model fails."""
    holding: tuple[Bin, ...] = field(repr=False)
    """The numbers of the groups in which the model holds."""
    exact: bool = True
    """Whether `attained` was measured; else it is the bound, and no more is told."""

    @property
    def spec(self) -> str:
        """The model as one line of text."""
        return self.model.spec

    @property
    def holds(self) -> bool:
        """Whether the model holds in every group."""
        return self.failing_groups == 0

    def __str__(self) -> str:
        level = [] if self.attained is None else [self.model.describe(self.attained)]
        if self.holds:
            return f"{self.spec} holds{in_brackets(level)}"
        where = [f"groups {self.failing_groups:,}", f"rows {self.failing_rows:,}"]
        return f"{self.spec} fails{in_brackets([*level, *where])}"

    def to_json(self) -> dict[str, Any]:
        """The verdict with the keys that other programs rely on."""
        return {
            "spec": self.spec,
            "holds": self.holds,
            "attained": plain(self.attained),
            "failing_groups": self.failing_groups,
            "failing_rows": self.failing_rows,
            **({} if self.exact else {"exact": False}),
        }

    def meaning_json(self) -> dict[str, str]:
        """What the model means in words, for readers that do not have it installed."""
        level = float("inf") if self.attained is None else self.attained
        return {
            "attained": self.model.describe(level),
            "stops": self.model.stops,
            "misses": self.model.misses,
        }

    def distribution_json(self) -> dict[str, Any]:
        """The numbers of failing and of holding groups, in bins."""
        return {
            "failing": [interval.to_json() for interval in self.failing],
            "holding": [interval.to_json() for interval in self.holding],
        }


def in_brackets(facts: Sequence[str]) -> str:
    """Write facts in brackets after what they are about; nothing without facts."""
    return f" ({', '.join(facts)})" if facts else ""


def find_level(model: Model, groups: Groups, kinds: Kinds | None = None) -> Level:
    """Measure the level that the groups attain by a model."""
    if kinds is not None and model.judges_alone:
        groups = kinds.groups
    return Level(model, model.attained(groups) if len(groups) else None)


def measure(model: Model, groups: Groups, kinds: Kinds | None = None) -> Measured:
    """Measure and judge every group; models are not asked about an empty table.

    Args:
        model: The model, bound to its sensitive attribute.
        groups: The groups.
        kinds: Their kinds, where those are known: one group of each is measured.
    """
    if len(groups) == 0:
        return Measured(model, np.empty(0), np.empty(0, dtype=bool))
    if kinds is not None and model.judges_alone:
        few = measure(model, kinds.groups)
        return Measured(model, few.numbers[kinds.kind], few.holds[kinds.kind])
    return Measured(model, model.measure(groups).floats, model.holds(groups))


def judge(measured: Measured, sizes: NDArray[np.int64]) -> Verdict:
    """Sum up what was measured over all groups."""
    model, numbers, holds = measured.model, measured.numbers, measured.holds
    return Verdict(
        model,
        Numbers(numbers).worst(model.sense) if len(numbers) else None,
        int((~holds).sum()),
        int(sizes[~holds].sum()),
        distribution(numbers[~holds], sizes[~holds]),
        distribution(numbers[holds], sizes[holds]),
    )
