# SPDX-License-Identifier: Apache-2.0
"""Tests of the audit of two linked tables: what was changed is found."""

from __future__ import annotations

import json

import pytest

from diversa.audits.release_audit import audit_release
from diversa.errors import InputError, SourceError
from diversa.linked.audit import audit_linked
from diversa.linked.publish import anonymize_linked
from diversa.models.verdict import Verdict
from linked_frames import APART, LINKED, hospital_tables


@pytest.fixture
def linked(tmp_path):
    patients, encounters = hospital_tables()
    anonymize_linked(patients, visits=encounters, out=tmp_path / "out", **LINKED)
    return tmp_path / "out"


def change(folder, name, text):
    """Change a file, and its fingerprint in the manifest, as somebody could."""
    from diversa.record.record_parts import fingerprint

    path, manifest = folder / name, folder / "manifest.json"
    path.write_text(text, encoding="utf-8")
    content = json.loads(manifest.read_text(encoding="utf-8"))
    content["files"][name]["sha256"] = fingerprint(path)
    manifest.write_text(json.dumps(content), encoding="utf-8")


def test_a_release_holds_from_its_files(linked):
    audit = audit_linked(linked)
    assert (audit.verdict, audit.problems) == (Verdict.HOLDS, ())
    assert audit.to_json()["models"][0]["people"] >= 4
    assert audit.outcome == "the release is what its manifest promises"


def test_changed_files_are_found(linked):
    (linked / "more.csv").write_text("a\n1\n", encoding="utf-8")
    people = linked / "people.csv"
    people.write_text(people.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    audit = audit_linked(linked)
    assert audit.verdict is Verdict.FAILS
    assert audit.problems[:2] == (
        "people.csv: must have the fingerprint of the manifest, got another one",
        "more.csv: must be named in manifest.json, got a file that is not",
    )


def test_a_visit_of_its_own_breaks_the_model(linked):
    text = (linked / "visits.csv").read_text(encoding="utf-8")
    head, first, *rest = text.splitlines()
    person = first.split(",")[0]
    alone = f"{person},1999-01-01,Z,flu"
    change(linked, "visits.csv", "\n".join([head, first, alone, *rest]) + "\n")
    problems = " ".join(audit_linked(linked).problems)
    assert "km-anonymity:k=4,m=2 FAILS (k = 1" in problems
    assert "visits: must have" in problems


def test_people_and_visits_belong_together(linked):
    text = (linked / "people.csv").read_text(encoding="utf-8")
    head, first, *rest = text.splitlines()
    change(linked, "people.csv", "\n".join([head, rest[0], *rest]) + "\n")
    problems = " ".join(audit_linked(linked).problems)
    assert "must have one row for each pseudonym" in problems
    assert first.split(",")[0] not in problems


def test_further_columns_are_found(linked):
    lines = (linked / "people.csv").read_text(encoding="utf-8").splitlines()
    more = [f"{line},{'x' if place else 'extra'}" for place, line in enumerate(lines)]
    change(linked, "people.csv", "\n".join(more) + "\n")
    assert "people: columns must be pseudonym, birth, sex" in " ".join(
        audit_linked(linked).problems
    )


def test_tables_that_are_apart_are_audited_each(tmp_path):
    patients, encounters = hospital_tables()
    out = tmp_path / "out"
    anonymize_linked(patients, visits=encounters, out=out, **APART)
    audit = audit_linked(out)
    assert audit.people.verdict is Verdict.HOLDS
    assert {"people", "visits"} <= audit.to_json().keys()
    assert audit.verdict is Verdict.worst([audit.people.verdict, audit.visits.verdict])


@pytest.mark.parametrize("known", [["month", "ward"], ["month", "sex"]])
def test_the_originals_say_whose_the_visits_are(tmp_path, known):
    patients, encounters = hospital_tables()
    out, words = tmp_path / "out", {**APART, "visit_quasi_identifiers": known}
    anonymize_linked(patients, visits=encounters, out=out, **words)
    given = {"person": "id", "visits": encounters, "visit_person": "patient"}
    audit = audit_linked(out, reference=patients, **given)
    assert (audit.problems, audit.verdict) == ((), Verdict.HOLDS)
    assert audit.visits.audit.people is not None
    others = hospital_tables(seed=6)
    wrong = audit_linked(out, reference=others[0], **{**given, "visits": others[1]})
    assert wrong.verdict is Verdict.FAILS
    with pytest.raises(InputError, match="must come with the person and the visits"):
        audit_linked(out, reference=patients)


def test_linked_tables_need_no_original(linked):
    with pytest.raises(InputError, match="their files decide everything"):
        audit_linked(linked, reference=hospital_tables()[0])


def test_one_table_is_asked_for_where_only_one_is_taken(linked, tmp_path):
    with pytest.raises(SourceError, match="got one of two linked tables"):
        audit_release(linked)
    with pytest.raises(SourceError, match="got none"):
        audit_linked(tmp_path)
