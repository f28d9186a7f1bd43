# SPDX-License-Identifier: Apache-2.0
"""Users are for administrators; every part has plain words."""

from __future__ import annotations

import pytest
from fastapi import HTTPException, Request

from diversa.studio.pages.users import PARTS, users_page
from diversa.studio.security.permissions import Part, Visitor


def test_every_part_has_words():
    assert set(PARTS) == set(Part)


@pytest.mark.parametrize("part", [Part.CURATOR, Part.REVIEWER, Part.READER])
def test_the_page_is_for_administrators(studio, part):
    visitor = Visitor("somebody", frozenset({part}))
    state = {"studio": studio, "visitor": visitor}
    with pytest.raises(HTTPException) as caught:
        users_page(Request({"type": "http", "state": state}))
    assert caught.value.status_code == 403
