# SPDX-License-Identifier: Apache-2.0
"""Groups are layered anew, block by block, and never lose more."""

from __future__ import annotations

from itertools import islice, pairwise

import numpy as np
import pytest

from diversa.recodings.box_style import BoxStyle
from diversa.search.partitions.local_recoding import local_recoding
from diversa.search.partitions.relayering import (
    only,
    put_in_place,
    relayering,
    total_loss,
)
from partition_laws import check, make_task
from tables import SmallTable

ANCESTORS = BoxStyle(sets="ancestor")

LADDERS = {
    "age": {str(age): (f"{age // 3}s", "*") for age in range(1, 13)},
    "place": {one: ("ab" if one in "ab" else "cd", "*") for one in "abcd"},
    "sex": dict.fromkeys("xy", ("*",)),
}


def random_task(seed, *specs):
    random = np.random.default_rng(seed)
    rows = tuple(
        (str(random.integers(1, 13)), *(str(random.choice([*one])) for one in KINDS))
        for _ in range(80)
    )
    return make_task(SmallTable(("age", "place", "sex", "s"), rows, LADDERS), specs)


KINDS = ("abcd", "xy", "12")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "specs", [("k-anonymity:4",), ("k-anonymity:3", "entropy-l-diversity:1.8,on=s")]
)
def test_no_round_loses_more_and_every_group_holds(specs, seed):
    task = random_task(seed, *specs)
    begin = local_recoding(task, style=ANCESTORS)
    rounds = list(islice(relayering(task, begin, seed=seed), 25))
    for one, other in pairwise(rounds):
        assert other.loss <= one.loss + 1e-12
        check(task, other)
    again = list(islice(relayering(task, begin, seed=seed), 25))
    assert again[-1].part.tolist() == rounds[-1].part.tolist()


def test_some_groups_are_taken_out_and_put_back():
    task = random_task(1, "k-anonymity:4")
    begin = local_recoding(task, style=ANCESTORS)
    chosen = np.arange(begin.parts) % 2 == 0
    some = only(begin, chosen)
    assert some.parts == chosen.sum()
    assert total_loss(some) + total_loss(only(begin, ~chosen)) == pytest.approx(
        total_loss(begin)
    )
    same = put_in_place(begin, chosen, some)
    check(task, same)
    assert same.loss == pytest.approx(begin.loss)
