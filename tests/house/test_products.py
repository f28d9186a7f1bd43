# SPDX-License-Identifier: Apache-2.0
"""No BLAS where a search runs: its threads spin, and cost more than they do."""

from __future__ import annotations

import ast
from pathlib import Path

import diversa

SOURCE = Path(diversa.__file__).parent

ROOMS = ("counts", "models", "search", "methods", "recodings", "tables")
"""Rooms that a search runs through; of the metrics, those that it minimizes."""

OBJECTIVES = ("additive", "objective", "loss", "precision", "discernibility")

PRODUCTS = {"dot", "matmul", "inner", "vdot", "tensordot", "linalg"}

MATRICES = {"models/differences.py", "models/jensen_shannon.py"}
"""Products of two matrices, which are worth the threads of BLAS."""


def products(path: Path) -> list[int]:
    """The lines with a product that BLAS may take."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [
        node.lineno
        for node in nodes
        if (isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult))
        or (isinstance(node, ast.Attribute) and node.attr in PRODUCTS)
    ]


def test_searches_use_no_blas():
    paths = [path for room in ROOMS for path in (SOURCE / room).rglob("*.py")]
    paths += [SOURCE / "metrics" / f"{name}.py" for name in OBJECTIVES]
    assert len(paths) > 100
    found = {
        f"{path.relative_to(SOURCE)}:{line}: use counts/light_numpy.py"
        for path in paths
        if str(path.relative_to(SOURCE)) not in MATRICES
        for line in products(path)
    }
    assert found == set()
