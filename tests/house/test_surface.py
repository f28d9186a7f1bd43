# SPDX-License-Identifier: Apache-2.0
"""The public surface: what is promised exists, and importing it stays light."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from rlcompleter import Completer

import pytest

import diversa
from diversa.hierarchies import KINDS
from diversa.models import MODELS

HEAVY = ("numpy", "numba", "duckdb", "pandas", "polars", "pyarrow", "rich", "click")


def test_all_is_sorted_and_real():
    constants_first = sorted(
        diversa.__all__, key=lambda name: (not name.isupper(), name)
    )
    assert diversa.__all__ == constants_first
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


ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
ROOMS = {path.name for path in Path(diversa.__file__).parent.iterdir() if path.is_dir()}
"""Names that are rooms: what is called like one stays at home."""
IMPORT = re.compile(r"from (diversa[\w.]*) import ([^\n(]+)")


def named_in_docs():
    """What the docs import from a module, or call by `diversa.name`."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for module, names in IMPORT.findall(text):
            if not module.startswith("diversa.compat"):
                yield from (name.strip() for name in names.split(","))
        yield from re.findall(r"\bdiversa\.(\w+)\(", text)


def test_all_that_the_docs_name_is_importable_from_diversa():
    names = set(named_in_docs()) - ROOMS - {"*"}
    assert {"anonymize", "hospital", "KeyedHash", "NoSolutionError"} <= names
    missing = {name for name in names if name not in diversa.__all__}
    assert not missing


def test_what_users_hand_over_is_importable_from_diversa():
    names = {"ReadOptions", "WriteOptions", "Plan", "PeopleSource", "KeyedHash"}
    names |= {model.__name__ for model in MODELS.values()}
    names |= {kind.__name__ for kind in KINDS.values()}
    assert names <= set(diversa.__all__)


def test_dir_and_completion_show_the_public_names():
    assert set(diversa.__all__) <= set(dir(diversa))
    completer = Completer({"diversa": diversa})
    shown = [completer.complete("diversa.an", state) for state in range(2)]
    assert shown[0].startswith("diversa.anonymize")
    assert completer.complete("diversa.ReadO", 0).startswith("diversa.ReadOptions")
