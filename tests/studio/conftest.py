# SPDX-License-Identifier: Apache-2.0
"""Studios for tests: in a folder of their own, with a demo, without pages."""

from __future__ import annotations

import shutil

import pytest
from nicegui import core

from app_client import app_client
from diversa.data.examples import HOSPITAL_PLAN, hospital, write_csv
from diversa.pipeline import anonymize
from diversa.plan.file import plan_from_toml
from diversa.record.placing import manifest_hash
from diversa.studio.app import make_app
from diversa.studio.new_projects import create_demo
from diversa.studio.security.permissions import LOCAL, Part, Visitor
from diversa.studio.security.tokens import make_token
from diversa.studio.security.users import add_user
from diversa.studio.settings import Settings
from diversa.studio.state.records import Project, ReleaseRow
from diversa.studio.storage import make_private
from diversa.studio.studio import Studio
from diversa.studio.visit import Visit
from studio_workers import start_thread

OWN = "http://127.0.0.1:8765"
"""Where the studios of tests are."""

PASSWORD = "a long enough password"


@pytest.fixture(scope="session")
def empty_state(tmp_path_factory):
    """The state of a studio without anything; to make one takes as long as a test."""
    folder = tmp_path_factory.mktemp("empty") / "studio"
    with Studio.start(Settings(folder), start=start_thread):
        pass
    return folder / "studio.sqlite"


@pytest.fixture
def begun_folder(tmp_path, empty_state):
    """A folder with the state of an empty studio."""
    folder = tmp_path / "studio"
    folder.mkdir(mode=0o700)
    shutil.copy(empty_state, folder)
    return folder


@pytest.fixture
def settings(begun_folder):
    return Settings(begun_folder, secret="the secret", password_cost=(1, 8, 1))


@pytest.fixture
def studio(settings):
    with Studio.start(settings, start=start_thread) as started:
        yield started


@pytest.fixture
def demo(studio):
    """The project of the packaged hospital."""
    return create_demo(Visit(studio, LOCAL))


@pytest.fixture(scope="session")
def hospital_release(tmp_path_factory):
    """The folder of a release of the demo, published once for all tests."""
    folder = tmp_path_factory.mktemp("hospital")
    table = write_csv(hospital(), folder / "table.csv")
    out = folder / "release"
    anonymize(table, plan_from_toml(HOSPITAL_PLAN), out=out)
    return out


@pytest.fixture
def put_release(hospital_release):
    """Let a studio have the release of a demo that its curator has made."""

    def put(studio, project):
        folder = studio.storage.release(project, 1)
        shutil.copytree(hospital_release, folder)
        make_private(folder)
        with studio.database.session() as session:
            record = ReleaseRow(
                project_id=project,
                number=1,
                state="approved",
                made_by="cur",
                manifest=manifest_hash(folder),
            )
            session.add(record)
            session.get_one(Project, project).next_release = 2
        return record.id

    return put


@pytest.fixture
def release(studio, demo, put_release):
    """The number of a release of the demo."""
    return put_release(studio, demo.id)


@pytest.fixture
def server(begun_folder):
    """An application for a team, without pages; its worker threads are ours."""
    settings = Settings(begun_folder, server=True, port=8765, password_cost=(1, 8, 1))
    return make_app(settings, pages=False, start=start_thread)


@pytest.fixture
def client(server):
    """A browser without cookies."""
    with app_client(server, base_url=OWN) as made:
        yield made


@pytest.fixture
def tokens(server):
    """For each part a user of that part, who acts by a token: headers of requests."""
    studio, headers = server.state.studio, {}
    for part in Part:
        user = add_user(studio, "test", part.value, PASSWORD, frozenset({part}))
        visitor = Visitor(part.value, frozenset({part}), user.id)
        secret = make_token(Visit(studio, visitor), name="test")[1]
        headers[part] = {"authorization": f"Bearer {secret}"}
    return headers


@pytest.fixture
def pages_again():
    """NiceGUI is one application per process: let it be mounted once more."""
    core.app.user_middleware.clear()
    core.app.middleware_stack = None
