# SPDX-License-Identifier: Apache-2.0
"""A studio is started with an address, and with its demo where that is asked for."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from functools import partial

import pytest
import uvicorn

from diversa.errors import InputError
from diversa.studio import start
from diversa.studio.app import make_app
from diversa.studio.projects import list_projects
from diversa.studio.security.log_ins import log_in
from diversa.studio.security.permissions import LOCAL
from diversa.studio.start import Opening, add_demo, opening_address, serve


@pytest.fixture
def served(monkeypatch):
    """What uvicorn would serve, and what was said."""
    heard = {}

    def run(app, **words):
        heard.update(words, studio=app.state.studio)

    monkeypatch.setattr(uvicorn, "run", run)
    monkeypatch.setattr(start, "make_app", partial(make_app, pages=False))
    monkeypatch.setattr(tempfile, "tempdir", tempfile.gettempdir())
    monkeypatch.setenv("TMPDIR", tempfile.gettempdir())
    yield heard
    if "studio" in heard:
        heard["studio"].close()


def test_the_demo_is_there_once(studio):
    add_demo(studio)
    add_demo(studio)
    assert len(list_projects(studio, LOCAL)) == 1


def test_the_address_holds_the_secret(settings):
    address = opening_address(settings)
    assert address == "http://127.0.0.1:8765/?secret=the secret"
    secure = replace(settings, server=True, host="::1", certificate=settings.folder)
    assert opening_address(secure) == "https://[::1]:8765/"


@pytest.mark.parametrize("demo", [True, False])
def test_it_is_served_on_loopback(settings, served, demo):
    said = []
    serve(settings, demo=demo, browser=False, say=said.append)
    assert (served["host"], served["access_log"]) == ("127.0.0.1", False)
    assert len(list_projects(served["studio"], LOCAL)) == demo
    assert said == [Opening(opening_address(settings))]
    assert tempfile.gettempdir() == str(settings.folder / "temporary")


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
