# SPDX-License-Identifier: Apache-2.0
"""A text stays a value, whatever is written in it; the tests in a browser show it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from nicegui import Client, ui
from nicegui.page import page

from diversa.studio.pages.texts import (
    aria_label,
    explain,
    heading,
    paragraph,
    tip,
)
from hostile import NAMES


def drawn(draw):
    """What is drawn on a page of its own."""

    async def scene():
        with Client(page("")) as client:
            made = draw()
        client.delete()
        return made

    return asyncio.run(scene())


@pytest.mark.parametrize("name", NAMES)
def test_a_label_sets_one_property(name):
    bare = drawn(lambda: ui.button().props("dense outlined"))
    named = drawn(lambda: aria_label(ui.button().props("dense outlined"), name))
    assert dict(named.props) == {**bare.props, "aria-label": name}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("write", [heading, paragraph])
def test_a_text_is_no_html(write, name):
    written = drawn(lambda: write(name))
    assert written.text == name
    assert dict(written.props) == {}


@pytest.mark.parametrize("name", NAMES)
def test_escaped_text_has_no_tags_and_no_quotes(name):
    begin, inside, end = tip(name).split('"')
    assert (begin, end) == (" data-tip=", "")
    assert not set("<>'") & set(inside)


def test_an_element_explains_itself():
    number = explain(SimpleNamespace(props={}), 'rows that "look alike"')
    button = explain(SimpleNamespace(props={}), "does it", reachable=False)
    assert number.props == {"data-tip": 'rows that "look alike"', "tabindex": "0"}
    assert button.props == {"data-tip": "does it"}


def test_html_is_escaped():
    assert tip('<b>"') == ' data-tip="&lt;b&gt;&quot;"'
    assert tip("x", reachable=True).endswith(' tabindex="0"')
    assert tip("") == ""
