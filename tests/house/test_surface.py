# SPDX-License-Identifier: Apache-2.0
"""The public surface: what is promised exists, and importing it stays light."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path
from rlcompleter import Completer
from typing import get_args, get_origin, get_type_hints

import pytest

import diversa
from diversa.engines.registry import ENGINES
from diversa.hierarchies import KINDS
from diversa.models import MODELS

HEAVY = (
    "typing",
    "ast",
    "numpy",
    "numba",
    "duckdb",
    "pandas",
    "polars",
    "pyarrow",
    "rich",
    "click",
)


def test_all_is_sorted_and_real():
    constants_first = sorted(
        diversa.__all__, key=lambda name: (not name.isupper(), name)
    )
    assert diversa.__all__ == constants_first
    assert all(getattr(diversa, name) is not None for name in diversa.__all__)


def test_import_is_light(monkeypatch):
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)  # it imports much
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


STABILITY = ROOT / "docs" / "stability.md"


def internal_of_guides():
    """Internal names that guides show, as the page on stability lists them."""
    text = STABILITY.read_text(encoding="utf-8")
    lines = re.findall(r"^\| (`.*?) \|", text, re.M)
    return {name for line in lines for name in re.findall(r"`(\w+)`", line)}


def test_all_that_the_docs_name_is_public_or_said_to_be_internal():
    names = set(named_in_docs()) - ROOMS - {"*"}
    assert {"anonymize", "hospital", "KeyedHash", "NoSolutionError"} <= names
    public, internal = set(dir(diversa)), internal_of_guides()
    assert not names - public - internal
    assert not internal & public
    assert internal <= names


def test_counts_and_recoded_tables_are_internal():
    for name in ("Cells", "Dictionary", "Recoded", "Sensitive", "utility"):
        assert not hasattr(diversa, name)


def classes_in(annotation):
    """The classes of ours that an annotation names."""
    if get_origin(annotation) is not None:
        parts = map(classes_in, get_args(annotation))
        return {one for part in parts for one in part}
    ours = getattr(annotation, "__module__", "").startswith("diversa.")
    return {annotation} if ours and inspect.isclass(annotation) else set()


def returned(function):
    return classes_in(get_type_hints(function).get("return"))


def test_what_functions_return_is_public():
    """Also what the methods of an open table return."""
    public = [getattr(diversa, name) for name in dir(diversa)]
    functions = [one for one in public if inspect.isfunction(one)]
    functions += [
        method
        for name, method in inspect.getmembers(diversa.OpenTable, inspect.isfunction)
        if not name.startswith("_")
    ]
    found = {one for function in functions for one in returned(function)}
    assert {diversa.Release, diversa.Audit, diversa.OpenTable} <= found
    assert not [one for one in found if one not in public]


def test_all_engines_are_public():
    for backend in ENGINES.values():
        assert getattr(diversa, backend.name).__module__ == backend.module
    optional = {one.name: one.package for one in ENGINES.values() if one.extra}
    assert optional == diversa._PACKAGES


def test_what_needs_an_absent_package_is_not_imported_with_the_rest():
    code = """
import sys
from importlib.machinery import PathFinder
find = PathFinder.find_spec
PathFinder.find_spec = classmethod(
    lambda cls, name, *rest: None if name == "pyspark" else find(name, *rest)
)
from diversa import *
import diversa
assert "SparkEngine" not in diversa.__all__ and "DuckDBEngine" in diversa.__all__
assert anonymize is diversa.anonymize
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_no_module_takes_the_place_of_a_public_name():
    """An imported submodule becomes an attribute of the package, by its name."""
    package = Path(diversa.__file__).parent
    modules = {path.stem for path in package.glob("*.py")} | ROOMS
    assert not modules & set(dir(diversa))


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
