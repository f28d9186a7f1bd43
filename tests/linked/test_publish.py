# SPDX-License-Identifier: Apache-2.0
"""Tests of the publication of people and visits: both or nothing, counted by hand."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from pyarrow import csv

from diversa.errors import (
    InputError,
    InternalError,
    NoSolutionError,
    PlanError,
    TargetError,
)
from diversa.later_rows import apply
from diversa.linked import publish as publishing
from diversa.linked.audit import TableFindings, audit_linked
from diversa.linked.publish import anonymize_linked
from diversa.pipeline import anonymize, lattice
from diversa.series.republish import republish
from linked_frames import APART, LINKED, hospital_files, hospital_tables
from linked_tables import k_of


def rows(path):
    return csv.read_csv(path).to_pylist()


def people_of(folder, promise):
    """The published people as a brute force takes them."""
    visits = defaultdict(list)
    for row in rows(folder / "visits.csv"):
        known = tuple(row[name] for name in promise.visits_known)
        visits[row["pseudonym"]].append((known, row["diagnosis"]))
    return [
        (tuple(row[name] for name in promise.people_known), visits[row["pseudonym"]])
        for row in rows(folder / "people.csv")
    ]


def test_apart_nobody_can_join_them(tmp_path):
    patients, encounters = hospital_files(tmp_path)
    out = tmp_path / "out"
    made = anonymize_linked(patients, visits=encounters, out=out, **APART)
    people, visits = rows(out / "people/release.csv"), rows(out / "visits/release.csv")
    assert min(Counter((p["birth"], p["sex"]) for p in people).values()) >= 4
    assert not {*people[0]} & {*visits[0]}
    assert {*visits[0]} == {"month", "ward", "diagnosis"}
    assert made.people.record.rows_are_people
    assert made.people.record.rows_in == 120
    assert made.visits.record.people.person == "patient"
    assert made.visits.withheld == ("doctor",)
    assert all(file.is_file() for file in made.files)
    assert made.to_json()["visits"]["counted"] == "people"
    assert str(made).startswith("people: full-domain")


def test_constants_of_people_are_copied_to_visits_on_request():
    patients, encounters = hospital_tables()
    words = {**APART, "visit_quasi_identifiers": ["month", "sex"]}
    made = anonymize_linked(patients, visits=encounters, **words)
    people, visits = made.frames
    assert people.column_names == ["birth", "sex"]
    assert visits.column_names == ["month", "diagnosis", "sex"]


def test_linked_tables_hold_by_hand(tmp_path):
    patients, encounters = hospital_files(tmp_path)
    out = tmp_path / "out"
    made = anonymize_linked(patients, visits=encounters, out=out, **LINKED)
    found = people_of(out, made.linked)
    assert k_of(found, 2) == made.verdicts[0].people >= 4
    assert len(found) == made.linked.people_out
    names = [row["pseudonym"] for row in rows(out / "people.csv")]
    assert len({*names}) == len(names)
    assert audit_linked(out).holds
    assert "km-anonymity:k=4,m=2" in (out / "report.html").read_text("utf-8")
    again = anonymize_linked(
        patients, visits=encounters, out=out, replace=True, **LINKED
    )
    fresh = {row["pseudonym"] for row in rows(out / "people.csv")}
    assert not fresh & {*names}  # new in every release
    assert again.linked.levels == made.linked.levels
    assert "linked by 'pseudonym'" in str(again)


def test_frames_come_back_linked():
    patients, encounters = hospital_tables()
    words = {**LINKED, "linked_models": "lkc-privacy:m=1,k=4,l=3/2"}
    made = anonymize_linked(patients, visits=encounters, most_visits=1, **words)
    people, visits = made.frames
    assert people.column_names == ["pseudonym", "birth", "sex"]
    assert visits.column_names == ["pseudonym", "month", "ward", "diagnosis"]
    most = Counter(visits["pseudonym"].to_pylist()).values()
    assert max(most) == 1
    assert made.to_json()["models"][0]["holds"]


FAILING = TableFindings((), (), ("it fails",))


def test_what_does_not_hold_is_not_published(tmp_path, monkeypatch):
    patients, encounters = hospital_files(tmp_path)
    out = tmp_path / "out"
    monkeypatch.setattr(publishing, "audit_tables", lambda *_: FAILING)
    with pytest.raises(InternalError, match="not released: it fails"):
        anonymize_linked(patients, visits=encounters, out=out, **LINKED)
    assert not out.exists()


def test_where_one_table_has_no_solution_neither_appears(tmp_path):
    patients, encounters = hospital_files(tmp_path)
    words = {**APART, "models": ["k-anonymity:4", "frequency-l-diversity:9"]}
    with pytest.raises(NoSolutionError):
        anonymize_linked(patients, visits=encounters, out=tmp_path / "out", **words)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "encounters.csv",
        "patients.csv",
    ]


def test_a_folder_is_replaced_on_request_alone(tmp_path):
    patients, encounters = hospital_files(tmp_path)
    out = tmp_path / "out"
    for _ in range(2):
        anonymize_linked(patients, visits=encounters, out=out, replace=True, **APART)
    with pytest.raises(TargetError, match="holds a release already"):
        anonymize_linked(patients, visits=encounters, out=out, **LINKED)
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(TargetError, match=r"notes\.txt"):
        anonymize_linked(patients, visits=encounters, out=out, replace=True, **LINKED)


@pytest.mark.parametrize("publish", [anonymize, lattice])
def test_one_table_refuses_a_second_one(publish):
    patients, encounters = hospital_tables()
    with pytest.raises(PlanError, match="must come with two tables"):
        publish(
            patients,
            quasi_identifiers=["birth"],
            models="k-anonymity:2",
            visits=encounters,
        )


def test_republish_and_apply_say_that_they_cannot(tmp_path):
    patients, encounters = hospital_tables()
    with pytest.raises(PlanError, match="must come with two tables"):
        republish(
            patients,
            key="id",
            register=tmp_path / "register.json",
            first=True,
            quasi_identifiers=["birth"],
            sensitive="sex",
            models="m-invariance:2",
            visits=encounters,
        )
    out = tmp_path / "out"
    anonymize_linked(patients, visits=encounters, out=out, **LINKED)
    with pytest.raises(InputError):
        apply(patients, out / "manifest.json", out=tmp_path / "later")
