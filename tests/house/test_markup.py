# SPDX-License-Identifier: Apache-2.0
"""What NiceGUI or the browser parses is written in our code, word by word.

Names of columns, values, files and people are hostile. In the text of `props`, in a
class, a style, a template or a program they would become code; so such places get
literals alone. A name is set as a value: `aria_label(element, name)`, `ui.label(name)`.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
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
    "run_chart_method", "run_layer_method", "run_map_method", "add_slot", "markdown",
    "restructured_text", "mermaid", "interactive_image", "element", "query", "Element",
    "set_content", "bind_content", "bind_content_from", "code", "editor", "anywidget",
    "chat_message", "enqueue_message", "emit", "teleport",
}  # fmt: skip
"""Functions whose arguments are parsed: as properties, CSS, HTML or a program."""

EVALUATED = {"js_handler", "sanitize", "html", "text_html", "tag", "html_columns"}
"""Keywords of any function whose value decides what is evaluated."""

AS_HTML = {"html", "text_html", "html_columns"}
"""Those by which the other arguments are read as HTML, unless they are false."""

MAPPINGS = {"update", "setdefault", "set_optional", "set_bool"}
"""Ways to set properties whose names are not seen in the code."""

TEMPLATES = {"formatter", "extraCssText", "cellRenderer", "valueFormatter", "template"}
"""Options of charts and tables that are read as HTML or as a program."""

PROPERTIES = ("props", "_props", "_style", "_classes")
"""Attributes of an element that hold what the browser parses."""

NUMBER = re.compile(r"[.,\d]*[dfeg%]")
"""Formats that refuse every text."""


def constants_of(tree: ast.Module) -> set[str]:
    """Names of a module that are literals, files of the package, or choices of such.

    A name that is given a value in any other place is none.
    """
    found: set[str] = set()
    for line in tree.body:
        if isinstance(line, ast.Assign | ast.AnnAssign) and line.value is not None:
            targets = line.targets if isinstance(line, ast.Assign) else [line.target]
            names = {one.id for one in targets if isinstance(one, ast.Name)}
            if is_literal(line.value, found) or is_own_file(line.value):
                found |= names
    given = Counter(names_given(tree))
    return {name for name in found if given[name] == 1}


def names_given(tree: ast.Module) -> Iterator[str]:
    """The name of everything that is given a value, once for each time."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                yield name
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=verb)):
                if verb in CHANGES:
                    yield name
            case ast.arg(arg=name) | ast.alias(asname=str(name)):
                yield name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name


CHANGES = {"update", "setdefault", "append", "extend", "insert", "__setitem__"}
"""Verbs that change a dictionary or a list."""


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
    return isinstance(value, ast.Attribute) and value.attr in PROPERTIES


def is_own_html(call: ast.Call) -> bool:
    """Whether HTML is a literal, or is cleaned by the browser."""
    allowed = {word.arg: word.value for word in call.keywords}
    cleaned = allowed.get("sanitize", ast.Constant(value=True))
    return isinstance(cleaned, ast.Constant) and cleaned.value is True


def is_wrong_call(call: ast.Call, constants: set[str]) -> bool:
    """Whether a call lets a text be parsed that does not stand in the code."""
    name = name_of(call.func)
    given = [*call.args, *(word.value for word in call.keywords)]
    literal = all(is_literal(one, constants) for one in given)
    decided = all(
        is_literal(word.value, constants)
        and not (word.arg in AS_HTML and is_true(word.value) and not literal)
        for word in call.keywords
        if word.arg in EVALUATED
    )
    held = getattr(call.func, "value", call.func)
    changed = is_properties(held) and name in MAPPINGS | CHANGES
    html = name == "html" and not (literal or is_own_html(call))
    event = name == "on" and not all(is_literal(one, constants) for one in given[:1])
    hidden = name in ("getattr", "attrgetter", "setattr", "methodcaller") and any(
        isinstance(one, ast.Constant) and one.value in {*PARSED, *PROPERTIES, "html"}
        for one in given
    )
    return (
        (name in PARSED and not literal)
        or not decided
        or any((changed, html, event, hidden))
    )


def is_true(value: ast.expr) -> bool:
    """Whether a literal may be true."""
    return not (isinstance(value, ast.Constant) and not value.value)


