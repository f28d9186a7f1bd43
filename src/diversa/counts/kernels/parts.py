# SPDX-License-Identifier: Apache-2.0
"""Scores of the cuts of parts, and cuts down to the least size."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.kernels.cuts import (
    Room,
    by_rank,
    cheapest_cut,
    median_cut,
    room_for,
    rows_by_rank,
)
from diversa.counts.kernels.kernel import kernel
from diversa.counts.kernels.runs import Runs, divide
from diversa.counts.kernels.spans import Axes


class CutRules(NamedTuple):
    """Rules for the cuts of all parts."""

    least: int
    """Rows that both sides must have."""
    few: int
    """Tuples of a part up to which it is cut at the least loss, not at a median."""


class Proposals(NamedTuple):
    """A cut along each axis, and its score."""

    scores: Floats
    """Lower is better; infinite if there is no cut."""
    cuts: Codes
    """The last rank of the lower side."""


@kernel
def cheapest_scores(
    axes: Axes, points: Codes, rows: Ints, least: int, room: Room, found: Proposals
) -> None:
    """Propose the cheapest cut along each axis; its score is the loss of both sides."""
    size = len(points)
    order, columns = room.order[:size], room.columns[:, :size]
    for place in range(size):
        for axis in range(len(columns)):
            columns[axis, place] = points[place, axis]
    for axis in range(len(columns)):
        by_rank(columns[axis], order, room.tally)
        found.scores[axis] = np.inf
        if columns[axis, order[0]] != columns[axis, order[size - 1]]:
            found.scores[axis], found.cuts[axis] = cheapest_cut(
                axes, columns, rows, axis, order, least, room
            )


@kernel
def best_axis(axes: Axes, scores: Floats) -> int:
    """The axis with the lowest score; of equal ones that with the fewest values."""
    best, fewest = 0, axes.offsets[1] - axes.offsets[0]
    for axis in range(1, len(scores)):
        values = axes.offsets[axis + 1] - axes.offsets[axis]
        tie = scores[axis] == scores[best] and values < fewest
        if scores[axis] < scores[best] or tie:
            best, fewest = axis, values
    return best


@kernel
def spans_of(axes: Axes, points: Codes, scores: Floats) -> None:
    """Minus the normalized span along each axis; infinite where there is none."""
    dimensions = points.shape[1]
    lows, highs = points[0].copy(), points[0].copy()
    for line in range(len(points)):
        for axis in range(dimensions):
            rank = points[line, axis]
            lows[axis] = min(lows[axis], rank)
            highs[axis] = max(highs[axis], rank)
    for axis in range(dimensions):
        begin = axes.offsets[axis]
        wide = axes.places[begin + highs[axis]] - axes.places[begin + lows[axis]]
        scores[axis] = -wide if wide > 0 else np.inf


@kernel
def median_scores(
    axes: Axes,
    points: Codes,
    rows: Ints,
    least: int,
    room: Room,
    found: Proposals,
    wanted: int,
) -> None:
    """Propose the median along each axis; its score is minus the normalized span.

    Stops after `wanted` axes that can be cut; the widest come first.
    """
    scores, cuts = found
    spans_of(axes, points, scores)
    open_ = scores.copy()
    for _ in range(len(scores)):
        axis = best_axis(axes, open_)
        if open_[axis] == np.inf:
            return
        open_[axis] = np.inf
        runs = rows_by_rank(points[:, axis], rows, room)
        ranks, counts = room.ranks[:runs], room.counts[:runs]
        cuts[axis] = median_cut(axes, axis, ranks, counts, least)
        if cuts[axis] < 0:
            scores[axis] = np.inf
            continue
        wanted -= 1
        if wanted == 0:
            return


@kernel
def score_part(
    axes: Axes,
    runs: Runs,
    part: int,
    rules: CutRules,
    wanted: int,
    room: Room,
    found: Proposals,
) -> None:
    """Score every axis of a part: cheapest cuts for few tuples, medians for more."""
    least, few = rules
    points = runs.points[runs.begins[part] : runs.ends[part]]
    rows = runs.rows[runs.begins[part] : runs.ends[part]]
    if len(points) > few:
        median_scores(axes, points, rows, least, room, found, wanted)
    else:
        cheapest_scores(axes, points, rows, least, room, found)


@kernel
def score_parts(axes: Axes, runs: Runs, parts: Ints, rules: CutRules) -> Proposals:
    """Scores (lower is better, infinite for none) and cuts of parts on every axis."""
    dimensions, longest = len(axes.kinds), 0
    for part in parts:
        longest = max(longest, runs.ends[part] - runs.begins[part])
    room = room_for(axes, longest, rules.few)
    scores = np.full((len(parts), dimensions), np.inf)
    cuts = np.zeros((len(parts), dimensions), dtype=np.int32)
    for place in range(len(parts)):
        found = Proposals(scores[place], cuts[place])
        score_part(axes, runs, parts[place], rules, dimensions, room, found)
    return Proposals(scores, cuts)


@kernel
def cut_to_size(axes: Axes, runs: Runs, count: int, rules: CutRules, most: int) -> int:
    """Cut while both sides have enough rows, and more than `most` tuples are left.

    Returns the number of parts, of which there were `count`.
    """
    rows, begins, ends = runs.rows, runs.begins, runs.ends
    room = room_for(axes, len(rows), rules.few)
    scores = np.empty(len(axes.kinds))
    cuts = np.zeros(len(axes.kinds), dtype=np.int32)
    found = Proposals(scores, cuts)
    part, wanted = np.int64(0), np.int64(1)  # each 0 and 1 would be compiled apart
    while part < count:
        if ends[part] - begins[part] <= max(1, most):
            part += 1
            continue
        if rows[begins[part] : ends[part]].sum() < 2 * rules.least:
            part += 1
            continue
        score_part(axes, runs, part, rules, wanted, room, found)
        axis = best_axis(axes, scores)
        if scores[axis] == np.inf:
            part += 1
            continue
        divide(runs, part, count, axis, cuts[axis])
        count += 1
    return count
