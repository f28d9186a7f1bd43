# SPDX-License-Identifier: Apache-2.0
"""Releases in two tables: the whole way, judged on what was written."""

from __future__ import annotations

import csv
import json
from collections import Counter, defaultdict

import pandas as pd
import pytest

import diversa
from diversa.audits.release_audit import audit_release
from diversa.data.examples import hospital
from diversa.errors import NoSolutionError, PlanError
from diversa.hierarchies.coding import Coding
from le_diversity_tables import FIGURE_1, TABLE_I

KNOWN = ["zip", "born", "sex"]
WORDS = {
    "quasi_identifiers": KNOWN,
    "sensitive": "condition",
    "identifiers": "name",
    "models": "frequency-l-diversity:3",
    "method": "anatomy",
}
SMALLEST = {"nearby": False}
"""Groups of any rows, as small as the models allow."""


@pytest.fixture(scope="module")
def patients():
    return pd.DataFrame(hospital(rows=200)).drop(columns="admitted")


@pytest.fixture(scope="module")
def release(patients, tmp_path_factory):
    folder = tmp_path_factory.mktemp("two") / "release"
    diversa.anonymize(patients, out=folder, keep="ward", **WORDS, **SMALLEST)
    return folder


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_files_are_the_rows_and_the_counts_of_values(release, patients):
    rows, secret = read(release / "release.csv"), read(release / "sensitive.csv")
    assert list(rows[0]) == [*KNOWN, "ward", "group"]
    assert list(secret[0]) == ["group", "condition", "count"]
    kept = [*KNOWN, "ward"]
    wanted = Counter(map(tuple, patients[kept].astype(str).to_numpy().tolist()))
    assert Counter(tuple(row[name] for name in kept) for row in rows) == wanted
    told = Counter()
    for line in secret:
        told[line["condition"]] += int(line["count"])
    assert told == Counter(patients.condition)


def test_every_group_holds_and_is_as_large_in_both_files(release):
    sizes = Counter(row["group"] for row in read(release / "release.csv"))
    counts = defaultdict(list)
    for line in read(release / "sensitive.csv"):
        counts[line["group"]].append(int(line["count"]))
    assert {group: sum(one) for group, one in counts.items()} == dict(sizes)
    assert all(3 * max(one) <= sum(one) for one in counts.values())
    assert len(sizes) == 200 // 3


def test_the_pairs_are_true(patients):
    """The value of every person is one that her group has, as often as it says."""
    people = patients.assign(ward=[f"p{i}" for i in range(len(patients))])
    made = diversa.anonymize(people, keep_anyway="ward", **WORDS)
    joined = made.frame.merge(people[["ward", "condition"]], on="ward")
    true = joined.groupby(["group", "condition"]).size()
    told = made.sensitive_table.set_index(["group", "condition"])["count"]
    assert true.sort_index().to_dict() == told.sort_index().to_dict()


def test_the_folder_is_audited_again(release):
    found = audit_release(release)
    assert found.problems == ()
    assert found.audit.groups == 200 // 3
    assert "k-anonymity" not in found.audit.levels
    manifest = json.loads((release / "manifest.json").read_text("utf-8"))
    assert set(manifest["files"]) == {"release.csv", "sensitive.csv"}
    assert "presence" in manifest["discloses"][0]


@pytest.mark.parametrize(
    ("file", "change", "problem"),
    [
        ("release.csv", lambda lines: lines[:-1], "as many rows"),
        ("sensitive.csv", lambda lines: lines[:-1], "as many rows"),
        ("sensitive.csv", lambda lines: [*lines, "0,Asthma,x"], "whole numbers"),
        ("sensitive.csv", None, "sensitive table must be in the folder"),
    ],
)
def test_what_was_changed_is_found(release, tmp_path, file, change, problem):
    for path in release.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    path = tmp_path / file
    if change is None:
        path.unlink()
    else:
        lines = path.read_text("utf-8").splitlines()
        path.write_text("\n".join(change(lines)) + "\n", "utf-8")
    problems = " ".join(audit_release(tmp_path).problems)
    assert problem in problems
    assert file in problems


