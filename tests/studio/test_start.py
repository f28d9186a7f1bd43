# SPDX-License-Identifier: Apache-2.0
"""A studio is started with an address, and with its demo where that is asked for."""

from __future__ import annotations

import csv
import html
import socket
import tempfile
import time
import webbrowser
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
import uvicorn

from diversa.errors import InputError
from diversa.studio import project_jobs, start
from diversa.studio.app import make_app
from diversa.studio.project_jobs import jobs_of
from diversa.studio.projects import list_projects
from diversa.studio.releases import releases_of
from diversa.studio.security.log_ins import log_in
from diversa.studio.security.permissions import LOCAL
from diversa.studio.start import StartNotice, add_demo, opening_address, serve
from diversa.studio.studio import Studio
from diversa.studio.surveys import survey_of
from diversa.studio.visit import ProjectVisit, Visit
from studio_workers import start_thread


@pytest.fixture
def served(monkeypatch):
    """What uvicorn would serve, and what was said."""
    heard = {}

    def run(app, **words):
        heard.update(words, studio=app.state.studio)

    monkeypatch.setattr(uvicorn, "run", run)
    without = partial(make_app, pages=False, start=start_thread)
    monkeypatch.setattr(start, "make_app", without)
    monkeypatch.setattr(tempfile, "tempdir", tempfile.gettempdir())
    monkeypatch.setenv("TMPDIR", tempfile.gettempdir())
    yield heard
    if "studio" in heard:
        heard["studio"].close()


def test_the_demo_is_there_once_and_fills_every_page(studio):
    add_demo(studio)
    add_demo(studio)
    made = {one.source: one.id for one in list_projects(Visit(studio, LOCAL))}
    assert set(made) == {"demo", "survey"}
    (job,) = jobs_of(ProjectVisit(studio, LOCAL, made["demo"]))
    studio.jobs.wait(job.id)
    (release,) = releases_of(ProjectVisit(studio, LOCAL, made["demo"]))
    assert release.state == "approved"
    assert survey_of(ProjectVisit(studio, LOCAL, made["survey"])).answers > 50


def test_a_team_publishes_the_demo_itself(settings):
    with Studio.start(replace(settings, server=True)) as studio:
        add_demo(studio)
        (demo,) = [p for p in list_projects(Visit(studio, LOCAL)) if p.source == "demo"]
        assert jobs_of(ProjectVisit(studio, LOCAL, demo.id)) == []


def test_the_address_holds_the_secret(settings):
    settings = replace(settings, port=8765)
    address = opening_address(settings)
    assert address == "http://127.0.0.1:8765/?secret=the secret"
    secure = replace(settings, server=True, host="::1", certificate=settings.folder)
    assert opening_address(secure) == "https://[::1]:8765/"


@pytest.fixture
def settings(settings):
    """Whatever port is free."""
    return replace(settings, port=0)


@pytest.mark.parametrize("demo", [True, False])
def test_it_is_served_on_loopback(settings, served, demo):
    said = []
    serve(settings, demo=demo, browser=False, say=said.append)
    assert (served["host"], served["access_log"]) == ("127.0.0.1", False)
    assert len(list_projects(Visit(served["studio"], LOCAL))) == 2 * demo
    assert said == [StartNotice(opening_address(settings))]
    assert Path(tempfile.gettempdir()).parent == settings.folder / "temporary"


def test_a_server_has_a_first_user(settings, served):
    said = []
    team = replace(settings, server=True)
    serve(team, demo=False, browser=False, say=said.append)
    assert said[0].user == "admin"
    assert settings.secret not in said[0].address
    assert log_in(served["studio"], "admin", said[0].password)


@pytest.mark.parametrize(
    "words", [{"host": "0.0.0.0"}, {"host": "0.0.0.0", "server": True}]
)
def test_nothing_is_served_without_protection(settings, served, words):
    with pytest.raises(InputError, match="host: a "):
        serve(replace(settings, **words), demo=False, browser=False, say=print)
    assert served == {}


def test_a_port_that_is_taken_is_told_before_anything_is_made(
    settings, served, tmp_path
):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        folder, port = tmp_path / "not yet", other.getsockname()[1]
        taken = replace(settings, folder=folder, port=port)
        with pytest.raises(InputError, match=r"port: .* must be free"):
            serve(taken, demo=True, browser=False, say=print)
    assert served == {}
    assert not folder.exists()


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({"folder": "file"}, "folder: must be a folder"),
        ({"allowed_paths": ("nowhere",)}, "allow_paths: must be a folder"),
        ({"private_key": "file"}, "private_key: must come with --certificate"),
        ({"certificate": "file", "private_key": "file"}, "certificate: must be"),
        ({"certificate": "nowhere"}, "certificate: must be"),
    ],
)
def test_what_the_machine_does_not_have_is_told(
    settings, served, tmp_path, words, fault
):
    (tmp_path / "file").write_text("no certificate")
    there = {
        name: tuple(tmp_path / word for word in value)
        if isinstance(value, tuple)
        else tmp_path / value
        for name, value in words.items()
    }
    with pytest.raises(InputError, match=fault):
        serve(replace(settings, **there), demo=False, browser=False, say=print)
    assert served == {}


def test_the_secret_stands_in_no_command_line(settings, served, monkeypatch):
    """A browser is started with a private file, which leads to the address."""
    opened, listening = [], uvicorn.run
    monkeypatch.setattr(start, "SECONDS_TO_START", 0.0)
    monkeypatch.setattr(webbrowser, "open", opened.append)

    def listen(app, **words):
        listening(app, **words)
        while not opened:
            time.sleep(0.01)
        (file,) = [Path(url2pathname(urlsplit(one).path)) for one in opened]
        assert file.parent == settings.folder.absolute()
        assert file.stat().st_mode & 0o777 == 0o600
        assert html.escape(opening_address(settings)) in file.read_text()

    monkeypatch.setattr(uvicorn, "run", listen)
    serve(settings, demo=False, browser=True, say=print)
    assert served
    assert opened[0].startswith("file:")
    assert settings.secret not in opened[0]
    assert not (settings.folder / start.OPENING).exists()


def rows(path):
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_survey_of_the_demo_can_be_published(studio):
    project = start.create_demo_survey(Visit(studio, LOCAL)).id
    kept = rows(studio.storage.source(project) / "table.csv")
    named = rows(studio.storage.source(project) / "identifiers.csv")
    assert len(kept) == len(named) == start.DEMO_ANSWERS
    assert "name" not in kept[0]
    job = project_jobs.publish(ProjectVisit(studio, LOCAL, project))
    studio.jobs.wait(job.id)
    ended = project_jobs.job_of(ProjectVisit(studio, LOCAL, project), job.id)
    assert ended.state == "done", ended.failure
