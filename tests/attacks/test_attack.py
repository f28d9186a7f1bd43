# SPDX-License-Identifier: Apache-2.0
"""The front function: what it takes, what it answers, what it refuses."""

from __future__ import annotations

import json

import pandas as pd
import pytest

import diversa
from attacked_tables import NAMES, TABLE, WORDS
from diversa.attacks.assumptions import Assumptions
from diversa.errors import HierarchyError, InputError, RoleError
from manifests import whole


def test_how_near_is_near():
    words = {"quasi_identifiers": NAMES, "sensitive": "pay"}
    near = [
        diversa.attack(TABLE, assumptions=Assumptions(widths={"pay": width}), **words)[
            "proximity"
        ].exposed
        for width in (3, "4", 200)
    ]
    assert near == [0, 2, 5]


def test_a_target_is_told_with_values():
    person = {"zip": "13053", "age": 21}
    target = diversa.attack(TABLE, target=person, exclude="canary-B", **WORDS).target
    assert (target.rows, target.groups, target.excluded) == (3, 1, 1)
    surest = target.surest()
    assert (surest.value, surest.with_facts) == ("Canary-a", 1)
    assert surest.posterior == pytest.approx(2 / 3)
    assert target.to_json()["beliefs"][0]["value"] == "Canary-a"


def test_a_target_may_be_known_by_less_and_match_more():
    known = diversa.attack(TABLE, target={"zip": "*"}, **WORDS)
    assert known.target.rows == 0
    some = diversa.attack(TABLE, target={"age": "50"}, **WORDS).target
    assert (some.known, some.rows) == (("age",), 2)


def test_a_target_that_no_row_matches():
    target = diversa.attack(TABLE, target={"zip": "99999"}, **WORDS).target
    assert (target.rows, target.beliefs, target.surest()) == (0, (), None)


def test_what_a_person_does_not_have_in_several_attributes():
    words = {"quasi_identifiers": NAMES, "sensitive": ["ill", "pay"]}
    facts = {"ill": ["Canary-b"], "pay": [100]}
    target = diversa.attack(TABLE, target={"age": 3}, exclude=facts, **words).target
    assert target.posterior("ill") == {"Canary-a": 1}
    assert target.posterior("pay") == {"200": 1 / 2, "300": 1 / 2}
    with pytest.raises(InputError, match="a list for each sensitive attribute"):
        diversa.attack(TABLE, target={"age": 3}, exclude=["Canary-b"], **words)


def test_the_original_says_what_is_usual():
    original = pd.DataFrame({"zip": ["1"] * 10, "age": ["2"] * 10})
    original["ill"] = ["Canary-a"] * 7 + ["Canary-b", "Canary-c", "Canary-c"]
    alone = diversa.attack(TABLE, **WORDS)["skewness"]
    compared = diversa.attack(TABLE, reference=original, **WORDS)["skewness"]
    assert alone.worst == pytest.approx(1 / (2 / 5))
    assert compared.worst == pytest.approx(1 / (2 / 10))


