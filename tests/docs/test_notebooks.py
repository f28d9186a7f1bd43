# SPDX-License-Identifier: Apache-2.0
"""The notebooks of the docs run from top to bottom, each result showing itself."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


def code_of(notebook):
    """The code of every cell of a notebook."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") for cell in cells), "keep no output"
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def run(code, names):
    """Run a cell, and give what its last line is worth, as a kernel does."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_and_every_result_shows_itself(notebook, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names, pages = {}, []
    for code in code_of(notebook):
        result = run(code, names)
        if hasattr(result, "_repr_html_"):
            pages.append(result._repr_html_())
    patients = names["patients"]["name"]
    assert len(pages) > 3
    assert not any(patient in page for page in pages for patient in patients)
