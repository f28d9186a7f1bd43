# SPDX-License-Identifier: Apache-2.0
"""Parts in the making: runs of tuples that are divided in place."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.recodings.partition import whole_table
from diversa.search.partitions import parts as module
from diversa.search.partitions.parts import Parts, cut_to_size
from partition_tasks import groups_of, on_a_line


@pytest.fixture
def whole():
    return whole_table(on_a_line([1, 2, 3, 4, 5, 6], "k-anonymity:2").finest)


def test_a_part_is_divided_at_a_position(whole):
    """The lower half keeps its number, the upper half gets the next one."""
    parts = Parts.of(whole, 2, few=0)
    x, cut = np.array([0]), np.array([1], dtype=np.int32)
    halves = parts.divide(np.array([0]), x, cut)
    assert halves.tolist() == [0, 1]
    assert parts.tuples(halves).tolist() == [2, 4]
    assert parts.numbers().tolist() == [0, 0, 1, 1, 1, 1]
    partition = parts.partition(whole)
    assert groups_of(partition) == [[1, 2], [3, 4, 5, 6]]
    assert partition.regions.lows[:, 0].tolist() == [0, 2]
    assert partition.regions.highs[:, 0].tolist() == [1, 5]


def test_an_axis_with_one_value_cannot_be_cut(whole):
    scores, cuts = Parts.of(whole, 2, few=0).scores(np.array([0]))
    assert np.isfinite(scores[0]).tolist() == [True, False, False]
    assert cuts[0, 0] == 2  # three rows to each side


def test_a_block_is_cut_by_itself_and_put_back(whole):
    parts = Parts.of(whole, 2, few=0)
    parts.divide(np.array([0]), np.array([0]), np.array([1], dtype=np.int32))
    block = parts.block(1)
    assert block.tuples(np.array([0])).tolist() == [4]
    block.divide(np.array([0]), np.array([0]), np.array([3], dtype=np.int32))
    parts.take_over(1, block)
    assert groups_of(parts.partition(whole)) == [[1, 2], [3, 4], [5, 6]]


@pytest.mark.parametrize("few", [0, 100])
def test_threads_change_nothing(monkeypatch, few):
    """Blocks of four tuples, on threads, against one pass over the table."""
    random = np.random.default_rng(3)
    numbers = np.unique(random.integers(0, 500, 60)).tolist()
    begin = whole_table(on_a_line(numbers, "k-anonymity:3").finest)

    def cut():
        parts, steps = Parts.of(begin, 3, few=few), []
        cut_to_size(parts, 0, lambda done, total: steps.append((done, total)))
        return groups_of(parts.partition(begin)), steps

    once, _ = cut()
    monkeypatch.setattr(module, "BLOCK", 4)
    in_blocks, steps = cut()
    assert in_blocks == once
    assert steps[-1][0] <= steps[-1][1] == len(numbers)
    assert min(map(len, once)) >= 3
