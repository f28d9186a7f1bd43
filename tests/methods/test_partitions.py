# SPDX-License-Identifier: Apache-2.0
"""Partitions: boxes that cover their rows, missing values and what is refused."""

from __future__ import annotations

import re

import pandas as pd
import pytest

import diversa
from diversa.data.examples import hospital, inpatients
from diversa.errors import PlanError
from tight_labels import tight

KNOWN = ["zip", "born", "sex"]
WORDS = {
    "quasi_identifiers": KNOWN,
    "sensitive": "condition",
    "identifiers": "name",
    "models": ["k-anonymity:5", "entropy-l-diversity:3"],
    "hierarchies": {"born": [5, 10, 20]},
}


@pytest.fixture(scope="module")
def patients():
    return pd.DataFrame(hospital(rows=400)).drop(columns="admitted")


@pytest.mark.parametrize("method", ["mondrian", "local-recoding"])
def test_every_value_lies_in_its_box(method, patients):
    release = diversa.anonymize(
        patients, method=method, **tight(method), keep_order=True, **WORDS
    )
    assert release.rows_out == len(patients)
    for name in KNOWN:
        pairs = zip(patients[name].astype(str), release.frame[name], strict=True)
        assert all(covers(str(label), value) for value, label in pairs)


def covers(label: str, value: str) -> bool:
    """Read a box as a person would."""
    if found := re.fullmatch(r"\[(-?\d+)-(-?\d+)\]", label):
        return int(found[1]) <= int(value) <= int(found[2])
    if found := re.fullmatch(r"(<=|>=)(\d+)", label):
        below = int(value) <= int(found[2])
        return below if found[1] == "<=" else not below or value == found[2]
    if label.startswith("{"):
        return value in label.strip("{}").split(", ")
    return label in ("*", value)


def test_local_recoding_loses_less_than_the_lattice(patients):
    loss = {
        method: diversa.anonymize(
            patients, method=method, **tight(method), **WORDS
        ).metrics["loss"]
        for method in ("auto", "full-domain", "mondrian", "local-recoding")
    }
    assert loss["local-recoding"] <= loss["mondrian"] < loss["full-domain"]


def test_a_model_of_the_whole_is_refused():
    with pytest.raises(PlanError, match="judge every group by itself"):
        diversa.anonymize(
            pd.DataFrame(inpatients()),
            quasi_identifiers=["zip", "age"],
            sensitive="condition",
            models="ck-safety:c=0.9,k=1",
            method="local-recoding",
            labels="tight",
        )


@pytest.mark.parametrize(
    ("labels", "shown"), [("tight", {"{x, y, z}"}), ("region", {"one", "two"})]
)
def test_sets_that_read_alike_are_told_apart_by_number(labels, shown):
    """{40, 60} and {50, 80} hold, but not in one group of `{x, y, z}`.

    Regions have the names of the hierarchy, and need no number.
    """
    table = pd.DataFrame({"place": ["x", "y, z", "x, y", "z"], "pay": [40, 60, 50, 80]})
    table = pd.concat([table, table])
    tree = {"any": {"one": ["x", "y, z"], "two": ["x, y", "z"]}}
    release = diversa.anonymize(
        table,
        quasi_identifiers="place",
        sensitive="pay",
        models="epsilon-m-anonymity:epsilon=15,m=2",
        method="mondrian",
        labels=labels,
        hierarchies={"place": {"kind": "taxonomy", "tree": tree}},
    )
    assert set(release.frame.place) == shown
    by = "group" if labels == "tight" else "place"
    assert ("group" in release.frame) == (labels == "tight")
    groups = release.frame.groupby(by).pay.apply(sorted)
    assert sorted(groups.tolist()) == [[40, 40, 60, 60], [50, 50, 80, 80]]


MISSING_STYLES = [
    {"method": "local-recoding", "labels": "tight"},
    {"method": "mondrian", "labels": "tight", "cut": "median"},
    {"method": "mondrian", "labels": "region"},
    {"method": "mondrian", "labels": "tight", "numbers": "star"},
    {"method": "mondrian", "labels": "tight", "numbers": "median"},
    {"method": "mdav", "labels": "tight"},
]


