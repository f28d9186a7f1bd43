# SPDX-License-Identifier: Apache-2.0
"""Parts while they are cut: runs of tuples that are divided in place."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts.kernels import parts as kernels
from diversa.counts.kernels.runs import Runs, divide_parts
from diversa.counts.kernels.spans import Axes
from diversa.progress import Progress
from diversa.recodings.partition import Partition, Regions, Trail

BLOCK = 1 << 16
"""Tuples of a block that one thread cuts further."""


@dataclass(eq=False)
class Parts:
    """A partition that is being cut."""

    axes: Axes = field(repr=False)
    """Positions of the tuples."""
    runs: Runs = field(repr=False)
    """The tuples and the parts; longer than there are parts."""
    count: int
    """Number of parts."""
    least: int
    """Rows that a part must have."""
    few: int
    """Most tuples of a part that is cut at the least loss, not at a median."""

    @classmethod
    def of(cls, begin: Partition, least: int, *, few: int) -> Parts:
        """The parts of a partition."""
        order, count = begin.order, begin.parts
        sizes = begin.finest.groups.sizes[order]
        # A copy also where there is one axis: parts are divided in place.
        points = np.array(begin.axes.ranks.T, order="C")
        if count > 1 or len(order) < len(points):
            points = points[order]
        most = count + min(len(order), int(sizes.sum()) // least)
        runs = Runs.room(points, order.copy(), sizes, most)
        runs.begins[:count], runs.ends[:count] = begin.starts[:-1], begin.starts[1:]
        if begin.regions is not None:
            runs.lows[:count] = begin.regions.lows
            runs.highs[:count] = begin.regions.highs
        return cls(begin.axes, runs, count, least, few)

    @property
    def lines(self) -> Ints:
        """The tuples, part after part."""
        return self.runs.lines

    @property
    def begins(self) -> Ints:
        """Begin of the tuples of each part."""
        return self.runs.begins

    def tuples(self, parts: Ints) -> Ints:
        """Number of tuples of each part."""
        return self.runs.ends[parts] - self.runs.begins[parts]

    @property
    def rules(self) -> kernels.CutRules:
        """The rules for cuts as kernels take them."""
        return kernels.CutRules(self.least, self.few)

    def scores(self, parts: Ints) -> kernels.Proposals:
        """Scores (lower is better, infinite for none) and cuts on every axis."""
        return kernels.score_parts(self.axes, self.runs, parts, self.rules)

    def divide(self, parts: Ints, axis: Ints, cut: Codes) -> Ints:
        """Divide parts; returns the numbers of all halves."""
        divide_parts(self.runs, parts, axis, cut, self.count)
        fresh = self.count + np.arange(len(parts))
        self.count += len(parts)
        return np.concatenate([parts, fresh])

    def numbers(self) -> Codes:
        """The part of each line of the table."""
        first = np.argsort(self.runs.begins[: self.count], kind="stable")
        return np.repeat(first.astype(np.int32), self.tuples(first))

    def partition(self, begin: Partition, trail: Trail = ()) -> Partition:
        """The partition made from another one; parts keep their order."""
        first = np.argsort(self.runs.begins[: self.count], kind="stable")
        number = np.arange(self.count, dtype=np.int32)
        part = np.full(len(begin.part), -1, dtype=np.int32)
        part[self.runs.lines] = np.repeat(number, self.tuples(first))
        regions = Regions(self.runs.lows[first], self.runs.highs[first])
        return replace(begin, part=part, parts=self.count, regions=regions, trail=trail)

    def block(self, part: int) -> Parts:
        """One part as a table of its own, over the same tuples."""
        here = slice(self.runs.begins[part], self.runs.ends[part])
        rows = self.runs.rows[here]
        most = min(len(rows), int(rows.sum()) // self.least) + 1
        points, lines = self.runs.points[here], self.runs.lines[here]
        runs = Runs.room(points, lines, rows, most)
        runs.ends[0] = len(rows)
        runs.lows[0], runs.highs[0] = self.runs.lows[part], self.runs.highs[part]
        return replace(self, runs=runs, count=1)

    def take_over(self, part: int, block: Parts) -> None:
        """Put the parts of a block in the place of the part that it was."""
        begin, more = self.runs.begins[part], block.count - 1
        places = np.append(part, self.count + np.arange(more))
        self.runs.begins[places] = begin + block.runs.begins[: block.count]
        self.runs.ends[places] = begin + block.runs.ends[: block.count]
        self.runs.lows[places] = block.runs.lows[: block.count]
        self.runs.highs[places] = block.runs.highs[: block.count]
        self.count += more


def cut_to_size(parts: Parts, most: int, progress: Progress) -> None:
    """Cut while both sides have the least number of rows, blocks in several threads.

    The result does not depend on the threads.
    """
    run_kernel(parts, max(most, BLOCK))
    blocks = np.flatnonzero(
        parts.tuples(np.arange(parts.count)) > max(1, most)
    ).tolist()
    if len(blocks) == 1:
        run_kernel(parts, most)
        return
    done = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        cut = pool.map(lambda block: cut_block(parts, block, most), blocks)
        for part, block in zip(blocks, cut, strict=True):
            parts.take_over(part, block)
            done += len(block.runs.rows)
            progress(done, len(parts.runs.rows))


def cut_block(parts: Parts, part: int, most: int) -> Parts:
    """Cut one part."""
    block = parts.block(part)
    run_kernel(block, most)
    return block


def run_kernel(parts: Parts, most: int) -> None:
    """Cut in this thread."""
    parts.count = kernels.cut_to_size(
        parts.axes, parts.runs, parts.count, parts.rules, most
    )
