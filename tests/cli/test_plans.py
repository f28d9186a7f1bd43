# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from diversa.cli.plans import plan_from, table_keywords
from diversa.data.read_options import ReadOptions
from diversa.errors import HierarchyError, PlanError
from diversa.plan.settings import all_settings


def test_reading_options_are_laid_over_those_of_the_plan(folder):
    (folder / "p.toml").write_text('[reading]\ndelimiter = ";"\nmissing = ["?"]\n')
    plan = plan_from(folder / "p.toml", {"encoding": "latin-1", "header": False})
    assert plan.reading == ReadOptions(
        delimiter=";", encoding="latin-1", header=False, missing=("?",)
    )


def test_texts_for_missing_values_take_the_place_of_those_of_the_plan(folder):
    (folder / "p.toml").write_text('[reading]\nmissing = ["?"]\n')
    plan = plan_from(folder / "p.toml", {"missing_text": ("NA", "-")})
    assert plan.reading == ReadOptions(missing=("", "NA", "-"))


def test_kinds_of_columns():
    plan = plan_from(None, {"number_columns": ("age",), "date_columns": ("born",)})
    assert {name: kind.value for name, kind in plan.kinds.items()} == {
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


def test_faults_name_the_options():
    with pytest.raises(PlanError) as caught:
        plan_from(None, {"cut": "medain", "seed": -1, "missing": "x"})
    assert [fault.partition(":")[0] for fault in caught.value.faults] == [
        "--missing",
        "--seed",
        "--cut",
    ]


def test_faults_of_a_plan_file_name_its_keys(folder):
    (folder / "p.toml").write_text('[search]\ncut = "medain"\n')
    with pytest.raises(PlanError, match=r"search\.cut: must be one of"):
        plan_from(folder / "p.toml", {})


def test_every_option_of_reading():
    options = {
        "delimiter": ";",
        "quote": "'",
        "encoding": "latin-1",
        "header": False,
        "missing_text": ("NA",),
        "no_quoted_missing": True,
        "trim": "no",
    }
    assert plan_from(None, options).reading == ReadOptions(
        delimiter=";",
        quote="'",
        encoding="latin-1",
        header=False,
        missing=("", "NA"),
        quoted_missing=False,
        trim=False,
    )


def test_trim_is_yes_or_no():
    with pytest.raises(PlanError, match="--trim: must be yes or no, got 'maybe'"):
        plan_from(None, {"trim": "maybe"})


def test_what_is_not_given_is_left_out():
    options = {"quasi_identifiers": (), "missing": None, "hierarchies": ()}
    assert table_keywords(options) == {}


def test_options_become_keywords():
    keywords = table_keywords(
        {
            "quasi_identifiers": ("zip",),
            "missing": "own",
            "number_columns": ("age",),
            "delimiter": ";",
            "hierarchies": ("zip=masking",),
            "population": Path("people.csv"),
            "population_count": "n",
        }
    )
    assert keywords.pop("reading").delimiter == ";"
    assert keywords == {
        "quasi_identifiers": ("zip",),
        "missing": "own",
        "kinds": {"age": "number"},
        "hierarchies": {"zip": "masking"},
        "population": Path("people.csv"),
        "population_count": "n",
    }


SWITCHES = [
    place for place in all_settings() if place.section == "reading" and place.is_switch
]


@pytest.mark.parametrize("place", SWITCHES, ids=lambda place: place.key)
def test_every_switch_of_reading_is_taken(folder, diversa, place):
    folder.joinpath("t.csv").write_text("zip,ill\n1,a\n1,b\n", encoding="utf-8")
    audit = ("audit", "t.csv", "--qi", "zip", "--sensitive", "ill")
    done = diversa(*audit, place.options[0])
    assert done.code == 0, done.stderr


def test_apostrophes_of_a_safe_file_are_left_out(folder, diversa):
    folder.joinpath("t.csv").write_text("zip,ill\n1,'=a\n1,=a\n", encoding="utf-8")
    audit = ("audit", "t.csv", "--qi", "zip", "--sensitive", "ill", "--model")
    assert diversa(*audit, "distinct-l-diversity:2").code == 0
    assert diversa(*audit, "distinct-l-diversity:2", "--apostrophes").code == 1
