# SPDX-License-Identifier: Apache-2.0
"""Surveys: curators by REST, respondents by a plain page without any log-in."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

OWN = "http://127.0.0.1:8765"
FIELDS = [
    {"name": "name", "kind": "text", "role": "identifier", "why": "To <b>call</b>."},
    {
        "name": "age",
        "kind": "number",
        "role": "quasi_identifier",
        "why": "It matters.",
        "least": 0,
        "most": 120,
    },
    {
        "name": "illness",
        "kind": "choice",
        "role": "sensitive",
        "why": "It is studied.",
        "values": ["flu", "gout"],
    },
]
ANSWER = {"name": "Ada", "age": "41", "illness": "flu"}


@pytest.fixture
def survey(api):
    made = api.post("surveys", json={"title": "Health", "fields": FIELDS})
    assert made.status_code == 201, made.text
    return made.json()["project"]["id"], made.json()["link"]["path"]


@pytest.fixture
def respondent(local_app):
    """Somebody who has the link and nothing else."""
    return TestClient(local_app, base_url=OWN, headers={"origin": OWN})


def test_a_respondent_needs_the_link_alone(api, survey, respondent):
    project, link = survey
    page = respondent.get(link)
    assert page.status_code == 200
    assert "To &lt;b&gt;call&lt;/b&gt;." in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "Thank you" in respondent.post(link, data=ANSWER).text
    assert api.get(f"projects/{project}/survey").json()["answers"] == 1
    assert respondent.get(f"/api/projects/{project}/survey").status_code == 401


def test_a_wrong_answer_is_not_repeated(survey, respondent):
    answer = respondent.post(survey[1], data=ANSWER | {"age": "canary 4711"})
    assert answer.status_code == 422
    assert "age: must be a number" in answer.text
    assert "4711" not in answer.text


def test_another_page_cannot_answer(api, survey, local_app):
    project, link = survey
    browser = TestClient(local_app, base_url=OWN)
    assert browser.post(link, data=ANSWER).status_code == 422
    foreign = {"origin": "http://evil.example"}
    assert browser.post(link, data=ANSWER, headers=foreign).status_code == 403
    assert api.get(f"projects/{project}/survey").json()["answers"] == 0


def test_a_link_ends(api, survey, respondent):
    project, link = survey
    renewed = api.post(f"projects/{project}/survey/link").json()["path"]
    assert respondent.get(link).status_code == 404
    closed = api.put(f"projects/{project}/survey", json={"is_open": False})
    assert closed.json()["is_open"] is False
    assert respondent.post(renewed, data=ANSWER).status_code == 404


def test_a_link_that_is_used_too_often_is_refused(api, respondent):
    words = {"title": "Health", "fields": FIELDS}
    bounds = {"most_answers": 3, "most_per_address": 2}
    made = api.post("surveys", json=words | bounds).json()
    link = made["link"]["path"]
    codes = [respondent.post(link, data=ANSWER).status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    late = respondent.post(link, data=ANSWER)
    assert 0 < int(late.headers["retry-after"]) <= 86_400
    assert "too many answers" in late.text
    shown = api.get(f"projects/{made['project']['id']}/survey").json()
    assert (shown["answers"], shown["most_answers"]) == (2, 3)
    assert api.post("surveys", json=words | {"most_answers": 0}).status_code == 422


def test_the_browser_knows_the_range(survey, respondent):
    assert (
        'type="number" step="any" min="0" max="120"' in respondent.get(survey[1]).text
    )
