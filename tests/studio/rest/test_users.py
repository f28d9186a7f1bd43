# SPDX-License-Identifier: Apache-2.0
"""Users by REST."""

from __future__ import annotations

from diversa.studio.security.permissions import Part


def test_users_are_made_and_changed(client, tokens):
    headers = tokens[Part.ADMINISTRATOR]
    user = {"name": "ann", "password": "a long enough password", "parts": ["curator"]}
    made = client.post("/api/users", json=user, headers=headers)
    assert made.status_code == 201
    assert "password" not in made.json()
    address = f"/api/users/{made.json()['id']}"
    change = {"parts": ["reader", "reviewer"], "is_active": False}
    changed = client.patch(address, json=change, headers=headers).json()
    assert (changed["parts"], changed["is_active"]) == (["reader", "reviewer"], False)
    listed = client.get("/api/users", headers=headers).json()
    assert changed in listed
    assert len(listed) == len(Part) + 1


def test_the_log_comes_piece_by_piece(api):
    api.post("tokens", json={"name": "first"})
    api.post("tokens", json={"name": "second"})
    newest, *_ = lines = api.get("log", params={"most": 2}).json()
    assert [line["about"] for line in lines] == ["second", "first"]
    before = api.get("log", params={"before": newest["id"], "most": 1}).json()
    assert before == [lines[1]]
    assert api.get("log", params={"most": 0}).status_code == 422