def test_a_manifest_cannot_promise_what_two_tables_cannot_hold(release, tmp_path):
    for path in release.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    manifest = json.loads((release / "manifest.json").read_text("utf-8"))
    manifest["promise"]["models"].append("k-anonymity:2")
    (tmp_path / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    assert any(
        "k-anonymity:2 cannot hold" in one for one in audit_release(tmp_path).problems
    )


def test_the_run_of_the_le_paper_has_no_group_with_similar_rows(tmp_path):
    people = pd.DataFrame(
        [(*known, disease) for known, disease in TABLE_I.items()],
        columns=["age", "sex", "zip", "disease"],
    )
    words = {
        "quasi_identifiers": ["age", "sex", "zip"],
        "sensitive": "disease",
        "models": "le-diversity:l=3,e=1",
        "hierarchies": {"disease": FIGURE_1},
    }
    out = tmp_path / "out"
    made = diversa.anonymize(people, method="auto", out=out, format="parquet", **words)
    assert made.method == "mbf"
    assert "auto chose mbf because" in made.search.reason
    assert made.metrics["reconstruction-loss"] == 9 - 3  # n - G*
    kinds = ["Flu pneumonia bronchitis", "Cancer Carcinoid"]
    groups = defaultdict(list)
    for line in pd.read_parquet(out / "sensitive.parquet").itertuples():
        kind = next((k for k in kinds if line.disease in k), "stomach")
        groups[line.group] += [kind] * line.count
    assert sorted(map(len, groups.values())) == [3, 3, 3]
    assert all(len(set(one)) == 3 for one in groups.values())
    found = audit_release(out, hierarchies={"disease": FIGURE_1})
    assert found.problems == ()


def test_the_seed_decides_the_pairs_and_nothing_else(patients):
    one, again, other = (
        diversa.anonymize(patients, seed=seed, **WORDS) for seed in (1, 1, 2)
    )
    assert one.frame.equals(again.frame)
    assert one.sensitive_table.equals(again.sensitive_table)
    assert not one.frame.equals(other.frame)
    assert one.audit.groups == other.audit.groups


def test_near_rows_meet_if_asked(patients):
    spans = []
    for nearby in (False, True):
        words = {"nearby": nearby, "group_rows": 1}
        frame = diversa.anonymize(patients, **words, **WORDS).frame
        born = frame.assign(born=frame.born.astype(int)).groupby("group").born
        spans.append((born.max() - born.min()).mean())
    assert spans[1] < spans[0] / 2


@pytest.mark.parametrize(
    ("model", "repair"),
    [("frequency-l-diversity:2", "2 rows would"), ("distinct-l-diversity:3", "No rem")],
)
def test_what_buckets_cannot_meet_is_said(model, repair):
    """Of four rows three have one value; only two values are there."""
    with pytest.raises(NoSolutionError) as caught:
        diversa.anonymize(
            pd.DataFrame({"age": [1, 2, 3, 4], "ill": ["Flu", "Flu", "Flu", "HIV"]}),
            quasi_identifiers="age",
            sensitive="ill",
            models=model,
            method="anatomy",
        )
    level = {"f": "frequency l = 1.333", "d": "distinct l = 2"}[model[0]]
    assert f"{model},on=ill: the whole table attains {level}." in str(caught.value)
    assert repair in str(caught.value)


def test_as_few_rows_as_possible_go(patients):
    words = {**WORDS, "models": "frequency-l-diversity:8"}
    with pytest.raises(NoSolutionError) as caught:
        diversa.anonymize(patients, **words)
    counts = Counter(patients.condition)
    assert not any(name in str(caught.value) for name in counts)
    kept = max(
        sum(min(count, groups) for count in counts.values())
        for groups in range(1, 100)
        if sum(min(count, groups) for count in counts.values()) >= 8 * groups
    )
    assert f"{200 - kept} rows would have to go" in str(caught.value)
    level = {"frequency-l-diversity:8,on=condition": 200 / max(counts.values())}
    assert caught.value.attained == level
    made = diversa.anonymize(patients, suppression=(200 - kept) / 200, **words)
    assert (made.suppressed, len(made.frame)) == (200 - kept, kept)
    assert made.search.optimality == "best found"  # rows were lost


def test_rows_of_one_value_meet_where_different_rows_alone_would_lose_some(patients):
    words = {**WORDS, **SMALLEST, "models": "distinct-l-diversity:8"}
    made = diversa.anonymize(patients, **words)
    assert made.suppressed == 0
    # Eight values have so many rows that each of so many groups gets one of each.
    eighth = sorted(Counter(patients.condition).values(), reverse=True)[7]
    assert made.audit.groups >= eighth
    assert made.search.optimality == "best found"


LARGEST_HAS_54_PERCENT = pd.DataFrame(
    {"age": range(50), "ill": ["Flu"] * 27 + ["HIV"] * 13 + ["Asthma"] * 10}
)


@pytest.mark.parametrize(
    ("model", "groups"),
    [
        ("frequency-l-diversity:1.5", 16),  # of three rows or four, two are ill alike
        ("t-closeness:0.2", 1),
        ("entropy-l-diversity:2", 1),
        ("recursive-cl-diversity:c=3,l=2", 16),
    ],
)
@pytest.mark.parametrize("nearby", [False, True])
def test_one_group_of_all_rows_is_groups_enough(model, groups, nearby):
    made = diversa.anonymize(
        LARGEST_HAS_54_PERCENT,
        quasi_identifiers="age",
        sensitive="ill",
        models=model,
        method="anatomy",
        nearby=nearby,
    )
    assert made.audit.holds
    assert made.suppressed == 0
    assert made.search.optimality == "best found"
    assert nearby or made.audit.groups >= groups


@pytest.mark.parametrize(
    ("model", "optimality"),
    [
        ("frequency-l-diversity:2", "exact"),
        ("frequency-l-diversity:2.5", "best found"),  # (2,2,1) holds and loses less
        ("distinct-l-diversity:2", "best found"),  # (2,1) does
        ("m-uniqueness:2", "exact"),
    ],
)
def test_exact_is_said_where_no_groups_lose_less(patients, model, optimality):
    made = diversa.anonymize(patients, **{**WORDS, **SMALLEST, "models": model})
    assert (made.search.optimality, made.suppressed) == (optimality, 0)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"models": "k-anonymity:2"}, "quasi-identifiers as they are"),
        (
            {"models": "alpha-k-anonymity:alpha=0.5,k=2"},
            "quasi-identifiers as they are",
        ),
        ({"models": "ck-safety:c=0.9,k=1"}, "more than a group by itself"),
        ({"method": "mbf"}, "mbf must have a model with e"),
        ({"suppress_by": "star"}, "must be drop"),
        (
            {
                "sensitive": ["condition", "ward"],
                "models": "distinct-l-diversity:2,on=ward",
            },
            "one sensitive attribute",
        ),
    ],
)
def test_what_two_tables_cannot_hold_is_refused(patients, changes, message):
    with pytest.raises(PlanError, match=message):
        diversa.anonymize(patients, **{**WORDS, **changes})


