# SPDX-License-Identifier: Apache-2.0
"""Looks at nodes against groups made and judged in plain Python."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from diversa.counts.kernels.arrays import GroupEntries, Prices, RollUpStep
from diversa.counts.kernels.looking import (
    NOT_SEEN,
    Limits,
    look,
    rows_in_small_groups,
    small_look,
    small_rows_in_small_groups,
)
from diversa.counts.kernels.rolling import workspace_for
from examples import generator

DOMAIN = 4
MAPS = np.array([0, 0, 1, 2, 1, 0], dtype=np.int32)
STEP = RollUpStep(MAPS, np.array([0, 3]), np.array([3, 1]), 9)
BEGINS = np.array([0, 3])


def arguments(random, limits):
    lines = int(random.integers(1, 12))
    entries = [
        random.choice(DOMAIN, 1 + one % 3, replace=False) for one in range(lines)
    ]
    owners = np.repeat(np.arange(lines), [len(one) for one in entries])
    counts = random.integers(1, 9, len(owners))
    return (
        random.integers(0, 3, (2, lines), dtype=np.int32),
        STEP,
        GroupEntries(
            owners.astype(np.int32),
            np.concatenate(entries).astype(np.int32),
            counts,
            np.bincount(owners, counts, lines).astype(np.int64),
        ),
        limits,
        Prices(BEGINS, random.integers(0, 9, 6)),
        workspace_for(12, 40),
    )


def limits_of(random):
    """A least size, caps of values, and a distance over values and over pairs."""
    blocks = np.array([range(4), range(4, 8), [8, 8, 9, 9]], dtype=np.int32)
    table = random.integers(1, 9, 4)
    pairs = [table[:2].sum(), table[2:].sum()]
    return Limits(
        int(random.integers(1, 6)),
        blocks,
        np.array([0, 1, 1]),
        np.array([*random.uniform(0.3, 1.1, 4), *[2.0] * 6]),
        np.array([*[0] * 4, *table, *pairs]),
        np.array([0, table.sum()]),
        np.array([0, int(random.integers(0, 2 * table.sum()))]),
        np.array([1, int(random.integers(1, 4))]),
    )


def judged(codes, owners, values, counts, limits, costs):
    """The rows that go and what the others cost, group by group."""
    groups = {}
    for owner, value, count in zip(owners, values, counts, strict=True):
        one, other = codes[:, owner]
        key = int(MAPS[one]), int(MAPS[3 + other])
        groups.setdefault(key, Counter())[int(value)] += int(count)
    gone, spent = 0, [0, 0]
    for key, group in groups.items():
        if stays(group, limits):
            for place in (0, 1):
                spent[place] += int(costs[BEGINS[place] + key[place]]) * group.total()
        else:
            gone += group.total()
    return gone, spent


def stays(group, limits):
    size, total = group.total(), int(limits.totals[1])
    capped = all(n <= limits.caps[value] * size for value, n in group.items())
    rows = Counter()
    for line in limits.blocks[1:]:
        for value, n in group.items():
            rows[int(line[value])] += n
    surplus = sum(
        max(n * total - int(limits.expected[block]) * size, 0)
        for block, n in rows.items()
    )
    near = surplus * limits.below[1] <= limits.above[1] * size
    return size >= limits.least and capped and near


@pytest.mark.parametrize("seed", range(12))
def test_a_look_tells_what_goes_and_what_the_rest_costs(seed):
    random = generator(f"look {seed}")
    limits = limits_of(random)
    given = arguments(random, limits)
    codes, _, entries, _, prices, _ = given
    gone, spent = look(*given)
    assert (gone, spent.tolist()) == judged(codes, *entries[:3], limits, prices.costs)


def test_both_forms_give_the_same():
    random = generator(f"look {1}")
    for _ in range(20):
        given = arguments(random, limits_of(random))
        gone, spent = small_look(*given)
        assert look.dispatcher(*given)[0] == gone
        assert look.dispatcher(*given)[1].tolist() == spent.tolist()


def test_nothing_is_seen_where_there_are_not_enough_slots():
    random = generator(f"look {3}")
    *given, workspace = arguments(random, limits_of(random))
    narrow = workspace._replace(table=workspace.table[:3])
    assert look.dispatcher(*given, narrow)[0] == NOT_SEEN


def test_undersized_rows_are_those_of_small_groups_in_both_forms():
    random = generator(f"look {4}")
    seen = set()
    for _ in range(20):
        codes, step, entries, *_, workspace = arguments(random, None)
        sizes = entries.sizes
        groups = Counter()
        for (one, other), size in zip(codes.T.tolist(), sizes.tolist(), strict=True):
            groups[MAPS[one], MAPS[3 + other]] += size
        for least in (1, 5, 12):
            rows = sum(size for size in groups.values() if size < least)
            given = codes, step, sizes, least, workspace
            assert rows_in_small_groups.dispatcher(*given) == rows
            assert small_rows_in_small_groups(*given) == rows
            seen.add(rows)
    assert len(seen) > 5
