# SPDX-License-Identifier: Apache-2.0
"""Ten floors: an import points to the same floor or to one above it in the list.

No two rooms import each other. `docs/how-it-works.md` draws the same floors.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import diversa

SOURCE = Path(diversa.__file__).parent

FLOORS = {
    "ground": "array_types errors registry progress version memo setting setting_kind"
    " notebook codec files",
    "values": "data hierarchies",
    "counts": "counts",
    "definitions": "models metrics",
    "plan": "plan",
    "rows": "engines tables",
    "decide": "recodings search methods",
    "judge": "record labels audits attacks risks rehearsals comparisons evidence"
    " suggestions",
    "publish": "report ledger release pipeline later_rows open_tables series sweeps"
    " linked",
    "apps": "__main__ public cli studio compat",
}
"""The rooms of each floor, from the ground."""

RANK = {
    room: rank for rank, rooms in enumerate(FLOORS.values()) for room in rooms.split()
}
MODULES = sorted(
    path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py"
)


def module_of(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def room_of(module: str) -> str:
    """The room of a module; one at the top is a room of its own."""
    return module.partition(".")[0]


IMPORT = re.compile(
    r"^[ ]*((?:from diversa[.\w]* import (?:\([^)]*\)|.*))|import diversa.*)$", re.M
)
"""A statement that imports something of ours; one statement stands on a line."""


def imported_modules(text: str) -> set[str]:
    """Every module of ours that a file imports, at its top or inside a function.

    >>> sorted(imported_modules("if here:\\n    from diversa.data import (\\n  a, b)"))
    ['data.a', 'data.b']
    """
    nodes = ast.parse("\n".join(IMPORT.findall(text))).body
    names = [
        f"{node.module}.{alias.name}"
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.level == 0
        for alias in node.names
    ]
    names += [
        alias.name
        for node in nodes
        if isinstance(node, ast.Import)
        for alias in node.names
    ]
    return {name[len("diversa.") :] for name in names if name.startswith("diversa.")}


def imports() -> dict[tuple[str, str], list[str]]:
    """The modules by which each room imports each other room."""
    found = defaultdict(list)
    for path in MODULES:
        module = module_of(path)
        text = path.read_text(encoding="utf-8")
        for room in {room_of(imported) for imported in imported_modules(text)}:
            if room in RANK and room != room_of(module):
                found[room_of(module), room].append(module)
    return found


def test_every_room_is_on_a_floor():
    assert {room_of(module_of(path)) for path in MODULES} == set(RANK)


def test_imports_point_to_the_same_floor_or_one_above():
    wrong = {
        f"{module} imports from {above}"
        for (room, above), modules in imports().items()
        for module in modules
        if RANK[above] > RANK[room]
    }
    assert wrong == set()


def test_no_two_rooms_import_each_other():
    found = imports()
    assert {pair for pair in found if pair[::-1] in found} == set()


def test_the_page_draws_the_same_floors():
    page = (SOURCE.parents[1] / "docs" / "how-it-works.md").read_text(encoding="utf-8")
    drawn = dict(re.findall(r"^  (\w+) +│ (.*?) *│$", page, re.M))
    assert {name: set(rooms.split()) for name, rooms in drawn.items()} == {
        name: set(rooms.split()) for name, rooms in FLOORS.items()
    }


def test_names_say_what_they_hold():
    vague = {"utils", "helpers", "common", "base", "misc", "aux"}
    assert [path for path in MODULES if path.stem in vague] == []


def test_every_file_names_its_licence():
    first = "# SPDX-License-Identifier"
    texts = {path: path.read_text(encoding="utf-8") for path in MODULES}
    assert [path for path, text in texts.items() if not text.startswith(first)] == []