@pytest.mark.parametrize("words", MISSING_STYLES, ids=str)
def test_numbers_of_which_some_are_missing_stay_numbers(words):
    ages = [None if place % 9 == 0 else str(18 + place * 7 % 60) for place in range(90)]
    table = pd.DataFrame({"age": ages, "ill": ["a", "b", "c"] * 30})
    release = diversa.anonymize(
        table,
        quasi_identifiers="age",
        sensitive="ill",
        models="k-anonymity:4",
        keep_order=True,
        evidence=True,
        **words,
    )
    labels = release.frame.age.where(release.frame.age.notna(), None).astype(object)
    sizes = labels.map(str).value_counts()
    assert sizes.min() >= 4
    assert release.evidence.utility["loss"] == pytest.approx(release.metrics["loss"])
    if words.get("numbers", "range") == "range" and words["method"] != "mdav":
        assert any(str(label).startswith("[") for label in labels)
        assert all(map(covers_or_missing, ages, labels))


def covers_or_missing(age, label) -> bool:
    """Read a range that says that some values are missing."""
    label = "missing" if pd.isna(label) else str(label)
    whole = label.removeprefix("{").removesuffix(", missing}")
    if age is None:
        return label in ("missing", "*") or label.endswith(", missing}")
    return covers(whole, age)


def test_a_range_with_missing_values_is_read_again():
    """Everybody is found in the group that says his age may be missing."""
    ages = ["20", "21", "60", None, "61", None]
    table = pd.DataFrame({"age": ages, "ill": list("abcabc")})
    release = diversa.anonymize(
        table,
        quasi_identifiers="age",
        sensitive="ill",
        models="k-anonymity:2",
        method="mondrian",
        labels="tight",
    )
    wide = release.frame.assign(age=["[20-21]"] * 2 + ["{[60-61], missing}"] * 4)
    found = diversa.attack(wide, quasi_identifiers="age", sensitive="ill", known=table)
    assert found["linking"].matched == 6


@pytest.mark.parametrize("method", ["mondrian", "local-recoding"])
def test_a_column_of_great_weight_loses_less(method, patients):
    words = {**WORDS, "method": method, **tight(method), "evidence": True}
    plain = diversa.anonymize(patients, **words)
    same = diversa.anonymize(patients, weights=dict.fromkeys(KNOWN, 5), **words)
    assert same.metrics == plain.metrics
    for name in KNOWN:
        heavy = diversa.anonymize(patients, weights={name: 20}, **words)
        lost = [
            one.evidence.utility.to_json()["loss_by_attribute"][name]
            for one in (plain, heavy)
        ]
        assert lost[1] <= lost[0]
        assert heavy.metrics["loss"] >= plain.metrics["loss"] - 0.02


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({"sets": "star"}, "sets = star"),
        (
            {"relaxed": True, "method": "mondrian", "labels": "tight", "cut": "median"},
            "relaxed = false",
        ),
        ({"method": "mdav", "labels": "tight"}, "must come with the method"),
    ],
)
def test_weights_that_nothing_is_done_with_are_refused(patients, words, fault):
    with pytest.raises(PlanError, match=fault):
        diversa.anonymize(
            patients,
            weights={"zip": 2},
            **{**WORDS, "method": "mondrian", "labels": "tight", **words},
        )


@pytest.mark.parametrize("method", ["mondrian", "local-recoding", "anatomy"])
def test_levels_have_no_place_where_there_is_no_lattice(patients, method):
    with pytest.raises(PlanError, match=r"search\.least: must come with .*full-domain"):
        diversa.anonymize(patients, least={"zip": 1}, **{**WORDS, "method": method})


def test_regions_are_searched_for_as_long_as_the_owner_says(patients):
    words = {**WORDS, "method": "mondrian", "labels": "region"}
    quick = diversa.anonymize(patients, **words)
    slow = diversa.anonymize(patients, time=1, **words)
    assert slow.metrics["loss"] <= quick.metrics["loss"]
    assert "not proved: claims possible" in quick.search.reason
    assert slow.search.reason.endswith("cut anew for 1 s of processor time")
    assert slow.search.stopped == "time"


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({"labels": "tight"}, "search.time: must come with labels = region"),
        (
            {"labels": "region", "models": "nt-closeness:n=5,t=0.9"},
            "search.time: must come with models that judge a group by itself",
        ),
    ],
)
def test_a_time_that_nothing_is_done_with_is_refused(patients, words, fault):
    with pytest.raises(PlanError, match=fault):
        diversa.anonymize(
            patients,
            time=1,
            **{**WORDS, "method": "mondrian", "labels": "tight", **words},
        )
