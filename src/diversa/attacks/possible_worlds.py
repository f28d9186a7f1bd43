# SPDX-License-Identifier: Apache-2.0
"""The inputs that an algorithm may have merged into one group.

All arrangements of the group's sensitive values are tried if they are few, else a
sample. `minimality` uses this for the small groups of a table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diversa.counts.groups import Groups
from diversa.counts.histogram import sum_entries
from diversa.counts.sensitive import Sensitive
from diversa.models.model import Model

MOST_WORLDS = 2048
"""Most arrangements that are tried; more are sampled."""

DEVIATIONS = 4
"""Standard deviations of a sampled share that count as chance."""

ROUNDING = 1e-9
"""Shares that differ by less are equal."""


class SensitiveGuess(NamedTuple):
    """The belief that somebody has a value."""

    posterior: float
    """The belief of an adversary who knows the algorithm."""
    naive: float
    """From the counts of the group alone."""

    @property
    def gain(self) -> float:
        """The gain by knowing the algorithm."""
        return self.posterior - self.naive


@dataclass(frozen=True, eq=False)
class Worlds:
    """The inputs that an algorithm maps to a group."""

    worlds: int
    """Arrangements that were tried."""
    possible: int
    """Arrangements for which the finer release fails, so that the group is merged."""
    exact: bool
    """False if the arrangements are a sample."""
    naive: NDArray[np.float64] = field(repr=False)
    """The share of each value in the group."""
    posterior: NDArray[np.float64] = field(repr=False)
    """For each part, the probability of each value, knowing the algorithm."""

    @property
    def guess(self) -> SensitiveGuess:
        """The belief to which knowing the algorithm adds most.

        Without a gain if there is none, or only the error of a sample.
        """
        nothing = SensitiveGuess(float(self.naive.max()), float(self.naive.max()))
        if self.possible in (0, self.worlds):
            return nothing
        gains = self.posterior - self.naive
        part, value = np.unravel_index(gains.argmax(), gains.shape)
        error = ROUNDING if self.exact else DEVIATIONS / 2 / math.sqrt(self.possible)
        if gains[part, value] <= error:
            return nothing
        return SensitiveGuess(
            float(self.posterior[part, value]), float(self.naive[value])
        )


def worlds_of(
    parts: Sequence[int],
    counts: Sequence[int],
    sensitive: Sensitive,
    models: Sequence[Model],
    *,
    seed: int = 0,
) -> Worlds:
    """Simulate the inputs that a minimizing algorithm merges.

    `parts` are the sizes of the distinguishable parts of the group, `counts` its rows
    of each value. The group is split if the models hold in every part.
    """
    values = np.repeat(np.arange(len(counts)), counts)
    worlds, exact = arrangements(values, counts, seed=seed)
    part = np.repeat(np.arange(len(parts)), parts)
    tables = tabulate(worlds, part, len(parts), len(counts))
    split = np.ones(len(worlds), dtype=bool)
    groups = as_groups(tables, sensitive)
    for model in models:
        split &= model.holds(groups).reshape(len(worlds), len(parts)).all(axis=1)
    merged = tables[~split]
    shares = merged.mean(axis=0) if len(merged) else tables.mean(axis=0)
    return Worlds(
        len(worlds),
        len(merged),
        exact,
        np.array(counts) / max(sum(counts), 1),
        shares / np.array(parts)[:, None],
    )


def arrangements(
    values: NDArray[np.int64], counts: Sequence[int], *, seed: int
) -> tuple[NDArray[np.int64], bool]:
    """Arrangements of a group's values, one per line, and False for a sample."""
    ways, rest = 1, len(values)
    for count in counts:
        ways, rest = ways * math.comb(rest, count), rest - count
    if ways > MOST_WORLDS:
        random = np.random.default_rng(seed)
        return random.permuted(np.tile(values, (MOST_WORLDS, 1)), axis=1), False
    lines = np.full((1, len(values)), -1, dtype=np.int64)
    for value, count in enumerate(counts):
        lines = place(lines, value, count)
    return lines, True


def place(lines: NDArray[np.int64], value: int, count: int) -> NDArray[np.int64]:
    """Every way to put `count` equal values on the free places of each line.

    All lines have the same number of free places.
    """
    free = np.nonzero(lines < 0)[1].reshape(len(lines), (lines[0] < 0).sum())
    ways = list(combinations(range(free.shape[1]), count))
    placed = np.repeat(lines, len(ways), axis=0)
    chosen = free[:, np.array(ways, dtype=np.int64)].reshape(len(placed), count)
    np.put_along_axis(placed, chosen, value, axis=1)
    return placed


def tabulate(
    worlds: NDArray[np.int64], part: NDArray[np.int64], parts: int, values: int
) -> NDArray[np.int64]:
    """Rows of each value in each part of each world."""
    place = np.arange(len(worlds))[:, None] * parts + part[None, :]
    size = len(worlds) * parts * values
    flat = np.bincount((place * values + worlds).ravel(), minlength=size)
    return flat.reshape(len(worlds), parts, values)


def as_groups(tables: NDArray[np.int64], sensitive: Sensitive) -> Groups:
    """Every part of every world as a group."""
    lines = tables.reshape(-1, tables.shape[-1])
    group, value = np.nonzero(lines)
    starts, values, counts = sum_entries(
        group, len(lines), value.astype(np.int32), lines.shape[1], lines[group, value]
    )
    every = np.arange(sensitive.dictionary.size, dtype=np.int32)[:, None]
    return Groups(starts, values, counts, every, (sensitive,))
