# SPDX-License-Identifier: Apache-2.0
"""Tests of `anonymize --with` and of the audit of what it writes."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from diversa.cli.main import main
from diversa.cli.plans import hierarchies_from
from diversa.plan.keywords import make_plan
from linked_frames import hospital_files

ROLES = "--person id --identifier name --qi birth,sex --suppression 0.1"
VISITS = "--visit-qi month,ward --visit-sensitive diagnosis"


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def given(tmp_path):
    patients, encounters = hospital_files(tmp_path)
    return [
        patients,
        *ROLES.split(),
        "--with",
        f"{encounters}:patient",
        *VISITS.split(),
    ]


def test_both_tables_are_published_apart(given, tmp_path):
    out = tmp_path / "out"
    shown = run("anonymize", *given, "--model", "k-anonymity:4", "--out", out)
    assert shown.exit_code == 0, shown.output
    assert "nobody can join them" in shown.output
    assert shown.output.count("PUBLISHED") == 2
    audited = run("audit", out)
    assert f"{out}/people" in audited.output
    assert f"{out}/visits" in audited.output


def test_both_tables_are_published_linked(given, tmp_path):
    out, model = tmp_path / "out", "lkc-privacy:m=1,k=4,l=3/2"
    shown = run("anonymize", *given, "--linked-model", model, "--out", out)
    assert shown.exit_code == 0, shown.output
    assert "Linked by 'pseudonym'" in shown.output
    assert "best found" in shown.output
    audited = run("audit", out)
    assert audited.exit_code == 0
    assert audited.output.startswith("HOLDS")
    assert json.loads(run("audit", out, "--json").output)["holds"]
    (out / "visits.csv").unlink()
    broken = run("audit", out)
    assert broken.exit_code == 1
    assert "no such file" in broken.output


def test_a_folder_has_levels_of_both_tables(tmp_path):
    for name in ("sex", "ward"):
        (tmp_path / f"{name}.csv").write_text("A;*\nB;*\n", encoding="utf-8")
    named = {"quasi_identifiers": ("sex",), "visit_quasi_identifiers": ("ward",)}
    options = {"hierarchies_folder": tmp_path}
    assert hierarchies_from({**options, **named}, None).keys() == {"sex", "ward"}
    assert hierarchies_from(options, make_plan(**named)).keys() == {"sex", "ward"}


@pytest.mark.parametrize("more", [["--levels", "birth=1"], ["--recoding", "r.json"]])
def test_options_of_one_table_are_refused(given, more, tmp_path):
    words = ("--model", "k-anonymity:4", *more, "--out", tmp_path / "out")
    shown = run("anonymize", *given, *words)
    assert shown.exit_code == 2
    assert f"{more[0]} must come with one table" in shown.output


def test_an_audit_of_both_takes_nothing_beside(given, tmp_path):
    out = tmp_path / "out"
    run("anonymize", *given, "--model", "k-anonymity:4", "--out", out)
    shown = run("audit", out, "--model", "k-anonymity:3")
    assert shown.exit_code == 2
    assert "--model: must be left out of audit_linked" in shown.output
    shown = run("audit", out, "--ignore-suppressed")
    assert shown.exit_code == 2
    assert "--ignore-suppressed must come with one table" in shown.output


def test_the_owner_shows_whose_the_visits_are(given, tmp_path):
    out = tmp_path / "out"
    run("anonymize", *given, "--model", "k-anonymity:4", "--out", out)
    assert run("audit", out).exit_code == 4  # undecided
    words = ("--person", "id", "--with", f"{tmp_path / 'encounters.csv'}:patient")
    shown = run("audit", out, "--table", given[0], *words)
    assert shown.exit_code == 0, shown.output
