# SPDX-License-Identifier: Apache-2.0
"""The log is for administrators, and names projects as long as they are there."""

from __future__ import annotations

import pytest
from fastapi import HTTPException, Request

from diversa.studio.history import read_log
from diversa.studio.pages.log import cells, log_page
from diversa.studio.security.permissions import LOCAL, Part, Visitor
from diversa.studio.visit import Visit


@pytest.mark.parametrize("part", [Part.CURATOR, Part.REVIEWER, Part.READER])
def test_the_page_is_for_administrators(studio, part):
    state = {"studio": studio, "visitor": Visitor("ann", frozenset({part}))}
    with pytest.raises(HTTPException) as caught:
        log_page(Request({"type": "http", "state": state}))
    assert caught.value.status_code == 403


def test_lines_name_projects(studio, demo):
    (entry,) = read_log(Visit(studio, LOCAL))
    assert cells(entry, {demo.id: demo.name})[1:] == (
        "local",
        "made a project",
        demo.name,
        "demo",
    )
    assert cells(entry, {})[3] == demo.id[:8]
