# SPDX-License-Identifier: Apache-2.0
"""Nothing is written into an object behind its declaration.

A result that an object keeps is a `cached_property`, or stands in a `Memo` that the
class declares as a field: a reader of the class sees it, and a changed copy starts
without it.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import diversa

SOURCE = Path(diversa.__file__).parent


def hidden_writes(text: str) -> list[int]:
    """The lines that use `__dict__`, or write by `vars`."""
    if "__dict__" not in text and "vars(" not in text:
        return []
    return [node.lineno for node in ast.walk(ast.parse(text)) if is_hidden(node)]


def is_hidden(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == "__dict__" or (
            node.attr in {"setdefault", "update", "pop"} and is_vars(node.value)
        )
    return (
        isinstance(node, ast.Subscript)
        and not isinstance(node.ctx, ast.Load)
        and is_vars(node.value)
    )


def is_vars(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "vars"


def test_no_module_writes_behind_a_declaration():
    found = {
        path.relative_to(SOURCE).as_posix(): lines
        for path in sorted(SOURCE.rglob("*.py"))
        if (lines := hidden_writes(path.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    "text",
    [
        "cells.__dict__['rows'] = 3",
        "known = cells.__dict__.setdefault('rows', {})",
        "vars(cells)['rows'] = 3",
        "vars(cells).update(rows=3)",
    ],
)
def test_a_write_is_seen(text):
    assert hidden_writes(text) == [1]
    assert hidden_writes("names = sorted(vars(cells))") == []
