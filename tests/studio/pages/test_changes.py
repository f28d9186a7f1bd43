# SPDX-License-Identifier: Apache-2.0
"""An element shows what was kept, also after a refusal."""

from __future__ import annotations

from contextlib import suppress
from types import SimpleNamespace

import pytest

from diversa.errors import InputError
from diversa.studio.pages.changes import keep_changes


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


@pytest.fixture
def messages(monkeypatch):
    told = []
    notify = "diversa.studio.pages.messages.ui.notify"
    monkeypatch.setattr(notify, lambda text, **_: told.append(text))
    return told


def test_a_refused_value_goes_back(messages):
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
    assert messages == ["four eyes: must stay"]
    switch.value = False
    assert (switch.value, asked) == (True, [False, False])


def test_the_last_kept_value_is_the_one_that_stays(messages):
    async def keep(value):
        if value > 5:
            raise InputError("number: must be at most 5")

    choice = Switch(1)
    keep_changes(choice, keep)
    for value, shown in ((3, 3), (7, 3), (5, 5)):
        choice.value = value
        assert choice.value == shown
    assert len(messages) == 1
