# SPDX-License-Identifier: Apache-2.0
"""A question takes of a plan what a function uses; words take its place."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.data.read_options import ReadOptions
from diversa.errors import PlanError
from diversa.record.question import ask

PLAN = diversa.make_plan(
    identifiers="name",
    quasi_identifiers=["zip", "age"],
    sensitive="pay",
    keep="ward",
    models="k-anonymity:3",
    missing="own",
    kinds={"age": "number", "pay": "number"},
    hierarchies={"zip": diversa.Masking(5)},
    reading=ReadOptions(delimiter=";"),
    title="A title",
)


def test_a_table_is_looked_at_as_the_plan_says():
    table, plan = ask("audit", "table.csv", PLAN, {})
    assert table.roles == diversa.Roles((), ("zip", "age"), ("pay",))
    assert [*table.kinds] == ["pay"], "published quasi-identifiers are labels"
    assert (table.missing, table.reading.delimiter) == ("own", ";")
    assert [*table.hierarchies] == ["zip"]
    assert [model.spec for model in plan.privacy.models] == ["k-anonymity:3"]


def test_words_take_the_place_of_the_plan_or_are_added():
    words = {"sensitive": "ill", "kinds": {"age": "number"}, "models": "k-map:2"}
    table, plan = ask("audit", "table.csv", PLAN, words)
    assert table.roles == diversa.Roles((), ("zip", "age"), ("ill",))
    assert [*table.kinds] == ["pay", "age"]
    assert [model.spec for model in plan.privacy.models] == ["k-map:2"]


def test_none_says_that_there_is_none():
    assert ask("audit", "t.csv", None, {"population": None}).table.population is None
    with pytest.raises(PlanError, match="missing: must be"):
        ask("audit", "table.csv", None, {"missing": None})


def test_words_of_no_use_are_refused_and_a_plan_may_say_more():
    with pytest.raises(PlanError, match="title: must be left out of audit"):
        ask("audit", "table.csv", None, {"title": "A title"})
    with pytest.raises(PlanError, match="modles: is no keyword of a plan"):
        ask("audit", "table.csv", None, {"modles": "k-map:2"})


def test_a_release_takes_what_its_manifest_does_not_say(tmp_path):
    frame = pd.DataFrame({"zip": ["1", "1"], "age": [1, 1], "ill": ["a", "b"]})
    words = {"quasi_identifiers": ["zip", "age"], "models": "k-anonymity:2"}
    diversa.anonymize(frame, **words, out=tmp_path / "release")
    table, plan = ask("write_report", tmp_path / "release", PLAN, {})
    assert table.roles == diversa.Roles()
    assert [*table.hierarchies] == ["zip"]
    assert (table.missing, table.reading) == ("raise", ReadOptions())
    assert (plan.report.title, plan.privacy.models) == ("A title", ())


def test_words_on_people_need_the_person(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("zip,ill\n1,a\n")
    for words in ({"known_visits": "any"}, {"missing_person": "own"}):
        with pytest.raises(PlanError, match=r"must come with roles\.person"):
            ask("audit", table, None, {"quasi_identifiers": "zip", **words})
