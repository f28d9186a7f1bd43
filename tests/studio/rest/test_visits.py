# SPDX-License-Identifier: Apache-2.0
"""A route is checked before what was sent is looked at."""

from __future__ import annotations

from diversa.studio.rest.visits import ACTION, route
from diversa.studio.security.permissions import Action, Part


def test_a_route_names_its_action():
    assert route(Action.PUBLISH)["openapi_extra"] == {ACTION: "PUBLISH"}


def test_who_may_not_learns_nothing_of_what_is_wrong(client, tokens):
    answer = client.post("/api/users", json={"name": 1}, headers=tokens[Part.READER])
    assert answer.status_code == 403
    assert "must be administrator, got reader" in answer.json()["error"]
