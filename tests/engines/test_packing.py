# SPDX-License-Identifier: Apache-2.0
"""Packed keys: nothing is lost, and sorted keys are sorted codes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.engines.packing import (
    BLOCK,
    Packing,
    run_lengths,
    sum_by_key,
    tally_keys,
    tally_numbers,
)
from examples import examples

SIZES = st.lists(
    st.sampled_from([0, 1, 2, 3, 64, 65, 3000, 2**20, 2**31 - 1]), max_size=12
)


@st.composite
def coded(draw):
    sizes = draw(SIZES)
    line = st.tuples(*(st.integers(0, max(size - 1, 0)) for size in sizes))
    lines = draw(st.lists(line, min_size=1, max_size=20))
    return sizes, np.array(lines, dtype=np.int64).reshape(len(lines), len(sizes))


@examples(150)
@given(case=coded())
def test_keys_hold_every_code_in_order(case):
    sizes, codes = case
    packing = Packing.plan(sizes)
    keys = packing.pack(codes)
    assert len(keys) == packing.count
    assert all((key >= 0).all() for key in keys)
    assert packing.unpack(keys).tolist() == codes.tolist()
    by_key = sorted(range(len(codes)), key=lambda row: [int(k[row]) for k in keys])
    by_code = sorted(range(len(codes)), key=lambda row: codes[row].tolist())
    assert [codes[row].tolist() for row in by_key] == [
        codes[row].tolist() for row in by_code
    ]


@pytest.mark.parametrize(
    ("sizes", "keys"),
    [([], 1), ([2] * 63, 1), ([2] * 64, 2), ([2**31 - 1] * 2, 1), ([3000] * 6, 2)],
)
def test_as_few_keys_as_needed(sizes, keys):
    assert Packing.plan(sizes).count == keys


def test_many_lines_are_unpacked_in_blocks():
    codes = np.arange(2 * (BLOCK + 5)).reshape(-1, 2)
    packing = Packing.plan([len(codes) * 2] * 2)
    assert np.array_equal(packing.unpack(packing.pack(codes)), codes)


@given(st.lists(st.integers(-5, 5), min_size=1))
def test_run_lengths_are_counts(values):
    keys, counts = run_lengths(np.array(sorted(values)))
    assert dict(zip(keys.tolist(), counts.tolist(), strict=True)) == {
        one: values.count(one) for one in values
    }
    assert keys.tolist() == sorted(set(values))


@examples(50)
@given(
    lines=st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 9)), max_size=20
    ),
    width=st.integers(1, 2),
)
def test_counts_are_summed_by_key(lines, width):
    table = np.array(lines, dtype=np.int64).reshape(len(lines), 3)
    keys, sums = sum_by_key([table[:, place] for place in range(width)], table[:, 2])
    expected = {}
    for *key, count in lines:
        expected[tuple(key[:width])] = expected.get(tuple(key[:width]), 0) + count
    found = zip(zip(*(key.tolist() for key in keys), strict=True), sums, strict=True)
    assert list(found) == sorted(expected.items())


@pytest.mark.parametrize("width", [1, 2])
def test_keys_are_tallied(width):
    random = np.random.default_rng(0)
    keys = [random.integers(5, size=300) for _ in range(width)]
    lines = list(zip(*(key.tolist() for key in keys), strict=True))
    tallied, counts = tally_keys([key.copy() for key in keys])
    shown = list(zip(*(key.tolist() for key in tallied), strict=True))
    assert shown == sorted(set(lines))
    assert counts.tolist() == [lines.count(line) for line in shown]


def test_an_empty_place_is_zero():
    packing = Packing.plan([8, 16, 4])
    keys = packing.pack_columns([np.array([5, 7]), None, np.array([3, 0])])
    assert packing.unpack(keys).tolist() == [[5, 0, 3], [7, 0, 0]]


@examples(60)
@given(
    numbers=st.lists(st.integers(-40, 40), min_size=1, max_size=60),
    far=st.sampled_from([0, 10**6]),
    dtype=st.sampled_from([np.int32, np.int64]),
)
def test_numbers_are_tallied_near_and_far_from_each_other(numbers, far, dtype):
    every = np.array([*numbers, 40 + far], dtype=dtype)
    expected = np.unique(every, return_counts=True)
    tallied = tally_numbers(every.copy(), int(every.min()), int(every.max()))
    assert [one.tolist() for one in tallied] == [one.tolist() for one in expected]
