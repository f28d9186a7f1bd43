# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from diversa.cli.options import split_columns
from diversa.cli.plans import plan_from
from diversa.data.identifiers import Mask
from diversa.data.read_options import ReadOptions
from diversa.errors import HierarchyError, PlanError
from diversa.hierarchies import Intervals, Masking
from diversa.plan.keywords import make_plan, revise


@pytest.mark.parametrize(
    ("given", "names"),
    [
        (("zip,age", "sex"), ("zip", "age", "sex")),
        ((" zip , age ",), ("zip", "age")),
        (('"last, first",age',), ("last, first", "age")),
        (("",), ()),
        ((), ()),
    ],
)
def test_column_names(given, names):
    assert split_columns(None, None, given) == names


@pytest.fixture
def plan():
    return make_plan(
        quasi_identifiers=["zip", "age"],
        sensitive="ill",
        identifiers={"name": "mask", "ssn": "drop"},
        models="k-anonymity:4",
        suppression=0.1,
        hierarchies={"zip": "masking"},
        columns={"age": "number"},
        objective="height",
        reading=ReadOptions(delimiter=";"),
    )


def test_nothing_given_changes_nothing(plan):
    assert revise(plan) == plan


def test_words_take_the_place_of_those_of_the_plan(plan):
    changed = revise(plan, models=["k-anonymity:9"], suppression="1/4", seed=3)
    assert [one.spec for one in changed.privacy.models] == ["k-anonymity:9"]
    assert changed.privacy.suppression == 1 / 4
    assert changed.search.seed == 3
    assert changed.search.objective == "height"
    assert changed.roles == plan.roles
    assert changed.reading == plan.reading


def test_hierarchies_are_added(plan):
    changed = revise(plan, hierarchies={"age": [5, 10]})
    assert changed.hierarchies == {"zip": Masking(), "age": Intervals((5, 10))}


def test_treatments_stay_with_their_identifiers(plan):
    changed = revise(plan, identifiers=["name", "mail"])
    assert changed.roles.identifiers == ("name", "mail")
    assert changed.identifiers == {"name": Mask()}


def test_reading_options_are_laid_over_those_of_the_plan(folder):
    (folder / "p.toml").write_text('[reading]\ndelimiter = ";"\nmissing = ["?"]\n')
    plan = plan_from(folder / "p.toml", {"encoding": "latin-1", "no_header": True})
    assert plan.reading == ReadOptions(
        delimiter=";", encoding="latin-1", header=False, missing=("?",)
    )


def test_texts_for_missing_values_take_the_place_of_those_of_the_plan(folder):
    (folder / "p.toml").write_text('[reading]\nmissing = ["?"]\n')
    plan = plan_from(folder / "p.toml", {"missing_texts": ("NA", "-")})
    assert plan.reading == ReadOptions(missing=("", "NA", "-"))


def test_kinds_of_columns():
    plan = plan_from(None, {"number_columns": ("age",), "date_columns": ("born",)})
    assert {name: kind.value for name, kind in plan.columns.items()} == {
        "age": "number",
        "born": "date",
    }


@pytest.mark.parametrize("text", ["zip", "=masking", "zip=", "="])
def test_hierarchy_must_name_column_and_how(text):
    with pytest.raises(PlanError, match="column=how"):
        plan_from(None, {"hierarchies": (text,)})


def test_widths_must_be_finite():
    with pytest.raises(HierarchyError):
        plan_from(None, {"hierarchies": ("age=5,inf",)})
