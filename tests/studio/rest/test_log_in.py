# SPDX-License-Identifier: Apache-2.0
"""A browser logs in on the page for it, and nowhere else."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from app_client import app_client

OWN = "http://127.0.0.1:8765"
FORM = {"name": "curator", "password": "a long enough password"}


@pytest.fixture
def browser(client, tokens):
    assert tokens  # there are users
    return client


def entered(browser, form=FORM, origin=OWN):
    headers = {"origin": origin} if origin else {}
    return browser.post("/log-in", data=form, headers=headers, follow_redirects=False)


def test_who_is_not_known_is_sent_to_the_page(browser):
    answer = browser.get("/projects", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/log-in")
    page = browser.get("/log-in")
    assert "<form" in page.text
    assert "script" not in page.headers["content-security-policy"]


def test_a_log_in_is_a_cookie(browser):
    answer = entered(browser)
    assert answer.status_code == 303
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert browser.get("/api/own").json()["name"] == "curator"
    left = browser.post("/log-out", headers={"origin": OWN}, follow_redirects=False)
    assert left.headers["location"] == "/log-in"
    assert browser.get("/api/own").status_code == 401


@pytest.mark.parametrize("form", [FORM | {"password": "wrong"}, FORM | {"name": "x"}])
def test_a_wrong_password_stays_outside(browser, form):
    answer = entered(browser, form)
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize("origin", [None, "http://evil.example"])
def test_another_page_cannot_log_somebody_in(browser, origin):
    assert "set-cookie" not in entered(browser, origin=origin).headers


def test_another_page_cannot_log_somebody_out(browser):
    entered(browser)
    assert browser.post("/log-out").status_code == 403
    assert browser.get("/api/own").status_code == 200


def test_too_many_tries_wait(browser, server):
    for _ in range(server.state.studio.settings.free_tries):
        assert entered(browser, FORM | {"password": "wrong"}).status_code == 401
    answer = entered(browser)
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
    assert "too many tries; try again in 1 s" in answer.text


def test_who_cannot_be_served_now_is_told_when(browser, server):
    with ExitStack() as turns:
        passwords = server.state.studio.passwords
        while passwords._places.acquire(blocking=False):
            turns.callback(passwords._places.release)
        answer = entered(browser)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "3")
    assert entered(browser).status_code == 303


def test_a_stranger_does_not_keep_the_administrator_out(server, tokens):
    assert tokens
    form = {"name": "administrator", "password": FORM["password"]}
    stranger = app_client(server, base_url=OWN, address="203.0.113.9")
    administrator = app_client(server, lives=False, base_url=OWN, address="192.0.2.1")
    with stranger as browser, administrator as other:
        for _ in range(30):
            entered(browser, form | {"password": "wrong"})
        assert entered(browser, form).status_code == 429
        assert entered(other, form).status_code == 303


def test_a_secret_in_the_address_opens_no_server(browser, server):
    secret = server.state.studio.settings.secret
    answer = browser.get("/", params={"secret": secret}, follow_redirects=False)
    assert answer.headers["location"] == "/log-in"
