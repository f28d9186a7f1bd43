# SPDX-License-Identifier: Apache-2.0
"""Messages: errors are shown without values and paths, bugs are not swallowed."""

from __future__ import annotations

import pytest

from diversa.errors import InputError
from diversa.studio.pages import messages


@pytest.fixture
def shown(monkeypatch):
    texts = []
    monkeypatch.setattr(messages.ui, "notify", lambda text, **_: texts.append(text))
    return texts


def test_an_error_is_shown_and_the_page_goes_on(shown):
    with messages.show_errors():
        raise InputError("/srv/studio/table.csv: must be UTF-8, got another")
    assert shown == ["table.csv: must be UTF-8, got another"]


def test_a_bug_is_not_taken_for_an_error(shown):
    with pytest.raises(ZeroDivisionError), messages.show_errors():
        _ = 1 / 0
    assert shown == []
    messages.show_bug(ValueError("Mueller has flu"))
    assert len(shown) == 1
    assert "this is our bug: ValueError" in shown[0]
    assert "Mueller" not in shown[0]
