# SPDX-License-Identifier: Apache-2.0
"""Distances of histograms against their definitions, in plain Python."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.kernels.arrays import GroupEntries
from diversa.counts.kernels.distances import (
    UNDECIDED,
    CumulativeCounts,
    areas,
    block_surpluses,
    first_above,
    surpluses,
    table_surpluses,
    within,
)
from examples import examples
from histogram_entries import as_entries

RELAXED = examples(60)
COUNTS = st.integers(1, 7**5 - 1).map(lambda code: [code // 7**n % 7 for n in range(5)])
"""Up to six rows of each of five values; digits of a number are drawn at once."""
GROUPS = st.lists(COUNTS, min_size=1, max_size=6)


def owned(lines):
    """The same as the group, value and count of each entry, and the rows of groups."""
    starts, values, counts = as_entries(lines)
    owners = np.repeat(np.arange(len(lines), dtype=np.int32), np.diff(starts))
    sizes = np.array([sum(line) for line in lines])
    return GroupEntries(owners, values, counts, sizes)


@RELAXED
@given(st.lists(st.integers(0, 9), max_size=9).map(sorted), st.integers(-1, 10))
def test_the_first_number_above_a_limit(ascending, limit):
    numbers = np.array(ascending, dtype=np.int64)
    for begin in range(len(ascending) + 1):
        expected = max(begin, bisect_right(ascending, limit))
        assert first_above(numbers, limit, begin, len(ascending)) == expected


@RELAXED
@given(GROUPS, COUNTS)
def test_surpluses(lines, table):
    starts, values, counts = as_entries(lines)
    total = sum(table)
    reference = np.array(table, dtype=np.int64)
    totals = np.full(len(lines), total, dtype=np.int64)
    expected = [
        sum(max(n * total - t * sum(line), 0) for n, t in zip(line, table, strict=True))
        for line in lines
    ]
    assert surpluses(starts, counts, reference[values], totals).tolist() == expected
    assert table_surpluses(owned(lines), reference, total).tolist() == expected


@RELAXED
@given(GROUPS, COUNTS, st.lists(st.integers(0, 2), min_size=5, max_size=5))
def test_surpluses_of_blocks(lines, table, pairs):
    # Every value is a block of its own in the first line; the second has three.
    blocks = np.array([range(5), [5 + block for block in pairs]], dtype=np.int32)
    total = sum(table)

    def in_blocks(line):
        rows = [0] * 8
        for value, n in enumerate(line):
            rows[blocks[0, value]] += n
            rows[blocks[1, value]] += n
        return rows

    expected = [
        sum(
            max(n * total - t * sum(line), 0)
            for n, t in zip(in_blocks(line), in_blocks(table), strict=True)
        )
        for line in lines
    ]
    reference = np.array(in_blocks(table), dtype=np.int64)
    found = block_surpluses(as_entries(lines), blocks, reference, total)
    assert found.tolist() == expected


@RELAXED
@given(
    GROUPS,
    st.lists(COUNTS, min_size=1, max_size=3),
    st.lists(st.integers(1, 4), min_size=4, max_size=4),
    st.integers(0, 2**32 - 1).map(Random),
)
def test_areas(lines, tables, gaps, random):
    parents = [random.randrange(len(tables)) for _ in lines]
    # A reference has a row of every value of the groups that are compared with it.
    tables = [[n + 1 for n in table] for table in tables]
    starts, _, counts = as_entries(lines)
    ends, codes, rows = as_entries(tables)
    upto = np.concatenate([np.cumsum(table) for table in tables])
    steps = np.tile([*gaps, 0], len(tables))
    places = [
        ends[parents[group]] + value
        for group, line in enumerate(lines)
        for value, n in enumerate(line)
        if n
    ]
    assert codes.tolist() == list(range(5)) * len(tables)
    assert rows.sum() == sum(map(sum, tables))

    def work(line, table):
        reached = zip(np.cumsum(line), np.cumsum(table), [*gaps, 0], strict=True)
        total, size = sum(table), sum(line)
        return sum(
            gap * abs(here * total - there * size) for here, there, gap in reached
        )

    found = areas(
        starts,
        counts,
        np.array(places, dtype=np.int64),
        np.array(parents, dtype=np.int64),
        CumulativeCounts(
            ends,
            upto,
            np.concatenate([[0], np.cumsum(steps)]),
            np.concatenate([[0], np.cumsum(steps * upto)]),
        ),
    )
    assert found.tolist() == [
        work(line, tables[parent]) for line, parent in zip(lines, parents, strict=True)
    ]


@RELAXED
@given(
    GROUPS,
    st.lists(st.sampled_from([0.1, 0.25, 0.3, 0.5, 1]), min_size=10, max_size=10),
)
def test_shares_within_bounds(lines, bounds):
    floors = [min(pair) for pair in zip(bounds[:5], bounds[5:], strict=True)]
    caps = [max(pair) for pair in zip(bounds[:5], bounds[5:], strict=True)]
    found = within(owned(lines), np.array(floors), np.array(caps), 1e-9)
    for line, inside in zip(lines, found.tolist(), strict=True):
        shares = [Fraction(n, sum(line)) for n in line]
        beyond = [
            max(float(share) - cap, floor - float(share))
            for share, floor, cap in zip(shares, floors, caps, strict=True)
            if share
        ]
        if max(beyond) > 1e-9:
            assert inside == 0
        else:
            assert inside == (UNDECIDED if max(beyond) > -1e-9 else 1)


@pytest.mark.parametrize("kernel", [surpluses, within])
def test_no_groups(kernel):
    nothing = np.empty(0, dtype=np.int64)
    starts = np.zeros(1, dtype=np.int64)
    if kernel is surpluses:
        found = surpluses(starts, nothing, nothing, nothing)
    else:
        codes = np.empty(0, np.int32)
        entries = GroupEntries(codes, codes, nothing, nothing)
        found = within(entries, np.ones(1), np.ones(1), 1e-9)
    assert len(found) == 0
