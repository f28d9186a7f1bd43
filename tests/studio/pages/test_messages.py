# SPDX-License-Identifier: Apache-2.0
"""Messages: errors are shown without values and paths, bugs are not swallowed."""

from __future__ import annotations

from contextlib import suppress
from types import SimpleNamespace

import pytest

from diversa.errors import InputError
from diversa.studio.pages import messages
from diversa.studio.pages.messages import keep_changes


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


class Switch:
    """A switch without a browser: to set its value calls what listens."""

    def __init__(self, value):
        self.shown, self.listen = value, None

    def on_value_change(self, listen):
        self.listen = listen

    @property
    def value(self):
        return self.shown

    @value.setter
    def value(self, value):
        self.shown = value
        with suppress(StopIteration):  # nothing in it waits
            self.listen(SimpleNamespace(value=value)).send(None)


def test_a_refused_value_goes_back(shown):
    asked, kept = [], []

    async def keep(value):
        asked.append(value)
        if value is False:
            raise InputError("four eyes: must stay")
        kept.append(value)

    switch = Switch(True)
    keep_changes(switch, keep)
    switch.value = False
    assert (switch.value, asked, kept) == (True, [False], [])
    assert shown == ["four eyes: must stay"]
    switch.value = False
    assert (switch.value, asked) == (True, [False, False])


def test_the_last_kept_value_is_the_one_that_stays(shown):
    async def keep(value):
        if value > 5:
            raise InputError("number: must be at most 5")

    choice = Switch(1)
    keep_changes(choice, keep)
    for value, left in ((3, 3), (7, 3), (5, 5)):
        choice.value = value
        assert choice.value == left
    assert len(shown) == 1
