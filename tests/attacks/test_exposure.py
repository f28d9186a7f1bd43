# SPDX-License-Identifier: Apache-2.0
"""The result of an attack: shares, and words that never round up to certainty."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
import pytest

from diversa.attacks.exposure import (
    CERTAIN,
    ROWS,
    Crowd,
    Exposure,
    how_sure,
    largest,
    percent,
)
from diversa.counts.people_of_groups import PeopleOfGroups
from diversa.counts.visits import Visits


@dataclass(frozen=True, eq=False, kw_only=True)
class Peek(Exposure):
    """An attack that tells what it was told."""

    name = "peek"

    def in_words(self):
        return "somebody looked"


def test_groups_that_are_hit():
    sizes = np.array([3, 1, 4])
    fields = ROWS.expose(np.array([True, False, True]), sizes)
    exposure = Peek(on="ill", worst=1.0, **fields)
    assert (exposure.exposed, exposure.total, exposure.groups) == (7, 8, 3)
    assert exposure.affected.tolist() == [0, 2]
    assert exposure.share == 7 / 8


def test_no_row_at_all():
    nobody = np.array([], dtype=np.int64)
    fields = ROWS.expose(nobody.astype(bool), nobody)
    exposure = Peek(worst=largest(nobody.astype(float)), **fields)
    assert (exposure.share, exposure.worst, exposure.on) == (0, None, None)


def test_people_in_several_groups_are_exposed_once():
    """Ann is in both groups, Bob in the first, Eve in the second."""
    visits = Visits(
        np.array([0, 2, 3, 4]),
        np.array([0, 1, 0, 1], dtype=np.int32),
        np.zeros(4, dtype=np.int32),
        np.ones(3, dtype=np.int64),
        np.zeros((1, 0), dtype=np.int32),
    )
    sizes, rows = np.array([2, 2]), np.array([5, 2])
    crowd = Crowd(people=PeopleOfGroups(sizes, rows, visits))
    exposure = Peek(worst=1.0, **crowd.expose(np.array([True, True]), sizes))
    assert (exposure.exposed, exposure.total, exposure.units) == (3, 3, "people")
    assert crowd.count(np.array([False, True]), sizes) == 2


def test_json_holds_numbers_and_no_group():
    fields = ROWS.expose(np.array([False, True]), np.array([3, 1]))
    answer = json.loads(json.dumps(Peek(on="ill", worst=0.5, **fields).to_json()))
    assert answer == {
        "attack": "peek",
        "on": "ill",
        "unit": "row",
        "exposed": 1,
        "total": 4,
        "share": 0.25,
        "affected_groups": 1,
        "groups": 2,
        "worst": 0.5,
        "words": "somebody looked",
    }


@pytest.mark.parametrize("share", [0.999, 0.9995, 0.99999, CERTAIN - 1e-12])
def test_what_is_not_certain_is_not_said_to_be(share):
    assert percent(share) == "99.9 %"
    assert how_sure(share) == "99.9 % sure"


def test_certainty_and_shares():
    assert (percent(CERTAIN), how_sure(1.0)) == ("100 %", "certain")
    assert (percent(0.0), percent(1 / 8)) == ("0 %", "12.5 %")
    assert largest(np.array([0.2, 0.7, 0.1])) == 0.7
