# SPDX-License-Identifier: Apache-2.0
"""Everybody has a page of their own; passwords are for servers alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from diversa.studio.app import make_app
from diversa.studio.security.permissions import LOCAL, Part, Visitor
from diversa.studio.security.tokens import make_token
from diversa.studio.security.users import add_user

OWN = "http://127.0.0.1:8765"


def test_one_person_has_tokens_and_no_password(settings, pages_again):
    del pages_again
    app = make_app(settings)
    make_token(app.state.studio, LOCAL, name="nightly run")
    with TestClient(app, base_url=OWN) as client:
        client.get("/?secret=the secret")
        text = client.get("/account").text
    assert "nightly run" in text
    assert "The present one" not in text


@pytest.mark.parametrize("part", list(Part))
def test_in_a_team_everybody_has_a_password(settings, pages_again, part):
    del pages_again
    app = make_app(replace(settings, server=True))
    studio = app.state.studio
    user = add_user(studio, "test", "ann", "a long password", frozenset({part}))
    visitor = Visitor("ann", frozenset({part}), user.id)
    _, secret = make_token(studio, visitor, name="test")
    headers = {"authorization": f"Bearer {secret}"}
    with TestClient(app, base_url=OWN) as client:
        text = client.get("/account", headers=headers).text
    assert "The present one" in text
    assert part.value in text
    assert secret not in text
