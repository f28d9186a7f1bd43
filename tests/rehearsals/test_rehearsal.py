# SPDX-License-Identifier: Apache-2.0
"""The rehearsal of a release: thirds, a release that holds, attacks, a control."""

from __future__ import annotations

import json

import numpy as np
import pytest

from diversa.codec import to_json
from diversa.rehearsals import rehearsal, tally, trial_release
from diversa.rehearsals.draw import PRESENT, TWO_TABLES
from diversa.rehearsals.rehearsal import (
    rehearse,
)
from rehearsed_tables import STYLES, counted_rows, rows_of

METHODS = {
    **STYLES,
    "mdav": {"method": "mdav", "labels": "tight"},
    "dealing": {
        "method": "dealing",
        "labels": "tight",
        "models": "epsilon-m-anonymity:epsilon=5,m=2",
    },
    "anatomy": {"method": "anatomy", "models": "distinct-l-diversity:2"},
    "auto": {"method": "auto"},
}


@pytest.mark.parametrize("name", METHODS)
def test_every_kind_of_release_can_be_rehearsed(name):
    numbers = {"flu": "10", "acne": "20", "cold": "30"}
    rows = [(*row[:3], numbers[row[3]], row[4]) for row in rows_of(1, 240)]
    counted, plan = counted_rows(rows, **METHODS[name])
    found = rehearse(counted, plan)
    assert found.left_out is None
    assert (found.draws, found.people) == (10, 80)
    made = {rate.attack for rate in found.rates}
    assert {"linkability", "inference"} <= made
    if name == "anatomy":
        made = {one.attack: one.why for one in found.not_made}
        assert made == {
            "singling out": TWO_TABLES,
            "downcoding": TWO_TABLES,
            "membership": PRESENT,
        }
        assert found.downcoding is None
    else:
        assert "singling out" in made
        assert found.downcoding.groups == found.of("singling out")[0].released.tries
    for rate in found.rates:
        assert rate.released.low <= rate.released.rate <= rate.released.high
        assert rate.control.tries > 0


def test_people_with_several_visits_are_rehearsed_as_people():
    rows = rows_of(1, 150, visits=3)
    counted, plan = counted_rows(rows, person="who", **STYLES["levels"])
    found = rehearse(counted, plan)
    assert (found.unit, found.people) == ("person", 50)
    assert {rate.attack for rate in found.rates} == {
        "singling out",
        "membership",
        "linkability",
        "inference",
    }


def test_the_same_table_gives_the_same_figures():
    counted, plan = counted_rows(rows_of(1, 240), **STYLES["region"])
    again, _ = counted_rows(rows_of(1, 240), **STYLES["region"])
    assert rehearse(counted, plan) == rehearse(again, plan)
    _, other = counted_rows(rows_of(1, 240), **STYLES["region"], seed=1)
    assert rehearse(counted, plan) != rehearse(counted, other)


def test_a_larger_table_is_drawn_until_there_were_enough_tries(monkeypatch):
    counted, plan = counted_rows(rows_of(1, 240), **STYLES["region"])
    monkeypatch.setattr(rehearsal, "SMALL", 100)
    monkeypatch.setattr(tally, "ENOUGH", 30)
    found = rehearse(counted, plan)
    assert 1 < found.draws < 10
    assert found.of("singling out")[0].released.tries >= 30


def test_many_boxes_are_sampled(monkeypatch):
    counted, plan = counted_rows(rows_of(1, 240), **STYLES["region"])
    monkeypatch.setattr(trial_release, "MOST_BOXES", 4)
    assert rehearse(counted, plan).of("singling out")[0].released.tries == 40


def test_a_learner_can_be_rehearsed(monkeypatch):
    counted, plan = counted_rows(rows_of(1, 300), **STYLES["tight"])
    monkeypatch.setattr(rehearsal, "DRAWS", 2)
    found = rehearse(counted, plan, kind="adaptive")
    assert found.kind == "adaptive"
    assert found.of("singling out")[0].released.tries > 0


def test_few_people_are_not_divided():
    counted, plan = counted_rows(rows_of(1, 29))
    found = rehearse(counted, plan)
    assert (found.left_out, found.draws, found.rates) == ("few people", 0, ())


def test_a_plan_that_a_third_cannot_fulfil_is_said():
    counted, plan = counted_rows(rows_of(1, 90), models="k-anonymity:40")
    assert rehearse(counted, plan).left_out == "no release"


def test_what_does_not_apply_is_said():
    rows = [(20, "A", "f", "flu", str(number)) for number in range(60)]
    counted, plan = counted_rows(rows, quasi_identifiers=["sex"], hierarchies={})
    found = rehearse(counted, plan)
    assert {one.attack for one in found.not_made} == {
        "singling out",
        "downcoding",
        "membership",
        "linkability",
    }


def test_the_result_has_counts_and_shares_only():
    counted, plan = counted_rows(rows_of(1, 240), **STYLES["tight"])
    text = json.dumps(to_json(rehearse(counted, plan)))
    for value in ("flu", "acne", '"A"', "north"):
        assert value not in text


def test_the_control_are_other_people():
    """A control that was released would be singled out as often as the release."""
    counted, plan = counted_rows(rows_of(1, 2400), **STYLES["tight"])
    (found,) = rehearse(counted, plan, kind="plain").of("singling out")
    assert found.released.rate > found.control.rate
    assert np.isclose(
        found.excess,
        (found.released.rate - found.control.rate) / (1 - found.control.rate),
        atol=1e-3,
    )
