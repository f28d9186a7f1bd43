# SPDX-License-Identifier: Apache-2.0
"""What NiceGUI or the browser parses is written in our code, word by word.

Names of columns, values, files and people are hostile. In the text of `props`, in a
class, a style, a template or a program they would become code; so such places get
literals alone. A name is set as a value: `aria_label(element, name)`, `ui.label(name)`.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import diversa

SOURCE = Path(diversa.__file__).parent
ROOMS = ("studio", "report")
MODULES = sorted(path for room in ROOMS for path in (SOURCE / room).rglob("*.py"))

PARSED = {
    "props", "classes", "style", "tailwind", "default_props", "default_classes",
    "default_style", "add_body_html", "add_head_html", "add_css", "add_scss",
    "add_sass", "run_javascript", "run_method", "run_row_method", "run_grid_method",
    "run_chart_method", "add_slot", "markdown", "restructured_text", "mermaid",
    "interactive_image", "element", "query", "Element",
}  # fmt: skip
"""Functions whose arguments are parsed: as properties, CSS, HTML or a program."""

EVALUATED = {"js_handler", "sanitize", "html", "tag"}
"""Keywords of any function whose value decides what is evaluated."""

MAPPINGS = {"update", "setdefault", "set_optional", "set_bool"}
"""Ways to set properties whose names are not seen in the code."""

NUMBER = re.compile(r"[.,\d]*[dfeg%]")
"""Formats that refuse every text."""


def constants_of(tree: ast.Module) -> set[str]:
    """Names of a module that are literals, files of the package, or choices of such."""
    found: set[str] = set()
    for line in tree.body:
        if isinstance(line, ast.Assign | ast.AnnAssign) and line.value is not None:
            targets = line.targets if isinstance(line, ast.Assign) else [line.target]
            names = {one.id for one in targets if isinstance(one, ast.Name)}
            if is_literal(line.value, found) or is_own_file(line.value):
                found |= names
    return found


def is_own_file(value: ast.expr) -> bool:
    """Whether it reads a file that lies beside our code."""
    text = ast.unparse(value)
    return bool(re.fullmatch(r"files\('[\w.]+'\).*\.read_text\('utf-8'\)", text))


PARTS = {
    ast.Constant: lambda _: (),
    ast.JoinedStr: lambda value: value.values,
    ast.FormattedValue: lambda value: () if is_number(value) else (value.value,),
    ast.IfExp: lambda value: (value.body, value.orelse),
    ast.BinOp: lambda value: (value.left, value.right),
    ast.Dict: lambda value: value.values,
    ast.Tuple: lambda value: value.elts,
    ast.List: lambda value: value.elts,
    ast.Subscript: lambda value: (value.value,),
}
"""Of what values of each kind are made; a choice by a key is one of its choices."""


def is_literal(value: ast.expr, constants: set[str]) -> bool:
    """Whether a value is one of those that stand in the code."""
    if isinstance(value, ast.Name):
        return value.id in constants
    parts = PARTS.get(type(value))
    return parts is not None and all(is_literal(one, constants) for one in parts(value))


def is_number(value: ast.FormattedValue) -> bool:
    """Whether a place of a text takes numbers alone."""
    spec = value.format_spec
    return spec is not None and NUMBER.fullmatch(ast.unparse(spec)[2:-1]) is not None


def name_of(function: ast.expr) -> str:
    """The last name of what is called."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def is_properties(value: ast.expr) -> bool:
    """Whether it is the mapping of properties of an element."""
    return isinstance(value, ast.Attribute) and value.attr in ("props", "_props")


def is_own_html(call: ast.Call) -> bool:
    """Whether HTML is a literal, or is cleaned by the browser."""
    allowed = {word.arg: word.value for word in call.keywords}
    cleaned = allowed.get("sanitize", ast.Constant(value=True))
    return isinstance(cleaned, ast.Constant) and cleaned.value is True


def faults(text: str) -> list[str]:
    """Lines of a module that let a text be parsed which does not stand there."""
    tree = ast.parse(text)
    constants = constants_of(tree)
    wrong = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=function, args=args, keywords=words):
                name = name_of(function)
                given = [*args, *(word.value for word in words)]
                literal = all(is_literal(one, constants) for one in given)
                decided = all(
                    is_literal(word.value, constants)
                    for word in words
                    if word.arg in EVALUATED
                )
                mapping = name in MAPPINGS and is_properties(
                    getattr(function, "value", function)
                )
                html = name == "html" and not (literal or is_own_html(node))
                if (name in PARSED and not literal) or not decided or mapping or html:
                    wrong.append(f"{node.lineno}: {ast.unparse(node)}")
            case ast.Subscript(value=held, slice=key, ctx=ast.Store()) if is_properties(
                held
            ):
                known = isinstance(key, ast.Constant) and str(key.value)[:1] != ":"
                if not known:
                    wrong.append(f"{node.lineno}: {ast.unparse(node)}")
            case ast.AugAssign(target=held) if is_properties(held):
                wrong.append(f"{node.lineno}: {ast.unparse(node)}")
            case ast.Attribute(attr="content" | "_text", ctx=ast.Store()):
                wrong.append(f"{node.lineno}: {ast.unparse(node)}")
    return wrong


@pytest.mark.parametrize(
    "path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix()
)
def test_parsed_texts_are_literals(path):
    assert faults(path.read_text("utf-8")) == []


def test_the_modules_are_found():
    assert len(MODULES) > 50
    assert sum(".props(" in path.read_text("utf-8") for path in MODULES) > 10


@pytest.mark.parametrize(
    "line",
    [
        """box.props(f'aria-label="{name}"')""",
        """box.props('aria-label="' + name + '"')""",
        """box.props('aria-label="{}"'.format(name))""",
        """box.props(text)""",
        """box.props(add=text)""",
        """box.props[name] = 1""",
        """box.props[':options'] = text""",
        """box._props[name] = 1""",
        """box.props.update({name: 1})""",
        """box.props |= words""",
        """box.classes(f'panel {kind}')""",
        """box.style(f'width: {wide}')""",
        """box.style(f'width: {wide:>8}')""",
        """ui.add_head_html(f'<script>{text}</script>')""",
        """ui.add_body_html(text)""",
        """ui.run_javascript(f'go("{name}")')""",
        """box.on('click', js_handler=text)""",
        """box.add_slot('body', text)""",
        """ui.html(text, sanitize=False)""",
        """ui.html(text, sanitize=chosen)""",
        """ui.markdown(text)""",
        """ui.notify(text, html=chosen)""",
        """ui.element(name)""",
        """box.content = text""",
        """def draw(text):\n    box.props(text)""",
    ],
)
def test_a_text_from_elsewhere_is_found(line):
    assert len(faults(line)) == 1


@pytest.mark.parametrize(
    "line",
    [
        """box.props('flat dense')""",
        """box.props('flat' if small else 'dense')""",
        """FLAT = 'flat'\nbox.props(FLAT)""",
        """KINDS = {'': 'panel', 'fine': 'panel fine'}\nbox.classes(KINDS[kind])""",
        """box.style(f'height: {high:.0f}rem')""",
        """box.props['aria-label'] = name""",
        """S = files('a.b').joinpath('c').read_text('utf-8')\nui.add_css(S)""",
        """ui.html(text)""",
        """ui.label(text)""",
    ],
)
def test_values_and_literals_are_right(line):
    assert faults(line) == []
