# SPDX-License-Identifier: Apache-2.0
"""Texts of a page: they reach the browser as values, never as code.

Names of columns, values and files are written by strangers. NiceGUI parses the text
that is given to `props`, and the browser evaluates a property whose name begins with a
colon; so a text is set as the value of a property whose name stands in our code.
"""

from __future__ import annotations

from html import escape
from typing import TypeVar

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

Element = TypeVar("Element", bound=ui.element)


def aria_label(element: Element, text: str) -> Element:
    """Give an element its name for screen readers."""
    element.props["aria-label"] = text
    return element


def heading_of_page(text: str) -> TextElement:
    """The title of a page."""
    return TextElement(tag="h1", text=text).classes("q-mt-sm")


def heading(text: str) -> TextElement:
    """The heading of a part of a page."""
    return TextElement(tag="h2", text=text)


def paragraph(text: str) -> TextElement:
    """A sentence."""
    return TextElement(tag="p", text=text)


def span(text: str) -> TextElement:
    """Some words in a line."""
    return TextElement(tag="span", text=text)


def escape_text(text: str) -> str:
    """Text for HTML, between tags and in quoted attributes.

    >>> escape_text('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    return escape(text, quote=True)
