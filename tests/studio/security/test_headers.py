# SPDX-License-Identifier: Apache-2.0
"""Every answer says what browsers must not do; a page lets its own scripts run alone.

That browsers obey is shown in `tests/studio/browser/test_hostile.py`.
"""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from diversa.studio.app import make_app


def directives(answer):
    """The content security policy of an answer, by directive."""
    policy = answer.headers["content-security-policy"]
    return dict(part.strip().partition(" ")[::2] for part in policy.split(";"))


def test_every_answer_has_them(settings):
    with TestClient(
        make_app(settings, pages=False), base_url="http://localhost:8765"
    ) as client:
        answers = [client.get("/"), client.get("/", headers={"host": "evil.example"})]
    for answer in answers:
        assert directives(answer) == {
            "default-src": "'none'",
            "base-uri": "'none'",
            "form-action": "'none'",
            "frame-ancestors": "'none'",
        }
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert "access-control-allow-origin" not in answer.headers


@pytest.fixture
def client(settings, pages_again):
    """A browser that has opened a studio with pages."""
    del pages_again
    with TestClient(make_app(settings), base_url="http://127.0.0.1:8765") as opened:
        opened.get("/?secret=the secret")
        yield opened


@pytest.mark.parametrize("path", ["/", "/account", "/nowhere", "/projects/none/data"])
def test_a_page_lets_nothing_else_run(client, path):
    answer = client.get(path)
    scripts = re.findall("<script[^>]*>", answer.text)
    rules = directives(answer)
    (nonce,) = re.findall("'nonce-([^']+)'", rules.pop("script-src"))
    own = re.compile(rf'nonce="{re.escape(nonce)}"|src="/assets/')
    assert len(scripts) > 5
    assert [script for script in scripts if not own.search(script)] == []
    assert rules == {
        "default-src": "'none'",
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "connect-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    again = directives(client.get(path))["script-src"]
    assert nonce not in again
    assert "unsafe-inline" not in again
