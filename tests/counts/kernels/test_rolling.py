# SPDX-License-Identifier: Apache-2.0
"""Roll-ups against a recount in plain Python, in each of their ways."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from diversa.counts.kernels.arrays import GroupEntries, RollUpStep
from diversa.counts.kernels.rolling import roll_up, workspace_for
from examples import generator

MAPS = np.array([0, 0, 1, 2, 1, 0], dtype=np.int32)
STEP = RollUpStep(MAPS, np.array([0, 3]), np.array([3, 1]), 9)


def finer_set(random, domain):
    """Groups with codes of two attributes and entries of some values."""
    lines = int(random.integers(0, 12))
    codes = random.integers(0, 3, (2, lines), dtype=np.int32)
    present = [
        random.choice(domain, 1 + one % 3, replace=False) for one in range(lines)
    ]
    owners = np.repeat(np.arange(lines), [len(one) for one in present])
    values = np.concatenate([np.zeros(0, np.int64), *map(np.sort, present)])
    counts = random.integers(1, 9, len(values))
    return codes, owners.astype(np.int32), values.astype(np.int32), counts


def recounted(codes, owners, values, counts):
    """The rows of each value in each merged group, groups in order of appearance."""
    keys = [(int(MAPS[one]), int(MAPS[3 + other])) for one, other in codes.T.tolist()]
    merged = {key: Counter() for key in keys}
    for owner, value, count in zip(owners, values, counts, strict=True):
        merged[keys[owner]][int(value)] += int(count)
    return merged


@pytest.mark.parametrize("domain", [4, 500], ids=["addressed directly", "sorted"])
@pytest.mark.parametrize("space", [9, 2**40], ids=["few keys", "hashed"])
def test_a_roll_up_is_a_recount(domain, space):
    random = generator(f"roll-up {1}")
    workspace = workspace_for(12, 36)
    for array in workspace:
        array[:] = 7  # what an earlier roll-up left
    for _ in range(30):
        codes, owners, values, counts = finer_set(random, domain)
        entries = GroupEntries(owners, values, counts, np.zeros(0, np.int64))
        step = STEP._replace(space=space)
        mapped, starts, *merged, sizes = roll_up(
            codes, step, entries, domain, workspace
        )
        expected = recounted(codes, owners, values, counts)
        assert [tuple(line) for line in mapped.T.tolist()] == list(expected)
        assert sizes.tolist() == [sum(one.values()) for one in expected.values()]
        found = list(zip(*(column.tolist() for column in merged), strict=True))
        assert found == [
            (group, *entry)
            for group, one in enumerate(expected.values())
            for entry in sorted(one.items())
        ]
        lengths = [len(one) for one in expected.values()]
        assert starts.tolist() == np.cumsum([0, *lengths]).tolist()
        assert [one.dtype for one in merged] == [np.int32, np.int32, np.int64]


def test_both_forms_give_the_same():
    random = generator(f"roll-up {2}")
    for _ in range(20):
        codes, owners, values, counts = finer_set(random, 4)
        entries = GroupEntries(owners, values, counts, np.zeros(0, np.int64))
        given = codes, STEP, entries, 4, workspace_for(12, 36)
        pairs = zip(roll_up.plain(*given), roll_up.dispatcher(*given), strict=True)
        for one, other in pairs:
            assert one.dtype == other.dtype
            assert one.tolist() == other.tolist()
