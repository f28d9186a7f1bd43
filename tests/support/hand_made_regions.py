# SPDX-License-Identifier: Apache-2.0
"""Random tuples on a line of 8 ranks, a set of 6 values with nodes, and one of 3."""

from __future__ import annotations

import numpy as np

from cut_trees import Axis
from diversa.counts.kernels.all_cuts import desk_for, region_list
from diversa.counts.kernels.regions import Bench, Space, Tuples

SIZES = (8, 6, 3)
NODES = ((0, 1), (2, 4))

SPACE = Space(
    places=np.concatenate([np.linspace(0, 1, size) for size in SIZES]),
    offsets=np.cumsum([0, *SIZES]),
    steps=np.array([1 / (size - 1) for size in SIZES]),
    factors=np.ones(3),
    sets=np.array([False, True, True]),
    begins=np.array([0, 0, 6, 9]),
    firsts=np.array([first for first, _ in NODES]),
    lasts=np.array([last for _, last in NODES]),
    nodes=np.array([0, 0, 2, 2]),
)

AXES = (
    Axis(tuple(range(8)), is_number=True),
    Axis(
        tuple(range(6)),
        is_number=False,
        nodes=tuple(frozenset(range(first, last + 1)) for first, last in NODES),
    ),
    Axis(tuple(range(3)), is_number=False),
)
"""The same axes for the brute force."""

WHOLE = tuple(frozenset(range(size)) for size in SIZES)
"""The region that has everything."""


def random_bench(seed: int, tuples: int = 12, room: int = 20) -> Bench:
    """Random tuples of one row each in the region that has everything."""
    random = np.random.default_rng(seed)
    points = np.stack([random.integers(0, size, tuples) for size in SIZES], axis=1)
    regions = region_list(SPACE, room)
    regions.ends[0], regions.highs[0] = tuples, np.array(SIZES) - 1
    regions.members[0] = True
    return Bench(
        SPACE,
        Tuples(points.astype(np.int32), np.ones(tuples, np.int64), np.arange(tuples)),
        regions,
        desk_for(SPACE, tuples),
    )


def rows_of(bench: Bench) -> list[tuple[int, ...]]:
    """The rows of the first region, for the brute force."""
    return [tuple(point) for point in bench.tuples.points.tolist()]


def values_of(bench: Bench, region: int) -> tuple[frozenset, ...]:
    """The values of a region on each axis."""
    regions = bench.regions
    line = range(regions.lows[region, 0], regions.highs[region, 0] + 1)
    members = regions.members[region]
    sets = (np.flatnonzero(members[:6]), np.flatnonzero(members[6:]))
    return frozenset(line), *(frozenset(values.tolist()) for values in sets)
