# SPDX-License-Identifier: Apache-2.0
"""Nothing takes an undecided verdict for true, or for false.

`Verdict` refuses to be a condition. The key `holds` of JSON and the property of the
same name are None where a verdict is undecided, so that our own code must not use them
as a condition either: it compares a `Verdict`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import diversa

SOURCE = Path(diversa.__file__).parent
MODULES = sorted(
    path for path in SOURCE.rglob("*.py") if "holds" in path.read_text(encoding="utf-8")
)


def is_holds(node: ast.AST) -> bool:
    """Tell `x.holds` that is not called, and `x["holds"]` or `x.get("holds")`."""
    if isinstance(node, ast.Attribute):
        return node.attr == "holds"
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Constant) and node.slice.value == "holds"
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "get"
        and any(isinstance(a, ast.Constant) and a.value == "holds" for a in node.args)
    )


def conditions(tree: ast.AST) -> Iterator[ast.AST]:
    """Every expression that is taken for true or false."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.IfExp | ast.While | ast.Assert):
            yield node.test
        elif isinstance(node, ast.BoolOp):
            yield from node.values
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node.operand
        elif isinstance(node, ast.comprehension):
            yield from node.ifs
        elif isinstance(node, ast.Call) and called(node) in (
            "all",
            "any",
            "sum",
            "bool",
        ):
            yield from node.args
            for one in node.args:
                yield getattr(one, "elt", one)
                yield from getattr(one, "elts", ())


def called(node: ast.Call) -> str:
    """The name of the function that is called, if it has one."""
    return node.func.id if isinstance(node.func, ast.Name) else ""


def conditions_on_holds(text: str) -> list[int]:
    """The lines in which `holds` is taken for true or false.

    >>> conditions_on_holds("if audit.holds: pass")
    [1]
    >>> conditions_on_holds("all(model['holds'] for model in models)")
    [1]
    >>> conditions_on_holds("if model.holds(groups).all(): pass")
    []
    >>> conditions_on_holds("if audit.verdict is Verdict.HOLDS: pass")
    []
    """
    return [node.lineno for node in conditions(ast.parse(text)) if is_holds(node)]  # type: ignore[attr-defined] # expressions have lines


def test_no_condition_takes_undecided_for_an_answer():
    assert len(MODULES) > 50
    found = {path: conditions_on_holds(path.read_text("utf-8")) for path in MODULES}
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "text",
    ["not audit.holds", "a and m['holds']", "x if v.holds else y", "any([m.holds])"],
)
def test_such_conditions_are_found(text):
    assert set(conditions_on_holds(text)) == {1}


def test_no_page_asks_for_holds():
    paths = [path for kind in ("js", "html") for path in SOURCE.rglob(f"*.{kind}")]
    assert paths
    for path in paths:
        assert ".holds" not in path.read_text(encoding="utf-8"), path
