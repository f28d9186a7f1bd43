# SPDX-License-Identifier: Apache-2.0
"""Every answer says what browsers must not do."""

from __future__ import annotations

from starlette.testclient import TestClient

from diversa.studio.app import make_app


def test_every_answer_has_them(settings):
    with TestClient(
        make_app(settings, pages=False), base_url="http://localhost:8765"
    ) as client:
        answers = [client.get("/"), client.get("/", headers={"host": "evil.example"})]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "http:" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert "access-control-allow-origin" not in answer.headers