def test_a_column_called_group_stays(patients):
    frame = patients.rename(columns={"ward": "group"})
    made = diversa.anonymize(frame, keep="group", **WORDS)
    assert list(made.frame) == [*KNOWN, "group", "group_1"]
    assert list(made.sensitive_table) == ["group_1", "condition", "count"]
    assert set(made.frame["group"]) == set(frame["group"])


def test_coded_ends_stay_coded_and_rows_in_their_order(patients):
    words = {**WORDS, "hierarchies": {"born": Coding(top=1980)}}
    numbers = patients.assign(born=patients.born.astype(int))
    made = diversa.anonymize(numbers, keep_order=True, **words).frame
    assert (made.zip == patients.zip).all()
    old = numbers.born < 1980
    assert (made.born[~old] == ">=1980").all()
    assert (made.born[old].astype(int) == numbers.born[old]).all()


def test_a_sensitive_table_of_another_attribute_is_found(release, tmp_path):
    for path in release.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    manifest = json.loads((release / "manifest.json").read_text("utf-8"))
    manifest["sensitive_table"][1] = "ward"
    (tmp_path / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    problems = audit_release(tmp_path).problems
    assert any("published group and the sensitive attribute" in one for one in problems)


def test_near_rows_meet_in_groups_of_four_times_l_rows(patients):
    made = diversa.anonymize(patients, **WORDS)
    sizes = made.frame.groupby("group").size()
    assert sizes.min() >= 12
    assert sizes.sum() == 200
    assert made.audit.holds
    assert made.search.optimality == "best found"
    assert "groups joined until they have 12 rows" in made.search.reason


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "model",
    [
        "frequency-l-diversity:3",
        "entropy-l-diversity:2.5",
        "recursive-cl-diversity:c=2,l=2",
        "distinct-l-diversity:3",
        "t-closeness:0.4",
    ],
)
def test_models_hold_in_joined_groups_whichever_the_seed(patients, model, seed):
    words = {**WORDS, "models": model, "seed": seed, "group_rows": 10}
    made = diversa.anonymize(patients, **words)
    assert made.audit.holds
    assert made.frame.groupby("group").size().min() >= 10


def test_any_rows_are_joined_without_near_ones(patients):
    made = diversa.anonymize(patients, nearby=False, group_rows=9, **WORDS)
    assert made.frame.groupby("group").size().min() >= 9
    assert made.audit.holds


def test_a_table_of_few_rows_is_one_group():
    few = pd.DataFrame({"age": range(7), "ill": ["Flu", "HIV"] * 3 + ["Asthma"]})
    words = {"quasi_identifiers": "age", "sensitive": "ill", "method": "anatomy"}
    made = diversa.anonymize(few, models="frequency-l-diversity:2", **words)
    assert made.audit.groups == 1
    with pytest.raises(NoSolutionError):
        diversa.anonymize(few, models="frequency-l-diversity:3", **words)


def test_groups_that_may_not_be_joined_stay_as_they_are(patients):
    words = {**WORDS, "models": "m-uniqueness:3"}
    made = diversa.anonymize(patients, **words)
    assert made.frame.groupby("group").size().max() < 12
    with pytest.raises(PlanError, match=r"search.group_rows: must be left out with"):
        diversa.anonymize(patients, group_rows=12, **words)
