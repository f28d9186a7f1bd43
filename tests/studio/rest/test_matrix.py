# SPDX-License-Identifier: Apache-2.0
"""Every endpoint for every part: allowed, or 403; for nobody, 401.

The table is written by hand: a = administrator, c = curator, v = reviewer, r = reader.
"""

from __future__ import annotations

import pytest

from diversa.studio.app import make_app
from diversa.studio.rest.visits import ACTION
from diversa.studio.security.permissions import PARTS_OF, Action, Part
from diversa.studio.settings import Settings

LETTERS = dict(zip("acvr", Part, strict=True))
PROJECT, RELEASE, JOB = "0" * 32, "1" * 32, "2" * 32
ONE = "/api/projects/{project}"
ITS_RELEASE = ONE + "/releases/{release}"

MATRIX = {
    "GET /api/own": "acvr",
    "PUT /api/own/password": "acvr",
    "GET /api/tokens": "acvr",
    "POST /api/tokens": "acvr",
    "DELETE /api/tokens/{token}": "acvr",
    "GET /api/users": "a",
    "POST /api/users": "a",
    "PATCH /api/users/{user}": "a",
    "GET /api/log": "a",
    "GET /api/projects": "acvr",
    "POST /api/projects": "c",
    "POST /api/projects/upload": "c",
    f"GET {ONE}": "acvr",
    f"PATCH {ONE}": "c",
    f"DELETE {ONE}": "ac",
    f"PUT {ONE}/four-eyes": "a",
    f"GET {ONE}/preview": "c",
    f"POST {ONE}/preview": "c",
    f"PUT {ONE}/reading": "c",
    f"GET {ONE}/columns": "c",
    f"GET {ONE}/roles": "cv",
    f"PUT {ONE}/roles": "c",
    f"GET {ONE}/hierarchies": "cv",
    f"PUT {ONE}/hierarchies/{{column}}": "c",
    f"GET {ONE}/plan": "cv",
    f"PUT {ONE}/plan": "c",
    f"PATCH {ONE}/plan": "c",
    f"POST {ONE}/evaluate": "c",
    f"POST {ONE}/frontier": "c",
    "POST /api/surveys": "c",
    f"GET {ONE}/survey": "c",
    f"PUT {ONE}/survey": "c",
    f"POST {ONE}/survey/link": "c",
    f"POST {ONE}/publish": "c",
    f"GET {ONE}/jobs": "c",
    f"GET {ONE}/jobs/{{job}}": "c",
    f"DELETE {ONE}/jobs/{{job}}": "c",
    f"GET {ONE}/compare": "acv",
    f"GET {ONE}/releases": "acvr",
    f"GET {ITS_RELEASE}": "acvr",
    f"GET {ITS_RELEASE}/evidence": "acvr",
    f"GET {ITS_RELEASE}/report": "acvr",
    f"GET {ITS_RELEASE}/table": "acvr",
    f"POST {ITS_RELEASE}/decision": "v",
    f"POST {ITS_RELEASE}/withdrawal": "ac",
}


@pytest.fixture(scope="module")
def described(tmp_path_factory):
    """Every route of REST, with the action that it says it is."""
    settings = Settings(tmp_path_factory.mktemp("described") / "studio")
    app = make_app(settings, pages=False)
    routes = {
        f"{method.upper()} {path}": route[ACTION]
        for path, methods in app.openapi()["paths"].items()
        for method, route in methods.items()
    }
    app.state.studio.close()
    return routes


def test_every_endpoint_is_in_the_table(described):
    assert set(described) == set(MATRIX)


def test_endpoints_are_the_actions_of_their_parts(described):
    for route, letters in MATRIX.items():
        parts = PARTS_OF[Action[described[route]]]
        assert parts == {LETTERS[letter] for letter in letters}, route


def asked(client, route, headers):
    """Ask for what is not there: whoever is allowed learns just that."""
    method, path = route.split()
    numbers = {"project": PROJECT, "release": RELEASE, "job": JOB, "column": "zip"}
    address = path.format(**numbers, token=JOB, user=JOB)
    return client.request(method, address, headers=headers).status_code


def test_every_endpoint_for_every_part(client, tokens):
    wrong = []
    for route, letters in MATRIX.items():
        for letter, part in LETTERS.items():
            status = asked(client, route, tokens[part])
            expected = status not in (401, 403) if letter in letters else status == 403
            if not expected or status >= 500:
                wrong.append((route, part.value, status))
    assert wrong == []


def test_nobody_is_asked_to_log_in(client, tokens):
    assert tokens
    for headers in ({}, {"authorization": "Bearer wrong"}):
        statuses = {asked(client, route, headers) for route in MATRIX}
        assert statuses == {401}
