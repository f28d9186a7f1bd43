# SPDX-License-Identifier: Apache-2.0
"""A studio is started with an address, and with its demo where that is asked for."""

from __future__ import annotations

from functools import partial

import pytest
import uvicorn

from diversa.studio import start
from diversa.studio.app import make_app
from diversa.studio.projects import list_projects
from diversa.studio.security.permissions import LOCAL
from diversa.studio.start import add_demo, opening_address, serve


def test_the_demo_is_there_once(studio):
    add_demo(studio)
    add_demo(studio)
    assert len(list_projects(studio, LOCAL)) == 1


def test_the_address_holds_the_secret(settings):
    address = opening_address(settings)
    assert address == "http://127.0.0.1:8765/?secret=the secret"


@pytest.mark.parametrize("demo", [True, False])
def test_it_is_served_on_loopback(settings, monkeypatch, demo):
    served, said = {}, []

    def run(app, **words):
        served.update(words, studio=app.state.studio)

    monkeypatch.setattr(uvicorn, "run", run)
    monkeypatch.setattr(start, "make_app", partial(make_app, pages=False))
    serve(settings, demo=demo, browser=False, say=said.append)
    assert (served["host"], served["access_log"]) == ("127.0.0.1", False)
    assert len(list_projects(served["studio"], LOCAL)) == demo
    assert opening_address(settings) in said[0]
    served["studio"].close()
