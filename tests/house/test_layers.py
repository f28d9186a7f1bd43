# SPDX-License-Identifier: Apache-2.0
"""An import may only point to the same layer or to one above it in this list."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import diversa

SOURCE = Path(diversa.__file__).parent

LAYERS = [
    ["version", "errors", "progress", "registry", "memo", "setting", "notebook"],
    ["codec"],
    ["files"],
    ["data"],
    ["hierarchies"],
    ["counts"],
    ["models"],
    ["metrics"],
    ["engines"],
    ["plan"],
    ["tables"],
    ["recodings"],
    ["search"],
    ["methods"],
    # What a release says of itself is read by audits and attacks; the release itself,
    # further down, is made of what those have found.
    ["record"],
    ["labels"],
    ["audits"],
    ["attacks"],
    ["risks"],
    ["suggestions"],
    ["comparisons"],
    ["release"],
    ["report"],
    ["release.publish"],
    ["pipeline"],
    ["sweeps"],
    ["open_tables"],
    ["later_rows"],
    ["series"],
    ["public"],
    ["compat"],
    ["studio"],
    ["cli"],
]
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
MODULES = sorted(
    path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py"
)


def module_of(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def layer_of(module: str) -> str:
    """The most specific entry of the list that a module belongs to."""
    parts = module.split(".")
    prefixes = (".".join(parts[:end]) for end in range(len(parts), 0, -1))
    return next((prefix for prefix in prefixes if prefix in RANK), module)


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


def test_imports_point_upwards():
    """One test for all modules: hundreds of small ones take longer than they tell."""
    wrong = []
    for path in MODULES:
        layer = layer_of(module_of(path))
        assert layer in RANK, f"{layer} has no place in the list of layers"
        text = path.read_text(encoding="utf-8")
        layers = {layer_of(module) for module in imported_modules(text)}
        below = {name for name in layers & set(RANK) if RANK[name] > RANK[layer]}
        if below:
            wrong.append(f"{path.name} of {layer} imports from {sorted(below)}")
    assert not wrong


def test_every_layer_is_real():
    assert {layer_of(module_of(path)) for path in MODULES} == set(RANK)


def test_names_say_what_they_hold():
    vague = {"utils", "helpers", "common", "base", "misc", "aux"}
    assert [path for path in MODULES if path.stem in vague] == []


def test_every_file_names_its_licence():
    first = "# SPDX-License-Identifier"
    texts = {path: path.read_text(encoding="utf-8") for path in MODULES}
    assert [path for path, text in texts.items() if not text.startswith(first)] == []
