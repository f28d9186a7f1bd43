# SPDX-License-Identifier: Apache-2.0
"""Raw values stay in the folder of their project, and with those who may see them.

Canaries are planted in a table; then everything is searched for them: the state, the
log, messages, and every address that a reader, a reviewer or an administrator can ask.
"""

from __future__ import annotations

import logging

import pytest
from nicegui import Client

from app_client import app_client
from diversa.studio import (
    new_projects,
    plans,
    project_jobs,
    releases,
    surveys,
)
from diversa.studio.app import make_app
from diversa.studio.form_fields import FormField
from diversa.studio.security.permissions import Part, Visitor
from diversa.studio.security.tokens import make_token
from diversa.studio.security.users import add_user
from diversa.studio.settings import Settings
from diversa.studio.visit import ProjectVisit, Visit
from studio_workers import start_thread

NAMES, SECRET = "Zacharias", "Quicksilverpox"
CANARIES = (NAMES, SECRET, "74711")
CURATOR = Visitor("cur", frozenset({Part.CURATOR}))
TABLE = "name,zip,age,illness\n" + "".join(
    f"{NAMES} {n},{74711 if n == 7 else 10000 + n % 3},{20 + n % 4},"
    f"{SECRET if n == 7 else ('flu', 'gout')[n % 2]}\n"
    for n in range(48)
)
WORDS = {
    "identifiers": "name",
    "quasi_identifiers": ["zip", "age"],
    "sensitive": "illness",
    "models": ["k-anonymity:3", "distinct-l-diversity:2"],
    "suppression": 0.5,
}


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    folder = tmp_path_factory.mktemp("secrecy") / "studio"
    settings = Settings(folder, server=True, password_cost=(1, 8, 1))
    with pytest.MonkeyPatch.context() as patch:
        from nicegui import core

        core.app.user_middleware.clear()
        patch.setattr(core.app, "middleware_stack", None)
        made = make_app(settings, start=start_thread)
    yield made
    made.state.studio.close()


@pytest.fixture(scope="module")
def project(app):
    """A project with the canaries, a release of it, and a publication that failed."""
    studio = app.state.studio
    made = new_projects.create_from_upload(
        Visit(studio, CURATOR),
        name="Patients",
        file_name=f"{NAMES}.csv",
        chunks=[TABLE.encode()],
    )
    for words in (WORDS, {"models": "k-anonymity:400"}):
        plans.change_plan(ProjectVisit(studio, CURATOR, made.id), **words)
        job = project_jobs.publish(ProjectVisit(studio, CURATOR, made.id))
        studio.jobs.wait(job.id)
    states = [
        job.state
        for job in project_jobs.jobs_of(ProjectVisit(studio, CURATOR, made.id))
    ]
    assert states == ["failed", "done"]
    return made.id


@pytest.fixture(scope="module")
def survey(app):
    """A survey whose answers are canaries, right and wrong ones."""
    studio = app.state.studio
    fields = (
        FormField("name", "text", "identifier", "To call back."),
        FormField(
            "age", "number", "quasi_identifier", "It matters.", least=0, most=99_999
        ),
        FormField("illness", "text", "sensitive", "It is studied."),
    )
    made, secret = surveys.create_survey(
        Visit(studio, CURATOR), title="Health", fields=fields
    )
    answer = {"name": NAMES, "age": "74711", "illness": SECRET}
    surveys.take_answer(studio, secret, answer)
    return made.id


def canaries_in(content):
    return [word for word in CANARIES if word.encode() in content]


def test_the_state_holds_no_value(app, project, survey):
    assert project != survey
    app.state.studio.database.close()  # so that everything is in the files
    files = list(app.state.studio.settings.folder.glob("studio.sqlite*"))
    assert files
    for file in files:
        assert canaries_in(file.read_bytes()) == []


def test_every_file_is_for_its_owner(app, project, survey):
    folder = app.state.studio.settings.folder
    assert project != survey
    every = [folder, *folder.rglob("*")]
    assert {path.stat().st_mode & 0o777 for path in every if path.is_dir()} == {0o700}
    assert {path.stat().st_mode & 0o777 for path in every if path.is_file()} == {0o600}


def test_nothing_is_logged_or_told(app, project, survey, caplog):
    studio = app.state.studio
    with caplog.at_level(logging.DEBUG):
        for job in project_jobs.jobs_of(ProjectVisit(studio, CURATOR, project)):
            assert canaries_in(job.failure.encode()) == []
        plans.ask(ProjectVisit(studio, CURATOR, project), lambda table: table.audit())
        surveys.survey_of(ProjectVisit(studio, CURATOR, survey))
    assert canaries_in(caplog.text.encode()) == []


def addresses(app, project):
    """Every address that can be asked, of REST and of pages."""
    studio = app.state.studio
    (release,) = releases.releases_of(ProjectVisit(studio, CURATOR, project))
    jobs = project_jobs.jobs_of(ProjectVisit(studio, CURATOR, project))
    numbers = {"project": project, "release": release.id, "job": jobs[0].id}
    routes = [
        path for path, methods in app.openapi()["paths"].items() if "get" in methods
    ]
    pages = [path for path in Client.page_routes.values() if path.startswith("/")]
    assert len(routes) >= 20
    assert len(pages) > 5
    return [
        path.format(**numbers) for path in (*routes, *pages) if "{column" not in path
    ]


def answers(app, asked, headers):
    """What is answered at some addresses."""
    own = {"base_url": "http://127.0.0.1:8765", "headers": headers}
    with app_client(app, lives=False, **own) as client:
        for address in asked:
            yield address, client.get(address)


@pytest.mark.parametrize("part", sorted(set(Part) - {Part.CURATOR}))
def test_only_curators_reach_raw_data_by_any_address(app, project, part):
    studio = app.state.studio
    user = add_user(studio, "test", part.value, "a long password", frozenset({part}))
    secret = make_token(
        Visit(studio, Visitor("t", frozenset(Part), user.id)), name="t"
    )[1]
    headers = {"authorization": f"Bearer {secret}"}
    seen = 0
    for address, answer in answers(app, addresses(app, project), headers):
        assert answer.status_code < 500, address
        # What is published holds sensitive values, but nobody's name and no rare one.
        assert NAMES.encode() not in answer.content, address
        assert b"74711" not in answer.content, address
        if "/table" not in address:
            assert SECRET.encode() not in answer.content, address
        seen += answer.status_code == 200
    assert seen > 5


def test_the_canaries_would_be_seen(app, project):
    """A curator does see them: else the test above could not fail."""
    studio = app.state.studio
    parts = frozenset({Part.CURATOR})
    user = add_user(studio, "test", "curator", "a long password", parts)
    secret = make_token(Visit(studio, Visitor("t", parts, user.id)), name="t")[1]
    headers = {"authorization": f"Bearer {secret}"}
    ((_, answer),) = answers(app, [f"/api/projects/{project}/preview"], headers)
    assert canaries_in(answer.content) == [*CANARIES]


def test_no_answer_holds_a_path_of_the_server(app, project):
    studio = app.state.studio
    parts = frozenset(Part)
    user = add_user(studio, "test", "everybody", "a long password", parts)
    secret = make_token(Visit(studio, Visitor("t", parts, user.id)), name="t")[1]
    headers = {"authorization": f"Bearer {secret}"}
    folder = str(studio.settings.folder.resolve().parent).encode()
    seen = 0
    for address, answer in answers(app, addresses(app, project), headers):
        assert folder not in answer.content, address
        seen += answer.status_code == 200
    assert seen > 20
