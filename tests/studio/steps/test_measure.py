# SPDX-License-Identifier: Apache-2.0
"""Forms come from declarations; the danger is what the attacks of the release say."""

from __future__ import annotations

import pytest

import diversa
from diversa import make_plan
from diversa.attacks.assumptions import Assumptions
from diversa.attacks.battery import attacks_on
from diversa.models.verdict import Verdict
from diversa.studio.steps.measure import (
    danger_of_table,
    forecast,
    model_state,
)
from tight_labels import tight

PLAN = make_plan(quasi_identifiers="zip", sensitive="condition")
NAMES = ["zip", "born", "sex"]


def test_the_danger_before_is_that_of_the_table(table, patients):
    danger = danger_of_table(table)
    sizes = patients.groupby(NAMES).size()
    assert (danger.rows, danger.groups) == (200, len(sizes))
    assert danger.alone == (sizes == 1).sum()
    assert danger.highest_risk == 1 / sizes.min()
    assert danger.average_risk == len(sizes) / 200
    # Nobody whom an adversary bribed: how many these are is assumed, not counted.
    nobody = Assumptions(corruption=0)
    attacks = diversa.attack(
        patients, assumptions=nobody, quasi_identifiers=NAMES, sensitive="condition"
    )
    assert [(one.attack, one.exposed) for one in danger.exposed] == [
        (one.name, one.exposed) for one in attacks
    ]
    assert f"{danger.alone:,} of 200" in danger.sentences[0]


@pytest.mark.parametrize("method", ["full-domain", "mondrian"])
def test_the_danger_after_is_that_of_the_release(table, method):
    words = {
        "models": ["k-anonymity:3", "distinct-l-diversity:2"],
        "suppression": 0.05,
        "method": method,
        **tight(method),
    }
    answer = forecast(table, **words)
    release = table.publish(table.search(**words))
    sizes = release.frame.groupby(NAMES).size()
    assert answer.failure is None
    assert answer.loss == release.metrics["loss"]
    assert answer.suppressed == 200 - len(release.frame)
    assert answer.danger.groups == len(sizes)
    assert answer.danger.smallest == sizes.min() >= 3
    attacks = diversa.attack(
        release.frame, quasi_identifiers=NAMES, sensitive="condition"
    )
    exposed = {one.attack: one.exposed for one in answer.danger.exposed}
    # Skewness is told by the original table there, and by the release here.
    assert exposed["homogeneity"] == attacks["homogeneity"].exposed
    assert answer.attained["k-anonymity:3"] == f"k = {sizes.min()}"


def test_chosen_levels_and_failures_are_told(table):
    levels = {"zip": 5, "born": 4, "sex": 1}
    answer = forecast(table, levels, models="k-anonymity:3")
    assert answer.danger.groups == 1
    assert "k-anonymity:500" in forecast(table, models="k-anonymity:500").failure
    assert "models must name" in forecast(table).failure


def test_how_many_a_model_would_have_to_protect(table, patients):
    told = model_state(table, "k-anonymity:2")
    sizes = patients.groupby(NAMES).size()
    assert told.rows == sizes[sizes < 2].sum()
    assert f"{told.rows:,} of 200 people" in told.words
    assert model_state(table, "k-anonymity:1").verdict is Verdict.HOLDS


def test_attacks_are_those_of_the_groups(table):
    proposal = table.search(models="k-anonymity:4", suppression=0.1)
    groups = table.groups(proposal)
    exposed = forecast(table, models="k-anonymity:4", suppression=0.1).danger.exposed
    assert [one.exposed for one in exposed] == [
        one.exposed for one in attacks_on(groups)
    ]
