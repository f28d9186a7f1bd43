# SPDX-License-Identifier: Apache-2.0
"""Pages without a browser: their parts are drawn and read."""

from __future__ import annotations

import asyncio
import inspect

import pytest
from fastapi import Request
from nicegui import Client
from nicegui.page import page

from diversa.studio.pages.step_visit import open_step
from diversa.studio.security.permissions import LOCAL, Action


@pytest.fixture
def step(studio, demo):
    """A visit to the demo by a person who may do everything."""
    state = {"studio": studio, "visitor": LOCAL}
    request = Request({"type": "http", "state": state})
    return open_step(request, demo.id, Action.READ_DATA)


@pytest.fixture
def draw():
    """Draw a part of a page and give all texts that stand in it, joined."""

    def text_of(element):
        words = [getattr(element, name, "") for name in ("text", "content")]
        words += [element.props.get(name, "") for name in ("label", "aria-label")]
        return " ".join(str(word) for word in words if word)

    async def scene(part):
        with Client(page("")) as client:
            drawn = part()
            if inspect.isawaitable(drawn):
                await drawn
            texts = [text_of(one) for one in client.elements.values()]
        client.delete()
        return "\n".join(filter(None, texts))

    return lambda part: asyncio.run(scene(part))
