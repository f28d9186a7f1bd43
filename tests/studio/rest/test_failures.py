# SPDX-License-Identifier: Apache-2.0
"""Failures are told in words, and never in values."""

from __future__ import annotations

import logging

import pytest

from diversa.studio import projects

CANARY = "Ada Abel 4711"


def test_what_is_not_there_is_404(api):
    assert api.get("nowhere").json() == {"error": "Not Found"}
    assert api.get("projects/" + "0" * 32).status_code == 404


def test_a_wrong_shape_is_told_without_what_was_sent(api):
    answer = api.post("tokens", json={"name": [CANARY], "days": CANARY})
    assert answer.status_code == 422
    assert CANARY not in answer.text
    assert "days: int parsing" in answer.json()["error"]


@pytest.mark.parametrize("path", ["projects/x", "projects/..%2f..", "projects/%00"])
def test_an_address_is_a_number(api, path):
    assert api.get(path).status_code in (404, 422)


def test_our_bugs_are_told_by_their_place(api, monkeypatch, caplog):
    def broken(*words, **named):
        raise KeyError(CANARY, words, named)

    monkeypatch.setattr(projects, "list_projects", broken)
    with caplog.at_level(logging.DEBUG):
        answer = api.get("projects")
    assert answer.status_code == 500
    assert "this is our bug: KeyError in" in answer.json()["error"]
    assert CANARY not in answer.text + caplog.text
    assert "KeyError in diversa/studio/rest/projects.py, line " in caplog.text
