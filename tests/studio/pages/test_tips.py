# SPDX-License-Identifier: Apache-2.0
"""Explanations stand in the page as written; a browser shows them, see its tests."""

from __future__ import annotations

from types import SimpleNamespace

from diversa.studio.pages.tips import explain, tip


def test_an_element_explains_itself():
    number = explain(SimpleNamespace(props={}), 'rows that "look alike"')
    button = explain(SimpleNamespace(props={}), "does it", reachable=False)
    assert number.props == {"data-tip": 'rows that "look alike"', "tabindex": "0"}
    assert button.props == {"data-tip": "does it"}


def test_html_is_escaped():
    assert tip('<b>"') == ' data-tip="&lt;b&gt;&quot;"'
    assert tip("x", reachable=True).endswith(' tabindex="0"')
    assert tip("") == ""
