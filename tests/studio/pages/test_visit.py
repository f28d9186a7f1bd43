# SPDX-License-Identifier: Apache-2.0
"""A page knows its visitor by what the door found out."""

from __future__ import annotations

from fastapi import Request

from diversa.studio.pages.visit import visit
from diversa.studio.security.permissions import LOCAL


def test_the_visitor_comes_with_the_request(studio):
    state = {"studio": studio, "visitor": LOCAL}
    here = visit(Request({"type": "http", "state": state}))
    assert (here.studio, here.visitor) == (studio, LOCAL)
