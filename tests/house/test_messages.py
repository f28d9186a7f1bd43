# SPDX-License-Identifier: Apache-2.0
"""The studio tells of an error by `explain_error` alone: no values, no server paths."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import diversa

STUDIO = Path(diversa.__file__).parent / "studio"
MODULES = sorted(set(STUDIO.rglob("*.py")) - {STUDIO / "explanations.py"})


def own_words(text: str) -> list[str]:
    """Lines that tell of a caught error in its own words, unless as another error."""
    found = []
    for handler in ast.walk(ast.parse(text)):
        if not isinstance(handler, ast.ExceptHandler) or handler.name is None:
            continue
        raised = {
            part
            for line in ast.walk(handler)
            if isinstance(line, ast.Raise) and "HTTPException" not in ast.unparse(line)
            for part in ast.walk(line)
        }
        for node in ast.walk(handler):
            match node:
                case (
                    ast.Call(func=ast.Name(id="str" | "repr"), args=[ast.Name(id=name)])
                    | ast.FormattedValue(value=ast.Name(id=name))
                    | ast.Attribute(value=ast.Name(id=name), attr="args")
                ) if name == handler.name and node not in raised:
                    found.append(f"{node.lineno}: {ast.unparse(node)}")
    return found


def test_errors_are_told_by_one_function():
    """One test for all modules: they are many."""
    assert len(MODULES) > 50
    wrong = {path.name: own_words(path.read_text("utf-8")) for path in MODULES}
    assert {name: lines for name, lines in wrong.items() if lines} == {}


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ("tell(str(error))", 1),
        ("tell(f'no: {error}')", 1),
        ("tell(repr(error))", 1),
        ("tell(error.args[0])", 1),
        ("raise HTTPException(404, str(error)) from None", 1),
        ("raise InputError(f'plan: {error}') from None", 0),
        ("tell(explain_error(error))", 0),
        ("tell(str(other))", 0),
    ],
)
def test_its_own_words_are_found(line, faults):
    text = f"try:\n    go()\nexcept DiversaError as error:\n    {line}\n"
    assert len(own_words(text)) == faults
