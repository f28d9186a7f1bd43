# SPDX-License-Identifier: Apache-2.0
"""Axes of random points, and what a set of points hides on them, in plain Python."""

from __future__ import annotations

import numpy as np

from diversa.counts.kernels.runs import Runs
from diversa.counts.kernels.spans import RANGE, SET, STAR, Axes

KINDS = (RANGE, SET, STAR)
DOMAIN = 6
TUPLES = 30
"""How many random runs have."""


def random_axes(seed, tuples=9):
    """A range, a set and a star of six values each, with random points on them."""
    random = np.random.default_rng(seed)
    places = np.sort(random.integers(1, 50, (len(KINDS), DOMAIN)), axis=1)
    places = places - places[:, :1]
    places = places / np.maximum(places[:, -1:], 1)
    places[SET] = np.arange(DOMAIN) / (DOMAIN - 1)
    return Axes(
        random.integers(0, DOMAIN, (len(KINDS), tuples)).astype(np.int32),
        places.ravel().astype(np.float64),
        np.arange(len(KINDS) + 1) * DOMAIN,
        np.array(KINDS, dtype=np.int8),
        np.full(len(KINDS), 1 / (DOMAIN - 1)),
        np.empty(0, dtype=np.int32),
        np.empty(0, dtype=np.float64),
        np.zeros(len(KINDS) + 1, dtype=np.int64),
        np.zeros(len(KINDS), dtype=np.int64),
    )


def random_runs(seed):
    """Axes and the runs of one part, whose region is all there is."""
    axes = random_axes(seed, TUPLES)
    points = np.ascontiguousarray(axes.ranks.T)
    rows = np.random.default_rng(seed).integers(1, 4, TUPLES)
    whole = Runs.room(points, np.arange(TUPLES), rows, TUPLES)
    whole.ends[0], whole.highs[0] = TUPLES, DOMAIN - 1
    return axes, whole


def lines_of(runs, part):
    """The lines of a part."""
    return runs.lines[runs.begins[part] : runs.ends[part]].tolist()


def hidden(axes, lines):
    """What the tuples of some lines hide over all axes when they are one group."""
    return sum(hidden_on(axes, axis, lines) for axis in range(len(KINDS)))


def hidden_on(axes, axis, lines):
    """What the tuples of some lines hide on one axis."""
    ranks = {int(axes.ranks[axis, line]) for line in lines}
    if KINDS[axis] == SET:
        return (len(ranks) - 1) / (DOMAIN - 1)
    if KINDS[axis] == STAR:
        return float(len(ranks) > 1)
    places = axes.places[axes.offsets[axis] :]
    return float(places[max(ranks)] - places[min(ranks)])
