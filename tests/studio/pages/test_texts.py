# SPDX-License-Identifier: Apache-2.0
"""A text stays a value, whatever is written in it; the tests in a browser show it."""

from __future__ import annotations

import asyncio

import pytest
from nicegui import Client, ui
from nicegui.page import page

from diversa.studio.pages.texts import (
    aria_label,
    escape_text,
    heading,
    heading_of_page,
    paragraph,
    span,
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
@pytest.mark.parametrize("write", [heading, heading_of_page, paragraph, span])
def test_a_text_is_no_html(write, name):
    written = drawn(lambda: write(name))
    assert written.text == name
    assert dict(written.props) == {}


def test_escaped_text_has_no_tags_and_no_quotes():
    assert escape_text("<b title=\"x\" id='y'>&") == (
        "&lt;b title=&quot;x&quot; id=&#x27;y&#x27;&gt;&amp;"
    )
    assert not set("<>\"'") & set("".join(map(escape_text, NAMES)))
