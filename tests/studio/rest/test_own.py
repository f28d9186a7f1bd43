# SPDX-License-Identifier: Apache-2.0
"""Oneself by REST: tokens, and the word against other pages."""

from __future__ import annotations

from starlette.testclient import TestClient

OWN = "http://127.0.0.1:8765"


def test_tokens_are_made_listed_and_revoked(api):
    made = api.post("tokens", json={"name": "nightly"}).json()
    assert made["secret"].startswith("diversa_")
    listed = api.get("tokens").json()
    assert made["token"]["id"] in [one["id"] for one in listed]
    assert made["secret"] not in api.get("tokens").text
    assert api.delete(f"tokens/{made['token']['id']}").status_code == 204
    assert api.delete(f"tokens/{made['token']['id']}").status_code == 404


def test_a_change_by_cookie_needs_our_own_page(api, local_app):
    assert api.get("own").json()["name"] == "local"
    browser = TestClient(local_app, base_url=OWN)
    secret = local_app.state.studio.settings.secret
    browser.get("/", params={"secret": secret})
    own = browser.get("/api/own").json()
    body = {"name": "nightly"}
    assert browser.post("/api/tokens", json=body).status_code == 403
    wrong = {"x-csrf-token": "0" * 64}
    assert browser.post("/api/tokens", json=body, headers=wrong).status_code == 403
    right = {"x-csrf-token": own["csrf"], "origin": OWN}
    assert browser.post("/api/tokens", json=body, headers=right).status_code == 201
    foreign = right | {"origin": "http://evil.example"}
    assert browser.post("/api/tokens", json=body, headers=foreign).status_code == 403


def test_a_local_person_has_no_password(api):
    body = {"present": "x", "password": "a long enough password"}
    assert api.put("own/password", json=body).status_code == 422
