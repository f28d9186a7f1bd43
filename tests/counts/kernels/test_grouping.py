# SPDX-License-Identifier: Apache-2.0
"""The compiled functions against plain Python, in each of their ways."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts import kernels
from examples import examples

RELAXED = examples(60)
DRAWS = st.integers(0, 2**32 - 1).map(np.random.default_rng)
"""Random numbers, which Hypothesis would take long to draw one by one."""
WIDE = 2**62

SPACES = {
    "addressed directly": lambda lines: kernels.DENSE_PER_ROW * lines,
    "hashed": lambda lines: kernels.DENSE_PER_ROW * lines + 1,
    "hashed, wide keys": lambda _: WIDE,
}


def judge_groups(keys):
    """Number distinct keys by first appearance."""
    first = {}
    for line, key in enumerate(keys):
        first.setdefault(key, line)
    number = {key: place for place, key in enumerate(first)}
    return [number[key] for key in keys], list(first.values())


@pytest.mark.parametrize("way", SPACES)
@RELAXED
@given(DRAWS, st.integers(1, 40))
def test_group_keys(way, draw, lines):
    space = SPACES[way](lines)
    few = draw.integers(0, 6, lines) * (space // 6)
    keys = np.where(draw.random(lines) < 0.5, few, draw.integers(0, space, lines))
    group, first = kernels.group_keys(keys, space)
    assert (group.tolist(), first.tolist()) == judge_groups(keys.tolist())


@pytest.mark.parametrize("space", [1, WIDE])
def test_no_keys(space):
    group, first = kernels.group_keys(np.empty(0, dtype=np.int64), space)
    assert len(group) == len(first) == 0


@pytest.mark.parametrize("space", [30_000, WIDE])
def test_many_keys(space):
    keys = np.random.default_rng(1).integers(0, space, 20_000)
    keys[::3] = keys[0]
    group, first = kernels.group_keys(keys, space)
    assert (group.tolist(), first.tolist()) == judge_groups(keys.tolist())


@pytest.mark.parametrize("way", ["addressed directly", "sorted"])
@RELAXED
@given(DRAWS, st.integers(1, 40))
def test_histograms(way, draw, lines):
    group, first = judge_groups(draw.integers(0, 6, lines).tolist())
    slots = kernels.DENSE_PER_ROW * lines
    domain = slots // len(first) + (way == "sorted")
    values = draw.integers(0, domain, lines) * draw.integers(0, 2, lines)
    counts = draw.integers(1, 10, lines)
    assert (len(first) * domain <= slots) == (way == "addressed directly")
    starts, found_values, found_counts = kernels.histograms(
        np.array(group, dtype=np.int32),
        len(first),
        values.astype(np.int32),
        domain,
        counts.astype(np.int64),
    )
    expected = Counter()
    for one, value, count in zip(group, values, counts, strict=True):
        expected[one, int(value)] += int(count)
    owners = np.repeat(np.arange(len(first)), np.diff(starts)).tolist()
    found = zip(owners, found_values.tolist(), found_counts.tolist(), strict=True)
    assert list(found) == [(*key, expected[key]) for key in sorted(expected)]


@RELAXED
@given(DRAWS, st.integers(0, 60))
def test_counting_order(draw, lines):
    array = draw.integers(0, 21, lines, dtype=np.int32)
    found = kernels.counting_order(array, 21)
    assert found.tolist() == np.argsort(array, kind="stable").tolist()


@RELAXED
@given(DRAWS, st.lists(st.integers(1, 6), min_size=1, max_size=4))
def test_pack_and_map_codes(draw, sizes):
    maps = [draw.permutation(size).astype(np.int32) for size in sizes]
    flat = np.concatenate([np.zeros(3, dtype=np.int32), *maps])
    offsets = 3 + np.cumsum([0, *sizes])[:-1]
    lines = draw.integers(0, sizes, (draw.integers(1, 21), len(sizes)))
    codes = np.ascontiguousarray(lines.T, dtype=np.int32)
    mapped = [[int(m[c]) for m, c in zip(maps, one, strict=True)] for one in lines]

    strides = np.cumprod([1, *sizes[:-1]]).astype(np.int64)
    step = kernels.RollUpStep(flat, offsets, strides, WIDE)
    keys = kernels.pack_keys(codes, step)
    assert keys.tolist() == (np.array(mapped) @ strides).tolist()
    without_last = step._replace(strides=np.append(strides[:-1], 0))
    one_left_out = kernels.pack_keys(codes, without_last)
    assert one_left_out.tolist() == (np.array(mapped)[:, :-1] @ strides[:-1]).tolist()

    chosen = np.arange(len(lines))[::-2].copy()
    found = kernels.map_codes(codes, step, chosen)
    assert found.T.tolist() == [mapped[line] for line in chosen]


@pytest.mark.parametrize("lengths", [[1, 1, 1], [2, 1, 3], [4]])
def test_spread(lengths):
    group = np.arange(len(lengths), dtype=np.int32)[::-1].copy()
    starts = np.cumsum([0, *lengths])
    assert kernels.spread(group, starts).tolist() == np.repeat(group, lengths).tolist()
