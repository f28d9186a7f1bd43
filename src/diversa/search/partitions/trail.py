# SPDX-License-Identifier: Apache-2.0
"""The trail of a partition tree: the ancestors of parts, for models that look around.

An ancestor is all rows of the table in a region around a part, so it is one of the
natural supersets of (n,t)-closeness.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.groups import Groups
from diversa.recodings.partition import Partition, Trail, merge_lines
from diversa.search.task import Task


class PartsOfTuples(Protocol):
    """Parts that are being cut, each with a run of tuples."""

    count: int
    """Number of parts."""

    @property
    def lines(self) -> Ints:
        """The tuples, part after part."""
        ...

    @property
    def begins(self) -> Ints:
        """Begin of the tuples of each part."""
        ...

    def numbers(self) -> Codes:
        """The part of each tuple of `lines`."""
        ...


@dataclass(eq=False)
class TrailMaker:
    """Remembers the parts of every round if some model looks at them."""

    finest: FrequencySet = field(repr=False)
    """The tuples."""
    looks: bool
    """True if some model looks at ancestors."""
    rounds: Trail = field(default=(), repr=False)
    """The rounds so far."""
    first: Ints = field(default_factory=lambda: np.empty(0, np.int64))
    """One tuple of each part."""
    begin: Partition | None = field(default=None, repr=False)
    """The partition that is cut."""

    @classmethod
    def of(cls, task: Task, begin: Partition) -> TrailMaker:
        """Continue the trail of a partition.

        Nothing is remembered after rows were suppressed, since a region no longer has
        all its rows, nor if rows that are alike may be divided, since a part is no
        region then.
        """
        whole = begin.regions is not None and not begin.suppressed
        looks = any(model.looks_around for model in task.models)
        return cls(task.finest, looks and whole, begin.trail, begin=begin)

    def step(self, parts: PartsOfTuples, active: Ints) -> None:
        """Remember the parts before they are cut."""
        if not self.looks:
            return
        number = np.full(parts.count, -1, dtype=np.int32)
        number[active] = np.arange(len(active))
        inside = np.full(len(self.finest), -1, dtype=np.int32)
        inside[parts.lines] = number[parts.numbers()]
        lines = np.flatnonzero(inside >= 0)
        groups = merge_lines(self.finest.groups, lines, inside[lines], len(active))
        self.rounds = (*self.rounds, (inside, groups))
        self.first = parts.lines[parts.begins[: parts.count]]

    def with_ancestors(self, sides: Groups, part: Ints) -> Groups:
        """The sides of cuts, with the parts of all rounds around them."""
        if not self.looks:
            return sides
        walk = partial(supersets_at, self.rounds, self.first[part])
        return replace(sides, supersets=walk)


def supersets_at(trail: Trail, lines: Ints) -> Iterator[tuple[Ints, Groups]]:
    """Walk from the parts that hold these tuples to the root."""
    for inside, groups in reversed(trail):
        yield inside[lines].astype(np.int64), groups
