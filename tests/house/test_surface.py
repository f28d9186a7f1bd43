# SPDX-License-Identifier: Apache-2.0
"""The public surface: what is promised exists, and importing it stays light."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import diversa
from diversa.models import MODELS

HEAVY = ("numpy", "numba", "duckdb", "pandas", "polars", "pyarrow", "rich", "click")


def test_all_is_sorted_and_real():
    assert diversa.__all__ == sorted(diversa.__all__)
    assert all(getattr(diversa, name) is not None for name in diversa.__all__)


def test_import_is_light():
    code = "import sys, diversa; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert not loaded & set(HEAVY)


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'anonymise'"):
        _ = diversa.anonymise


@pytest.mark.parametrize("name", MODELS)
def test_model_has_one_name(name):
    """File, class and spec name of a model are one word in three spellings."""
    model = MODELS[name]
    module = sys.modules[model.__module__]
    assert Path(module.__file__).stem == name.replace("-", "_")
    assert model.__name__.lower() == name.replace("-", "")


@pytest.mark.parametrize("name", MODELS)
def test_model_docstring_follows_the_template(name):
    text = MODELS[name].__doc__
    for part in ("Edge cases:", "Example:", "Reference:"):
        assert part in text
    assert re.search(r">>> ", text)


@pytest.mark.parametrize("name", MODELS)
def test_model_says_what_it_stops_and_misses(name):
    assert MODELS[name].stops
    assert MODELS[name].misses
