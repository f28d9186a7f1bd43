# SPDX-License-Identifier: Apache-2.0
"""The minimality attack: the algorithm tells why it merged a group.

The adversary knows who is in a group, by which values they would have been told apart,
and that the publisher merges no more than the models ask for. Then only those inputs
are possible for which a finer release would have failed. All arrangements of a group's
sensitive values are tried where they are few, a sample of them where they are many.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.counts.groups import Groups, Histogram, sum_entries
from diversa.counts.sensitive import Sensitive
from diversa.models.model import Model
from diversa.report.attacks.exposure import CERTAIN, Exposure, one_in

MOST_WORLDS = 2048
"""Arrangements that are tried at most; more than these are sampled."""

DEVIATIONS = 4
"""Standard deviations of a sampled share that are taken for chance."""

ROUNDING = 1e-9
"""Shares that differ by less are equal."""

MOST_ROWS = 40
"""Larger groups are not simulated: a finer release seldom fails in all their worlds."""

MOST_CASES = 32
"""Different groups that are simulated at most, the smallest first."""


@dataclass(frozen=True, eq=False)
class Worlds:
    """What the inputs that an algorithm maps to a group have in common."""

    worlds: int
    """Arrangements that were tried."""
    possible: int
    """Those for which the finer release fails, so that the group is merged."""
    exact: bool
    """Whether all arrangements were tried."""
    naive: NDArray[np.float64] = field(repr=False)
    """The share of each value in the group."""
    posterior: NDArray[np.float64] = field(repr=False)
    """For each part, the probability of each value, knowing the algorithm."""

    @property
    def worst(self) -> float:
        """The surest guess of who knows the algorithm.

        The naive one where knowing it tells nothing, or no more than a sample may err.
        """
        naive = float(self.naive.max(initial=0))
        if self.possible in (0, self.worlds):
            return naive
        error = ROUNDING if self.exact else DEVIATIONS / 2 / math.sqrt(self.possible)
        guess = float(self.posterior.max())
        return guess if guess > naive + error else naive


def worlds_of(
    parts: Sequence[int],
    counts: Sequence[int],
    sensitive: Sensitive,
    models: Sequence[Model],
    *,
    seed: int = 0,
) -> Worlds:
    """Simulate the inputs that a minimizing algorithm would have merged.

    Args:
        parts: People of the group by what tells them apart in a finer release.
        counts: Rows of the group with each value of the sensitive attribute.
        sensitive: The attribute.
        models: The rule: the group is split where they hold in every part.
        seed: Of the sample.
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
    """The orders of a group's values, one line each; all of them, or a sample."""
    ways, rest = 1, len(values)
    for count in counts:
        ways, rest = ways * math.comb(rest, count), rest - count
    if ways > MOST_WORLDS:
        random = np.random.default_rng(seed)
        return random.permuted(np.tile(values, (MOST_WORLDS, 1)), axis=1), False
    lines = np.full((1, len(values)), -1, dtype=np.int64)
    for value, count in enumerate(counts):
        lines = np.concatenate([place(line, value, count) for line in lines])
    return lines, True


def place(line: NDArray[np.int64], value: int, count: int) -> NDArray[np.int64]:
    """Every way to put so many equal values on the free places of a line."""
    free = np.flatnonzero(line < 0)
    chosen = np.array(list(combinations(free, count)), dtype=np.int64)
    placed = np.repeat(line[None, :], len(chosen), axis=0)
    np.put_along_axis(placed, chosen.reshape(len(chosen), count), value, axis=1)
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


@dataclass(frozen=True, eq=False, kw_only=True)
class Minimality(Exposure):
    """The rows of small groups about which the algorithm tells more than the counts.

    `worst` is the surest guess of who knows the algorithm.

    Reference:
        R. Wong, A. Fu, K. Wang, J. Pei, Minimality Attack in Privacy Preserving Data
        Publishing, VLDB 2007.
    """

    name = "minimality"

    naive: float | None
    """The surest guess from the counts alone, in the group of the worst one."""
    certain: int
    """Rows of groups in which somebody's value becomes certain."""

    def numbers(self) -> dict[str, Any]:
        return {"naive": self.naive, "certain": self.certain}

    def in_words(self) -> str:
        if self.worst is None or self.naive is None:
            return "no small group was merged of people who can be told apart"
        return (
            f"who knows that no more was merged than the models ask for is up to"
            f" {one_in(self.worst)} of a '{self.on}'; the counts alone say"
            f" {one_in(self.naive)} there"
        )


def minimality(
    histogram: Histogram,
    parts: Sequence[tuple[int, Sequence[int]]],
    models: Sequence[Model],
    *,
    seed: int = 0,
) -> Minimality:
    """Simulate the small groups whose people are known.

    Args:
        histogram: The sensitive attribute in every group.
        parts: Groups, each with the sizes of the parts that can be told apart in it.
        models: The rule of the publisher.
        seed: Of the sample, where there are too many arrangements.
    """
    cases = small_cases(histogram, parts)
    found = {
        case: worlds_of(case[0], case[1], histogram.sensitive, models, seed=seed)
        for case in sorted(cases, key=lambda case: (sum(case[0]), case))[:MOST_CASES]
    }
    more = [
        case for case, one in found.items() if one.worst > one.naive.max() + ROUNDING
    ]
    sure = [case for case in more if found[case].worst >= CERTAIN]
    hit = sorted(group for case in more for group in cases[case])
    worst = max(found.values(), key=lambda one: one.worst, default=None)
    looked = [group for case in found for group in cases[case]]
    return Minimality(
        on=histogram.sensitive.name,
        exposed=int(histogram.sizes[hit].sum()),
        total=int(histogram.sizes[looked].sum()),
        groups=len(looked),
        affected=np.array(hit, dtype=np.int64),
        worst=None if worst is None else worst.worst,
        naive=None if worst is None else float(worst.naive.max()),
        certain=sum(int(histogram.sizes[cases[case]].sum()) for case in sure),
    )


Case = tuple[tuple[int, ...], tuple[int, ...]]
"""The sizes of the parts, and the rows of each value."""


def small_cases(
    histogram: Histogram, parts: Sequence[tuple[int, Sequence[int]]]
) -> dict[Case, list[int]]:
    """The groups that can be simulated; those alike are simulated once."""
    cases: dict[Case, list[int]] = {}
    size = histogram.sensitive.dictionary.size
    for group, sizes in parts:
        rows = int(histogram.sizes[group])
        whole = sum(sizes) == rows and histogram.unknown[group] == 0
        if whole and len(sizes) > 1 and rows <= MOST_ROWS:
            entries = slice(histogram.starts[group], histogram.starts[group + 1])
            counts = np.zeros(size, dtype=np.int64)
            counts[histogram.values[entries]] = histogram.counts[entries]
            case = tuple(sorted(sizes)), tuple(counts.tolist())
            cases.setdefault(case, []).append(group)
    return cases
