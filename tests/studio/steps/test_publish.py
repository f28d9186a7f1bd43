# SPDX-License-Identifier: Apache-2.0
"""What is promised, and what two releases of one table tell together."""

from __future__ import annotations

import diversa
from diversa import make_plan
from diversa.studio.steps.publish import overlap_of, parameter_words, promises

COLUMNS = ("name", "zip", "born", "sex", "condition", "ward", "note")
WORDS = {"models": "k-anonymity:3", "suppression": 0.05}


def test_promises_are_those_of_the_models():
    plan = make_plan(
        identifiers="name",
        quasi_identifiers=["zip", "born"],
        sensitive="condition",
        keep="ward",
        models=["k-anonymity:5", "t-closeness:0.3"],
        suppression=0.02,
    )
    told = promises(plan, COLUMNS)
    assert [one.spec for one in told.models] == ["k-anonymity:5", "t-closeness:0.3"]
    assert told.models[0].stops == diversa.KAnonymity.stops
    assert parameter_words(told.models[1]).startswith("t = 0.3: ")
    assert told.faults == ()
    text = " ".join(told.happens)
    assert "name people: name." in text
    assert "no role: sex, note." in text
    assert "nobody knows them: ward." in text
    assert "2.0%" in text
    assert any("differential privacy" in line for line in told.not_promised)


def test_what_happens_to_the_column_of_the_person_is_told():
    plan = make_plan(
        quasi_identifiers="zip", person="name", not_the_subject="note", **WORDS
    )
    text = " ".join(promises(plan, COLUMNS).happens)
    assert "it says who a row is about: name." in text
    assert "they name others: note." in text
    assert "no role: born, sex, condition, ward." in text


def test_what_is_wrong_with_a_plan_is_told():
    told = promises(make_plan(quasi_identifiers="zip"), COLUMNS)
    assert any("models must name at least one model" in fault for fault in told.faults)
    unbound = make_plan(quasi_identifiers="zip", models="t-closeness:0.3")
    assert any("sensitive" in fault for fault in promises(unbound, COLUMNS).faults)


def test_a_survey_that_grows_is_promised_as_a_series():
    words = {"quasi_identifiers": "zip", "sensitive": "condition"}
    plan = make_plan(**words, models="m-invariance:2")
    alone, series = promises(plan, COLUMNS), promises(plan, COLUMNS, grows=True)
    assert any("needs every release" in fault for fault in alone.faults)
    assert series.faults == ()
    assert not any("for this release alone" in text for text in series.not_promised)
    other = promises(make_plan(**words, models="k-anonymity:3"), COLUMNS, grows=True)
    assert any("m-invariance once" in fault for fault in other.faults)


def test_two_releases_together_are_the_finer_of_both(table, patients):
    first = {"zip": 5, "born": 1, "sex": 0}
    second = {"zip": 1, "born": 4, "sex": 0}
    told = overlap_of(table, first, second, **WORDS)
    assert told.levels == {"zip": 1, "born": 1, "sex": 0}
    both = patients.assign(
        zip=patients.zip.astype(str).str[:4], born=patients.born.astype(int) // 5
    )
    sizes = both.groupby(["zip", "born", "sex"]).size()
    assert told.danger.groups == len(sizes)
    assert told.danger.alone == (sizes == 1).sum()
    assert told.failing == {"k-anonymity:3": sizes[sizes < 3].sum()}
    assert f"fail for {sizes[sizes < 3].sum():,} people" in told.warning


def test_the_same_levels_twice_tell_nothing_new(table):
    top = {"zip": 5, "born": 4, "sex": 1}
    told = overlap_of(table, top, top, **WORDS)
    assert told.warning is None
    assert told.danger.groups == 1
