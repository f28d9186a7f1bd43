# SPDX-License-Identifier: Apache-2.0
"""Explanations of numbers and buttons, on hover, tap or focus.

Those of Quasar come on hover alone, and never to what is drawn as HTML. An element has
its explanation as `data-tip`; `tips.js` shows it.
"""

from __future__ import annotations

from html import escape
from typing import TypeVar

from nicegui import ui

Element = TypeVar("Element", bound=ui.element)


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
