# SPDX-License-Identifier: Apache-2.0
"""Numba starts light, and its files are never stale."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

from diversa.counts.kernels.numba_start import (
    cache_folder,
    without_package,
    without_scipy,
)

MODULE = """
from typing import NamedTuple
import numpy as np
from diversa.counts.kernels import kernel as decorators

decorators.PATIENCE_LEFT.seconds = -1
decorators.__version__ = {version!r}


class {name}(NamedTuple):
    numbers: np.ndarray


@decorators.kernel
def last(table):
    return table.numbers[3]


print(last({name}(np.arange(4))))
"""

PROGRAM = """
import os, sys
from diversa.counts.kernels.numba_start import numba
numba()
for text in sys.argv[1:]:
    with open("own.py", "w") as file:
        file.write(text)
    child = os.fork()
    if not child:
        import own
        print("numba.typed.typeddict" in sys.modules, flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""
"""Runs texts of a module, each in a process that has loaded Numba and no more."""


@pytest.fixture(autouse=True, scope="module")
def form():
    """These tests choose the form of their kernels themselves."""


@pytest.fixture(scope="module")
def versions(tmp_path_factory):
    """A kernel compiled by one version, opened by it, and compiled by another one.

    The other one then renames a class.

    The folder, and what each said: its result, and whether it needed a compiler.
    """
    folder = tmp_path_factory.mktemp("own")
    elsewhere = {"DIVERSA_CACHE", "NUMBA_CACHE_DIR"}
    first = MODULE.format(version="1", name="Table")
    second = MODULE.format(version="2", name="Runs")
    renamed = MODULE.format(version="2", name="Sheets")
    done = subprocess.run(
        [sys.executable, "-B", "-c", PROGRAM, first, first, second, renamed],
        cwd=folder,
        env={key: os.environ[key] for key in os.environ if key not in elsewhere},
        capture_output=True,
        text=True,
        check=True,
    )
    said = done.stdout.split()
    assert len(said) == 8, done.stderr
    return folder, [said[:2], said[2:4], said[4:6], said[6:]]


def test_files_are_opened_without_what_only_compiling_needs(versions):
    _, (compiled_by_first, opened, *_) = versions
    assert compiled_by_first == ["3", "True"]
    assert opened == ["3", "False"]


def test_a_version_that_renamed_a_class_runs_beside_the_files_of_the_last(versions):
    folder, (*_, compiled_by_second, _) = versions
    assert compiled_by_second == ["3", "True"]
    names = [path.name for path in (folder / "__pycache__").glob("*.nbi")]
    assert len(names) == 2
    assert sum("last-1-" in name for name in names) == 1
    assert sum("last-2-" in name for name in names) == 1


def test_a_class_that_is_renamed_within_a_version_is_compiled_anew(versions):
    _, (*_, compiled_again) = versions
    assert compiled_again == ["3", "True"]


def test_files_go_to_the_user_where_the_installation_is_read_only(
    monkeypatch, tmp_path
):
    monkeypatch.delenv("DIVERSA_CACHE", raising=False)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    assert cache_folder() is None
    monkeypatch.setattr("os.access", lambda *_: False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "diversa"
    monkeypatch.setenv("DIVERSA_CACHE", "here")
    assert cache_folder() == Path("here")


def test_a_package_is_kept_out_for_a_while(monkeypatch):
    monkeypatch.delitem(sys.modules, "wave", raising=False)
    with without_package("wave"), pytest.raises(ImportError):
        import_module("wave")
    wave = import_module("wave")
    with without_package("wave"):
        assert import_module("wave") is wave


def test_scipy_is_not_imported_to_see_whether_it_is_there(monkeypatch):
    looking = ModuleType("numba.np.arraymath")
    for name in (looking.__name__, "scipy"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    with without_scipy():
        with pytest.raises(ImportError):
            import_module("scipy")
        looking._HAVE_BLAS = False
        monkeypatch.setitem(sys.modules, looking.__name__, looking)
    assert (find_spec("scipy") is not None) == looking._HAVE_BLAS
    with without_scipy():  # it has looked
        assert "scipy" not in sys.modules
