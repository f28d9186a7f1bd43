# SPDX-License-Identifier: Apache-2.0
"""Parts and actions as the team agreed on them."""

from __future__ import annotations

import pytest

from diversa.studio.security.permissions import (
    LOCAL,
    PARTS_OF,
    Action,
    ForbiddenError,
    Part,
    UnknownVisitorError,
    Visitor,
)

RAW = {Action.READ_DATA, Action.CHANGE_PLAN, Action.PUBLISH, Action.RUN_SURVEY}


def test_every_action_has_its_parts():
    assert set(PARTS_OF) == set(Action)
    assert all(PARTS_OF.values())


def test_raw_data_is_for_curators_alone():
    for action in RAW:
        assert PARTS_OF[action] == {Part.CURATOR}


def test_a_reader_reads():
    allowed = {action for action in Action if Part.READER in PARTS_OF[action]}
    assert allowed == {Action.SEE_OWN, Action.LIST_PROJECTS, Action.SEE_RELEASES}


def test_who_may_not_is_told_who_may():
    visitor = Visitor("rea", frozenset({Part.READER}))
    with pytest.raises(ForbiddenError, match="must be curator, got reader"):
        visitor.must(Action.READ_DATA)
    both = Visitor("bo", frozenset({Part.READER, Part.CURATOR}))
    both.must(Action.READ_DATA)


def test_an_ended_log_in_may_nothing():
    visitor = Visitor("ann", frozenset(Part), is_still_in=lambda: False)
    with pytest.raises(UnknownVisitorError):
        visitor.must(Action.SEE_OWN)


def test_the_person_of_a_local_studio_may_everything():
    assert all(map(LOCAL.may, Action))
