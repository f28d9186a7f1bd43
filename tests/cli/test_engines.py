# SPDX-License-Identifier: Apache-2.0
"""`diversa engines`, and addresses where commands take tables."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from diversa.cli.main import main
from diversa.engines import registry

ADDRESS = "postgresql://ann:canary@127.0.0.1:1/clinic?table=people"
"""A database that is not there."""


def run(*words):
    return CliRunner().invoke(main, list(words))


def test_every_engine_is_listed():
    result = run("engines")
    assert result.exit_code == 0
    for name, backend in registry.ENGINES.items():
        assert name in result.stdout
        assert backend.takes.split(";")[0] in result.stdout
    listed = json.loads(run("engines", "--json").stdout)["engines"]
    assert [engine["name"] for engine in listed] == list(registry.ENGINES)


def test_what_is_not_there_can_be_had(monkeypatch):
    lacking = registry.Backend(
        "nowhere", "None", frozenset(), takes="lakes", package="nowhere", extra="lake"
    )
    monkeypatch.setitem(registry.ENGINES, "lake", lacking)
    assert "pip install 'diversa[lake]'" in run("engines").stdout
    result = run("audit", "people.csv", "--qi", "zip", "--engine", "lake")
    assert result.exit_code == 2
    assert "lakes needs the package nowhere" in result.stderr


def test_an_unknown_engine_is_refused_with_those_there_are():
    result = run("audit", "people.csv", "--qi", "zip", "--engine", "duck")
    assert result.exit_code == 2
    assert "did you mean 'duckdb'" in result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("audit", "--qi", "zip", "--sensitive", "ill"),
        ("attack", "--qi", "zip", "--sensitive", "ill"),
        ("risk", "--qi", "zip"),
        ("suggest",),
        ("lattice", "--qi", "zip", "--model", "k-anonymity:2"),
    ],
)
def test_a_password_is_never_shown(words):
    result = run(words[0], ADDRESS, *words[1:])
    assert result.exit_code == 2
    assert "postgresql://127.0.0.1:1/clinic" in result.stderr
    assert "canary" not in result.output + result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("apply", "recoding.json", "people.csv", "--out", ADDRESS),
        ("audit", "people.csv", "--qi", "zip", "--register", ADDRESS),
        ("suggest", "people.csv", "--plan", ADDRESS),
    ],
)
def test_an_address_is_no_path(words, tmp_path, monkeypatch):
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    result = run(*words)
    assert result.exit_code == 2
    assert "canary" not in result.output + result.stderr
    assert list(empty.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ("attack", "people.csv", "--qi", "zip", "--sensitive", "ill", "--known"),
        ("audit", "people.csv", "--qi", "zip", "--reference"),
        ("compare", "people.csv", "people.csv", "--qi", "zip", "--original"),
    ],
)
def test_tables_beside_a_table_may_be_in_a_database(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "people.csv").write_text("zip,ill\n1,a\n1,b\n2,a\n", encoding="utf-8")
    result = run(*words, ADDRESS)
    assert result.exit_code == 2
    assert "canary" not in result.output + result.stderr
    assert "127.0.0.1:1/clinic" in result.stderr


def test_a_taken_folder_of_evidence_is_called_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "people.csv").write_text("zip,ill\n1,a\n1,b\n2,a\n", encoding="utf-8")
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "thesis.txt").write_text("years of work", encoding="utf-8")
    words = ("anonymize", "people.csv", "--qi", "zip", "--sensitive", "ill", "--model")
    result = run(*words, "k-anonymity:2", "--out", ADDRESS, "--evidence", "taken")
    assert result.exit_code == 2
    assert "--evidence: 'taken' has files that are no release" in result.stderr
    (taken / "thesis.txt").rename(taken / "manifest.json")
    result = run(*words, "k-anonymity:2", "--out", ADDRESS, "--evidence", "taken")
    assert "--evidence: 'taken' holds a release already" in result.stderr
    assert "or say --replace" in result.stderr
