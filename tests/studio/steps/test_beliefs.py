# SPDX-License-Identifier: Apache-2.0
"""Steps of the studio count people where the plan names the person of a row."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.errors import InputError
from diversa.plan.keywords import make_plan
from diversa.studio.steps.explore import look_into
from diversa.studio.steps.measure import danger_of_table, forecast, model_state
from diversa.studio.steps.model_forms import form_of
from diversa.studio.steps.person import learn, somebody
from diversa.studio.steps.publish import overlap_of, parameter_words, promises
from diversa.studio.steps.worlds import possible_worlds

ROWS = """
a p h, a p h, a p f, b p h, c p x,
d q h, d q h, d q h, d q h,
e r f, e r x, g r f, i r f, a r x
"""
"""Person, ward, illness. Ann is in two wards; Dan is alone in his, with four rows."""

WORDS = {"models": "k-anonymity:2"}
PLAN = {"quasi_identifiers": "ward", "sensitive": "ill", "person": "who"}


@pytest.fixture(scope="module")
def visits():
    rows = [line.split() for line in ROWS.split(",")]
    return pd.DataFrame(rows, columns=["who", "ward", "ill"])


@pytest.fixture(scope="module")
def table(visits):
    with diversa.open(visits, **PLAN) as opened:
        yield opened


def test_before_and_after_are_shares_of_people(table):
    learnt = learn(table, {"ward": "p"}, table.search(**WORDS))
    assert (learnt.rows_before, learnt.rows_after) == (3, 7)
    (beliefs,) = learnt.beliefs
    found = {one.value: one for one in beliefs.values}
    assert found["h"].before == pytest.approx(2 / 3)
    assert found["h"].after == pytest.approx(3 / 7)  # Ann, Bob and Dan of seven
    assert found["h"].prior == pytest.approx(3 / 7)
    assert "3 people fit" in learnt.words[0]
    assert "7 people fit" in learnt.words[1]


def test_facts_rule_people_out(table):
    learnt = learn(table, {"ward": "r"}, facts={"ill": ["x"]})
    (beliefs,) = learnt.beliefs
    assert {one.value: one.before for one in beliefs.values} == {
        "f": 1.0,
        "h": 0.0,
        "x": 0.0,
    }
    with pytest.raises(InputError, match="rule all of them out"):
        learn(table, {"ward": "q"}, facts={"ill": ["h"]})


def test_somebody_who_stands_out_is_alone_with_many_rows(table):
    known = [somebody(table, number)["ward"] for number in range(6)]
    assert "q" in known
    assert learn(table, {"ward": "q"}).words[0].endswith("the person is found.")


def test_the_danger_is_that_of_people(table):
    danger = danger_of_table(table)
    assert (danger.people, danger.rows, danger.smallest) == (7, 14, 1)
    assert (danger.alone, danger.highest_risk) == (1, 1.0)
    # Ann is at the risk of the smaller ward, with three people.
    risks = [1 / 3, 1 / 3, 1 / 3, 1, 1 / 4, 1 / 4, 1 / 4]
    assert danger.average_risk == pytest.approx(sum(risks) / 7)
    assert "1 of 7 person is alone" in danger.sentences[0]
    assert {one.unit for one in danger.exposed} == {"person"}


def test_a_forecast_is_that_of_people(table, visits):
    answer = forecast(table, **WORDS)
    release = diversa.anonymize(visits, **PLAN, **WORDS)
    assert answer.danger.smallest == release.record.audit.smallest == 7
    assert answer.danger.people == 7
    assert (answer.repeats, answer.danger.rows) == (release.record.repeats, 10)
    assert "rows are in a group" in model_state(table, "k-anonymity:2").words


def test_a_node_has_groups_of_people(table):
    view = look_into(table, {"ward": 0}, **WORDS)
    assert (view.units, view.failing["k-anonymity:2"]) == ("people", 1)
    assert not view.is_valid
    assert view.smallest == 3


def test_what_two_releases_show_together_is_counted_in_people(table):
    both = overlap_of(table, {"ward": 0}, {"ward": 1}, **WORDS)
    assert (both.danger.smallest, both.danger.people) == (1, 7)
    assert "groups shrink to 1 people" in both.warning


def test_promises_are_about_people():
    plan = make_plan(models="k-anonymity:2", **PLAN)
    told = promises(plan, ("who", "ward", "ill"))
    (model,) = plan.privacy.models
    assert told.stops(model).endswith("fewer than k people")
    assert told.misses(model).startswith("homogeneous groups: k people")
    assert parameter_words(model, told.person).endswith("people in every group")
    form = form_of(model, plan)
    assert "fewer than k people" in form.stops
    assert form.fields[0].meaning == "number of people in every group"
    assert any("How many rows a person has" in line for line in told.not_promised)
    assert not any("Each row counts" in line for line in told.not_promised)
    rows = make_plan(models="k-anonymity:2", quasi_identifiers="ward")
    assert any(
        "Each row counts as one person" in line
        for line in promises(rows, ("ward",)).not_promised
    )


def test_worlds_of_rows_are_not_tried_for_people(table):
    proposal = table.search(**WORDS)
    assert "several rows" in possible_worlds(table, {"ward": "p"}, proposal, "ill")
