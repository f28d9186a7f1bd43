# SPDX-License-Identifier: Apache-2.0
"""Steps of a search in rounds, between which models judge the sides of cuts."""

from __future__ import annotations

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.counts.kernels.all_cuts import best_cuts
from diversa.counts.kernels.cut_search import (
    SearchRules,
    Trial,
    best_by_roll_outs,
    trial_for,
)
from diversa.counts.kernels.kernel import kernel, lean_kernel
from diversa.counts.kernels.region_cuts import cut_region, mark_lower
from diversa.counts.kernels.regions import Bench, CutList, RegionList


@lean_kernel
def most_tuples(regions: RegionList, chosen: Ints) -> int:
    """The tuples of the largest of some regions."""
    size = np.int64(1)
    for region in chosen:
        size = max(size, regions.ends[region] - regions.begins[region])
    return int(size)


@lean_kernel
def cuts_of(found: CutList, place: int) -> CutList:
    """The cuts of one region, from a list with a row for each."""
    return CutList(
        found.axes[place],
        found.kinds[place],
        found.firsts[place],
        found.lasts[place],
        found.scores[place],
    )


@lean_kernel
def rank(bench: Bench, region: int, least: int, found: CutList, place: int) -> int:
    """Write the best cuts of a region into its row; their number."""
    return best_cuts(bench, region, least, cuts_of(found, place))


@kernel
def rank_cuts(bench: Bench, chosen: Ints, least: int, found: CutList) -> Ints:
    """Write the best cuts of some regions, one row of `found` each; their numbers."""
    numbers = np.zeros(len(chosen), dtype=np.int64)
    for place in range(len(chosen)):
        numbers[place] = rank(bench, chosen[place], least, found, np.int64(place))
    return numbers


@lean_kernel
def mark_sides(
    bench: Bench, region: int, found: CutList, place: int, cut: int, upper: Codes
) -> None:
    """Write 1 for each tuple of a region that is on the upper side of a cut, else 0."""
    tuples, cuts = bench.tuples, cuts_of(found, place)
    axis, last = cuts.axes[cut], cuts.lasts[cut]
    is_set = bench.space.sets[axis]
    if is_set:
        mark_lower(bench, region, cuts, cut)
    begin = bench.regions.begins[region]
    for line in range(begin, bench.regions.ends[region]):
        point = tuples.points[line, axis]
        lower = bench.desk.inside[point] if is_set else point <= last
        upper[line - begin] = 0 if lower else 1


@kernel
def sides_of_cuts(
    bench: Bench, chosen: Ints, found: CutList, places: Ints, cut: int
) -> tuple[Ints, Codes]:
    """The tuples of some regions, and the side of a cut each is on.

    The regions have their cuts in the rows `places`. A side is 2 × the place of the
    region among those chosen, and 1 more if it is the upper one.
    """
    tuples, regions, size = bench.tuples, bench.regions, np.int64(0)
    for region in chosen:
        size += regions.ends[region] - regions.begins[region]
    lines, half = np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int32)
    at, number = np.int64(0), np.int64(cut)
    for place in range(len(chosen)):
        region = chosen[place]
        mark_sides(bench, region, found, places[place], number, half[at:])
        for line in range(regions.begins[region], regions.ends[region]):
            lines[at] = tuples.lines[line]
            half[at] += 2 * place
            at += 1
    return lines, half


@lean_kernel
def choose(
    bench: Bench,
    region: int,
    found: CutList,
    place: int,
    open_: Bools,
    rules: SearchRules,
    trial: Trial,
) -> int:
    """The best of the open cuts of a region by roll-outs, or simply the first."""
    tuples = bench.regions.ends[region] - bench.regions.begins[region]
    if rules.width > 1 and tuples <= rules.few:
        cuts = cuts_of(found, place)
        return best_by_roll_outs(bench, region, cuts, open_, trial, rules.least)[1]
    for cut in range(len(open_)):
        if open_[cut]:
            return cut
    return -1


@kernel
def choose_cuts(
    bench: Bench, chosen: Ints, found: CutList, open_: Bools, rules: SearchRules
) -> Ints:
    """For each region the best of its open cuts; -1 if there is none."""
    size = min(most_tuples(bench.regions, chosen), rules.few)
    trial = trial_for(bench.space, max(1, size))
    cuts = np.empty(len(chosen), dtype=np.int64)
    for place in range(len(chosen)):
        region, at = chosen[place], np.int64(place)
        cuts[place] = choose(bench, region, found, at, open_[place], rules, trial)
    return cuts


@lean_kernel
def cut_one(
    bench: Bench, region: int, upper: int, found: CutList, place: int, cut: int
) -> None:
    """Make one of the cuts of a region."""
    cut_region(bench, region, upper, cuts_of(found, place), cut)


@kernel
def make_cuts(
    bench: Bench, chosen: Ints, found: CutList, cuts: Ints, count: int
) -> None:
    """Cut regions; the upper sides get the numbers from `count` on."""
    for place in range(len(chosen)):
        upper, at = np.int64(count + place), np.int64(place)
        cut_one(bench, chosen[place], upper, found, at, cuts[place])
