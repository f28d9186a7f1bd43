# SPDX-License-Identifier: Apache-2.0
"""Whatever the description of REST allows to be asked: no answer is a bug of ours."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from app_client import app_client
from diversa.data.examples import inpatients, write_csv
from diversa.studio.app import make_app
from diversa.studio.new_projects import create_from_upload
from diversa.studio.security.permissions import LOCAL
from diversa.studio.security.tokens import make_token
from diversa.studio.settings import Settings
from diversa.studio.visit import Visit
from examples import TIMES
from studio_workers import telling

EXAMPLES = 2 * TIMES
"""How often each route is asked."""

QUIETLY = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@schemathesis.serializer("application/toml")
def toml_text(context, value):
    """A plan is sent as it is."""
    del context
    return str(value).encode(errors="replace")


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """Every route of a studio with a small project, and how to ask for it."""
    folder = tmp_path_factory.mktemp("described")
    start = telling(("failed", "models: this is no worker"))
    app = make_app(Settings(folder / "studio"), pages=False, start=start)
    studio = app.state.studio
    table = write_csv(inpatients(), folder / "table.csv")
    project = create_from_upload(
        Visit(studio, LOCAL), name="t", file_name="t.csv", chunks=[table.read_bytes()]
    )
    secret = make_token(Visit(studio, LOCAL), name="test")[1]
    headers = {"authorization": f"Bearer {secret}"}
    with app_client(app, base_url="http://127.0.0.1:8765", headers=headers) as client:
        yield schemathesis.openapi.from_dict(app.openapi()), client, project.id


def send(client, case, project):
    """Send a made-up request, for the project that is there."""
    path = case.path_parameters or {}
    if "project" in path:
        path["project"] = project
    words = case.as_transport_kwargs(base_url="http://127.0.0.1:8765")
    sent = {
        name: words[name]
        for name in ("params", "json", "data")
        if words.get(name) is not None
    }
    if isinstance(sent.get("data"), bytes | str):
        sent["content"] = sent.pop("data")
    headers = {
        name: value
        for name, value in (words.get("headers") or {}).items()
        if name.lower() == "content-type"
    }
    return client.request(words["method"], words["url"], headers=headers, **sent)


def test_no_route_answers_with_a_bug(asked):
    description, client, project = asked
    routes, answers = 0, set()
    for made in description.get_all_operations():
        operation = made.ok()
        if (operation.method, operation.path) == ("delete", "/api/projects/{project}"):
            continue

        @QUIETLY
        @given(case=operation.as_strategy())
        def ask(case):
            response = send(client, case, project)
            answers.add(response.status_code)
            assert response.status_code < 500, (case.method, case.path, response.text)

        ask()
        routes += 1
    assert routes > 35
    assert {200, 404, 422} <= answers
