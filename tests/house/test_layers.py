# SPDX-License-Identifier: Apache-2.0
"""An import may only point to the same layer or to one above it in this list."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import diversa

SOURCE = Path(diversa.__file__).parent

LAYERS = [
    ["version", "errors", "clock"],
    ["data"],
    ["hierarchies"],
    ["counts"],
    ["models"],
    ["metrics"],
    ["engines"],
    ["search"],
    ["publish"],
    ["report"],
    ["plan"],
    ["plan_settings"],
    ["plan_file"],
    ["plan_words"],
    ["counting", "role_guess"],
    ["decision"],
    ["methods", "release", "suggestion"],
    ["measuring"],
    ["pipeline"],
    ["republication"],
    ["compat"],
    ["cli"],
]
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
MODULES = sorted(
    path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py"
)


def layer_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported_layers(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [
        node.module or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level == 0
    ]
    names += [
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    ]
    parts = [name.split(".") for name in names if name.startswith("diversa.")]
    return {part[1] for part in parts}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_imports_point_upwards(path):
    layer = layer_of(path)
    assert layer in RANK, f"{layer} has no place in the list of layers"
    low = {name for name in imported_layers(path) if RANK[name] > RANK[layer]}
    assert not low, f"{path.name} of {layer} imports from {sorted(low)}"


def test_every_layer_is_real():
    assert {layer_of(path) for path in MODULES} <= set(RANK)


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_names_say_what_they_hold(path):
    vague = {"utils", "helpers", "common", "base", "misc", "aux"}
    assert path.stem not in vague
    assert path.read_text(encoding="utf-8").startswith("# SPDX-License-Identifier")
