# SPDX-License-Identifier: Apache-2.0
"""Texts of a page: they reach the browser as values, never as code.

Names of columns, values and files are written by strangers. NiceGUI parses the text
that is given to `props`, and the browser evaluates a property whose name begins with a
colon; so a text is set as the value of a property whose name stands in our code.

Explanations come on hover, tap or focus: an element has its own as `data-tip`, and
`tips.js` shows it. Those of Quasar come on hover alone, and never to what is drawn as
HTML.
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


def heading(text: str) -> TextElement:
    """The heading of a part of a page."""
    return TextElement(tag="h2", text=text)


def paragraph(text: str) -> TextElement:
    """A sentence."""
    return TextElement(tag="p", text=text)


def explain(element: Element, meaning: str, *, reachable: bool = True) -> Element:
    """Give an element its explanation.

    A `reachable` element takes the focus by the tab key; buttons and links do anyway.
    """
    element.props["data-tip"] = meaning
    if reachable:
        element.props["tabindex"] = "0"
    return element


def tip(meaning: str, *, reachable: bool = False) -> str:
    """The explanation of a piece of HTML, as its attributes.

    >>> tip("rows that look alike")
    ' data-tip="rows that look alike"'
    """
    if not meaning:
        return ""
    focus = ' tabindex="0"' if reachable else ""
    return f' data-tip="{escape(meaning)}"{focus}'
