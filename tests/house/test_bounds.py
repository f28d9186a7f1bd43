# SPDX-License-Identifier: Apache-2.0
"""Every requirement has one lower bound, so that `make lowest` can try it."""

from __future__ import annotations

import tomllib

import pytest

from lower_bounds import PYPROJECT, lower_bounds


def test_every_requirement_has_one_lower_bound():
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    bounds = lower_bounds(project)
    assert {"duckdb", "numba", "pandas", "fastapi", "pytest"} <= set(bounds)


@pytest.mark.parametrize("wrong", ["x", "x==1", "x>=1,<2", "b>=2"])
def test_what_cannot_be_tried_is_refused(wrong):
    project = {"dependencies": ["b>=1", wrong], "optional-dependencies": {}}
    with pytest.raises(SystemExit, match=r"pyproject.toml"):
        lower_bounds(project)
