# SPDX-License-Identifier: Apache-2.0
"""Everybody has a page of their own; passwords are for servers alone."""

from __future__ import annotations

from dataclasses import replace

from starlette.testclient import TestClient

from diversa.studio.app import make_app
from diversa.studio.security.permissions import LOCAL, Part, Visitor
from diversa.studio.security.tokens import make_token
from diversa.studio.security.users import add_user
from diversa.studio.visit import Visit

OWN = "http://127.0.0.1:8765"


def test_one_person_has_tokens_and_no_password(settings, pages_again):
    del pages_again
    app = make_app(settings)
    make_token(Visit(app.state.studio, LOCAL), name="nightly run")
    with TestClient(app, base_url=OWN) as client:
        client.get("/?secret=the secret")
        text = client.get("/account").text
    assert "nightly run" in text
    assert "The present one" not in text


def test_in_a_team_everybody_has_a_password(settings, pages_again):
    del pages_again
    app = make_app(replace(settings, server=True))
    studio, shown = app.state.studio, {}
    with TestClient(app, base_url=OWN) as client:
        for part in Part:
            parts = frozenset({part})
            user = add_user(studio, "test", part.name, "a long password", parts)
            _, secret = make_token(
                Visit(studio, Visitor("x", parts, user.id)), name="test"
            )
            headers = {"authorization": f"Bearer {secret}"}
            shown[part] = client.get("/account", headers=headers).text
            assert secret not in shown[part], part
    for part, text in shown.items():
        assert "The present one" in text, part
        assert part.value in text, part