BAD = {
    "no column": (
        {"quasi_identifiers": ["zip", "agee"]},
        RoleError,
        "did you mean 'age'",
    ),
    "no quasi-identifier": (
        {"quasi_identifiers": ()},
        RoleError,
        "at least one column",
    ),
    "a target by another column": (
        {"target": {"name": 1}},
        RoleError,
        "there are: zip",
    ),
    "a target by nothing": ({"target": {}}, RoleError, "got none"),
    "facts without a target": ({"exclude": ["x"]}, InputError, "must come with target"),
    "a fact that never occurs": (
        {"target": {"age": 21}, "exclude": ["Measles"]},
        InputError,
        "never occurs",
    ),
    "facts that leave nothing": (
        {"target": {"age": 21}, "exclude": ["Canary-a", "Canary-b"]},
        InputError,
        "rule all of them out",
    ),
    "people with nothing in common": (
        {"known": pd.DataFrame({"name": ["a"]})},
        RoleError,
        "known: must have a quasi-identifier as a column, got none of zip, age",
    ),
    "people whom a hierarchy lacks": (
        {
            "known": pd.DataFrame({"zip": ["99"]}),
            "hierarchies": {"zip": {"13053": "130**"}},
        },
        HierarchyError,
        "known: hierarchy of 'zip'",
    ),
    "a width of no attribute": (
        {"assumptions": Assumptions(widths={"zip": 1})},
        RoleError,
        "widths",
    ),
    "a key alone": ({"key": "zip"}, InputError, "must come with releases"),
    "a policy that is none": (
        {"missing": "any"},
        InputError,
        "missing: must be one of",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input(case):
    words, error, message = BAD[case]
    with pytest.raises(error, match=message) as caught:
        diversa.attack(TABLE, **{**WORDS, **words})
    assert "Canary" not in str(caught.value)


@pytest.mark.parametrize(
    ("policy", "homogeneous", "guess"),
    [("own", 0, 1 / 2), ("worst", 2, 1), ("drop", 1, 1)],
)
def test_missing_values(policy, homogeneous, guess):
    table = pd.DataFrame({"zip": ["1", "1"], "ill": ["flu", None]})
    found = diversa.attack(
        table, quasi_identifiers="zip", sensitive="ill", missing=policy
    )
    assert found["homogeneity"].exposed == homogeneous
    assert found["homogeneity"].worst == guess


def release_folder(folder, **tables):
    """A release as its manifest describes it, with what an attack reads of it."""
    folder.mkdir()
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text)
    manifest = whole(
        roles={"quasi_identifiers": ["zip", "age"], "sensitive": ["ill"]},
        columns=tables["release"].splitlines()[0].split(","),
        promise={"models": ["k-anonymity:2"], "missing": "raise"},
        rows_out=4,
        files={f"{name}.csv": {"sha256": ""} for name in tables},
        **({"group": "group"} if "group" in tables["release"] else {}),
        **(
            {"sensitive_table": ["group", "ill", "count"]}
            if "sensitive" in tables
            else {}
        ),
    )
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def test_a_release_folder_says_its_roles(tmp_path):
    rows = "zip,age,ill\n1*,<30,a\n1*,<30,b\n2*,>=30,c\n2*,>=30,c\n"
    folder = release_folder(tmp_path / "release", release=rows)
    people = pd.DataFrame({"zip": ["11", "25"], "age": [20, 30]})
    found = diversa.attack(folder, known=people)
    assert found["linking"].matched == 2
    assert found["linking"].certain == {"ill": 1}
    assert found["homogeneity"].exposed == 2
    assert diversa.attack(str(folder)).rows == 4


def test_a_release_that_publishes_the_group(tmp_path):
    """Two groups with the same quasi-identifiers are two groups; people match both."""
    rows = "zip,age,ill,group\n*,*,a,1\n*,*,a,1\n*,*,b,2\n*,*,c,2\n"
    folder = release_folder(tmp_path / "release", release=rows)
    found = diversa.attack(folder, target={"zip": "11", "age": 20})
    assert (found.groups, found["homogeneity"].exposed) == (2, 2)
    assert (found.target.rows, found.target.groups) == (4, 2)
    assert found.target.posterior() == {"a": 1 / 2, "b": 1 / 4, "c": 1 / 4}


@pytest.fixture
def two_tables(tmp_path):
    """Anatomy: rows of group 1 are told apart, and their values are not."""
    return release_folder(
        tmp_path / "release",
        release="zip,age,group\n11,20,1\n12,30,1\n12,40,1\n12,50,2\n",
        sensitive="group,ill,count\n1,a,2\n1,b,1\n2,c,1\n",
    )


def test_two_tables_hide_values_and_not_people(two_tables):
    people = pd.DataFrame({"zip": ["11", "12"], "age": [20, 50]})
    found = diversa.attack(two_tables, known=people, target={"zip": "11"})
    assert (found["linking"].exposed, found["linking"].worst) == (2, 1)
    assert found["linking"].certain == {"ill": 1}
    assert (found.rows, found["homogeneity"].exposed) == (4, 1)
    assert found.target.rows == 1
    assert found.target.posterior() == pytest.approx({"a": 2 / 3, "b": 1 / 3})


def test_two_tables_and_who_matches_rows_of_several_groups(two_tables):
    """Two rows of group 1 and one of group 2: each has the values of its group."""
    found = diversa.attack(
        two_tables, known=pd.DataFrame({"zip": ["12"]}), target={"zip": "12"}
    )
    expected = {"a": 2 * 2 / 9, "b": 2 * 1 / 9, "c": 1 / 3}
    assert found.target.rows == 3
    assert found.target.posterior() == pytest.approx(expected)
    assert found["linking"].worst == pytest.approx(1 / 3)
    facts = diversa.attack(two_tables, target={"zip": "12"}, exclude=["c"]).target
    assert facts.posterior() == pytest.approx({"a": 2 / 3, "b": 1 / 3})


def test_a_folder_is_not_asked_for_columns(two_tables):
    with pytest.raises(InputError, match="leave the columns to its manifest"):
        diversa.attack(two_tables, quasi_identifiers="zip")


def test_a_rule_that_needs_a_taxonomy_is_not_simulated_without_it(tmp_path):
    rows = [(age, ill) for age in (31, 32) for ill in ("flu", "ulcer")]
    frame = pd.DataFrame(rows, columns=["age", "ill"])
    trees = {"ill": [["flu", "lungs", "*"], ["ulcer", "belly", "*"]], "age": [10]}
    diversa.anonymize(
        frame,
        out=tmp_path / "release",
        quasi_identifiers="age",
        sensitive="ill",
        models=["k-anonymity:4", "t-closeness:0.5,distance=hierarchical"],
        hierarchies=trees,
    )
    known = frame[["age"]]
    alone = diversa.attack(tmp_path / "release", known=known)
    (why,) = (one.why for one in alone.not_made if one.attack == "minimality")
    assert "'ill' must have a taxonomy" in why
    told = diversa.attack(tmp_path / "release", known=known, hierarchies=trees)
    assert told["minimality"].groups == 1
