# SPDX-License-Identifier: Apache-2.0
"""Rows that can be kept: the largest number by trying all of them, in fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.kernels.keeping import most_balanced, most_capped, most_in_line
from examples import examples
from histogram_entries import as_entries, assert_largest

RELAXED = examples(80)
COUNTS = st.lists(st.integers(0, 12), min_size=5, max_size=5)
SHARE = st.integers(0, 12).map(lambda part: part / 12)


@RELAXED
@given(COUNTS, st.lists(SHARE, min_size=5, max_size=5), SHARE)
def test_rows_under_caps(line, caps, share):
    def lacks(size):
        fits = sum(
            min(Fraction(n), Fraction(cap) * size)
            for n, cap in zip(line, caps, strict=True)
        )
        return (Fraction(share) * size - fits) / size

    every, none = np.arange(5, dtype=np.int32)[None], np.empty((0, 5), np.int32)
    most = most_capped(*as_entries([line]), every, np.array(caps), share)
    assert_largest(int(most[0]), sum(line), lacks)
    assert most_capped(*as_entries([line]), none, np.array(caps), share) == most


@RELAXED
@given(COUNTS, st.lists(st.integers(0, 1), min_size=5, max_size=5), SHARE, SHARE)
def test_rows_under_caps_of_blocks_in_two_lines(line, pair, share, cap):
    # Values by themselves, at most a quarter each, and in two blocks.
    blocks = np.array([range(5), [5 + block for block in pair]], dtype=np.int32)
    caps = np.array([0.25] * 5 + [cap, 0.5])
    rows = [
        *line,
        *(
            sum(n for n, b in zip(line, pair, strict=True) if b == block)
            for block in (0, 1)
        ),
    ]

    def lacks(size):
        fits = sum(
            min(Fraction(n), Fraction(float(cap)) * size)
            for n, cap in zip(rows, caps, strict=True)
        )
        return (2 * Fraction(share) * size - fits) / size

    most = most_capped(*as_entries([line]), blocks, caps, 2 * share)
    assert_largest(int(most[0]), sum(line), lacks)


@RELAXED
@given(
    COUNTS,
    st.lists(st.integers(0, 9), min_size=5, max_size=5).filter(any),
    st.lists(st.integers(1, 4), min_size=4, max_size=4),
    SHARE,
)
def test_rows_on_a_line(line, table, gaps, distance):
    total, length = sum(table), sum(gaps)
    upto = [Fraction(sum(table[: place + 1]), total) for place in range(5)]
    steps = [Fraction(gap, length) for gap in (*gaps, 0)]
    width = [sum(steps[:place]) for place in range(6)]
    area = [
        sum(step * share for step, share in zip(steps[:place], upto, strict=False))
        for place in range(6)
    ]
    reached = [sum(line[: place + 1]) for place in range(5)]
    rows = sum(line)

    def lacks(size):
        work = sum(
            step * max(0, share * size - here, (1 - share) * size - (rows - here))
            for step, share, here in zip(steps, upto, reached, strict=True)
        )
        return (work - Fraction(distance) * size) / size

    most = most_in_line(
        *as_entries([line]),
        *(np.array(numbers, dtype=np.float64) for numbers in (upto, width, area)),
        distance,
    )
    assert_largest(int(most[0]), rows, lacks)


@RELAXED
@given(COUNTS, st.lists(st.integers(0, 9), min_size=5, max_size=5), st.integers(0, 9))
def test_rows_of_a_mean(line, numbers, mean):
    pairs = [(number, n) for number, n in zip(numbers, line, strict=True) if n]
    pairs.sort(reverse=True)
    rows = [number for number, n in pairs for _ in range(n)]
    sums = [sum(rows[:size]) for size in range(len(rows) + 1)]
    best = max(size for size in range(len(rows) + 1) if sums[size] >= mean * size)
    most = most_balanced(
        np.array([0, len(pairs)], dtype=np.int64),
        np.array([n for _, n in pairs], dtype=np.int64),
        np.array([number for number, _ in pairs], dtype=np.float64),
        float(mean),
    )
    assert most.tolist() == [best]
