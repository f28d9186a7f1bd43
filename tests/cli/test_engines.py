# SPDX-License-Identifier: Apache-2.0
"""`diversa engines`, and addresses where commands take tables."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from diversa.cli.main import main
from diversa.engines import registry


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
    address = "postgresql://ann:canary@127.0.0.1:1/clinic?table=people"
    result = run(words[0], address, *words[1:])
    assert result.exit_code == 2
    assert "postgresql://127.0.0.1:1/clinic" in result.stderr
    assert "canary" not in result.output + result.stderr