def is_evaluated(key: ast.expr | None) -> bool:
    """Whether it is the name of a property that the browser evaluates."""
    return isinstance(key, ast.Constant) and str(key.value).startswith(":")


def faults(text: str) -> list[str]:
    """Lines of a module that let a text be parsed which does not stand there."""
    tree = ast.parse(text)
    constants = constants_of(tree)
    used = {
        id(node.func if isinstance(node, ast.Call) else node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call | ast.Subscript | ast.Attribute)
    }
    return [
        f"{getattr(node, 'lineno', 0)}: {ast.unparse(node)}"
        for node in ast.walk(tree)
        if is_wrong(node, constants, used)
    ]


def is_wrong(node: ast.AST, constants: set[str], used: set[int]) -> bool:
    """Whether a piece of code lets a text be parsed that does not stand in it.

    Of functions and properties, those that are called or looked into are `used`;
    others would get another name, which is not followed.
    """
    match node:
        case ast.Call():
            return is_wrong_call(node, constants)
        case ast.Subscript(value=value, slice=key, ctx=ast.Store()):
            is_known = isinstance(key, ast.Constant) and not is_evaluated(key)
            return is_properties(value) and not is_known
        case ast.Attribute(attr=name, ctx=ast.Store()):
            return name in ("content", "_text") or is_properties(node)
        case ast.Attribute(attr=name) if id(node) not in used:
            return name in ALIASED or is_properties(node)
        case ast.alias(name=name, asname=str()):
            return name.rpartition(".")[2] in {*ALIASED, "html"}
        case ast.Dict(keys=keys, values=values):
            pairs = zip(keys, values, strict=True)
            return any(is_wrong_option(key, value, constants) for key, value in pairs)
    return False


def is_wrong_option(key: ast.expr | None, value: ast.expr, constants: set[str]) -> bool:
    """Whether an option of a chart or table is evaluated, or a template from afar."""
    is_template = isinstance(key, ast.Constant) and key.value in TEMPLATES
    return is_evaluated(key) or (is_template and not is_literal(value, constants))


ALIASED = PARSED - {"style", "code", "props", "element", "query", "emit"}
"""Functions that get no other name; the rest are words of other things, too."""


def test_parsed_texts_are_literals():
    found = {path: faults(path.read_text("utf-8")) for path in MODULES}
    assert {path: lines for path, lines in found.items() if lines} == {}


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
        """p = box.props\np('flat')""",
        """go = ui.run_javascript\ngo('x')""",
        """from nicegui.ui import run_javascript as go\ngo('x')""",
        """getattr(box, 'props')(text)""",
        """FLAT = 'flat'\ndef draw(FLAT):\n    box.props(FLAT)""",
        """FLAT = 'flat'\nFLAT = text\nbox.props(FLAT)""",
        """FLAT = 'flat'\nFLAT += text\nbox.props(FLAT)""",
        """FLAT = 'flat'\nbox.props([FLAT for FLAT in names][0])""",
        """KINDS = {'': 'panel'}\nKINDS[''] = text\nbox.classes(KINDS[kind])""",
        """KINDS = {'': 'panel'}\nKINDS.update(more)\nbox.classes(KINDS[kind])""",
        """box._props = words""",
        """box._style['width'] = 'x'; box._style[name] = 1""",
        """box._classes.append(text)""",
        """ui.notify(text, html=True)""",
        """ui.chat_message(text, text_html=True)""",
        """ui.aggrid({'rowData': rows}, html_columns=[0])""",
        """ui.echart({'tooltip': {':formatter': 'x'}})""",
        """ui.aggrid({'columnDefs': [{':cellRenderer': text}]})""",
        """chart.options['series'] = {':formatter': text}""",
        """ui.echart({'tooltip': {'formatter': text}})""",
        """shown.set_content(text)""",
        """shown.bind_content_from(field, 'value')""",
        """box.on(f'click.{text}', act)""",
        """client.outbox.enqueue_message('run_javascript', {'code': text}, '')""",
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
        """ui.notify(text, html=False)""",
        """box.on('keydown.enter', act)""",
        """ui.echart({'tooltip': {'formatter': '{b}'}, 'name': text})""",
        """shown.style('width: 3rem').props['accept'] = text""",
    ],
)
def test_values_and_literals_are_right(line):
    assert faults(line) == []
