# SPDX-License-Identifier: Apache-2.0
"""Compiled functions: as quick and as exact as Numba makes them, and never stale."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from diversa.counts.kernels.compiled import (
    FEW,
    FEWER,
    PATIENCE_LEFT,
    cache_folder,
    compiled,
    compiled_beside,
    compiled_soon,
    numbers_in,
    without_package,
    without_scipy,
)
from diversa.version import __version__

PATIENCE = {"compiled": -1.0, "plain": float("inf")}

MODULE = """
from typing import NamedTuple
import numpy as np
from diversa.counts.kernels import compiled as decorators

decorators.PATIENCE_LEFT.seconds = -1
decorators.__version__ = {version!r}


class {name}(NamedTuple):
    numbers: np.ndarray


@decorators.compiled
def last(table):
    return table.numbers[3]


print(last({name}(np.arange(4))))
"""

PROGRAM = """
import os, sys
from diversa.counts.kernels.compiled import numba
numba()
for text in sys.argv[1:]:
    with open("kernel.py", "w") as file:
        file.write(text)
    child = os.fork()
    if not child:
        import kernel
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

    The folder, and what each said: its result, and whether it needed a compiler.
    """
    folder = tmp_path_factory.mktemp("kernel")
    first = MODULE.format(version="1", name="Table")
    second = MODULE.format(version="2", name="Runs")
    done = subprocess.run(
        [sys.executable, "-B", "-c", PROGRAM, first, first, second],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    said = done.stdout.split()
    assert len(said) == 6, done.stderr
    return folder, [said[:2], said[2:4], said[4:]]


def test_files_are_opened_without_what_only_compiling_needs(versions):
    _, (compiled_by_first, opened, _) = versions
    assert compiled_by_first == ["3", "True"]
    assert opened == ["3", "False"]


def test_a_version_that_renamed_a_class_runs_beside_the_files_of_the_last(versions):
    folder, (*_, compiled_by_second) = versions
    assert compiled_by_second == ["3", "True"]
    names = [path.name for path in (folder / "__pycache__").glob("*.nbi")]
    assert len(names) == 2
    assert sum("last-1-" in name for name in names) == 1
    assert sum("last-2-" in name for name in names) == 1


@pytest.mark.parametrize("seconds", PATIENCE.values(), ids=PATIENCE)
@pytest.mark.parametrize(
    "decorator",
    [compiled, compiled_beside(np.dot), compiled_beside(np.dot, fastmath={"contract"})],
)
def test_a_compiled_function_gives_what_python_gives(monkeypatch, decorator, seconds):
    monkeypatch.setattr(PATIENCE_LEFT, "seconds", seconds)

    def dot(a, b):
        total = 0.0
        for place in range(len(a)):
            total += a[place] * b[place]
        return total

    a, b = np.arange(5.0), np.arange(5.0) / 3
    expected = dot(a, b)
    quick = decorator(dot)
    assert quick(a, b) == pytest.approx(expected)
    assert quick.py_func.__qualname__.endswith(f"-{__version__}")


def counting_calls(form):
    """A kernel whose plain form counts its calls."""
    calls = []

    def plain(numbers):
        calls.append(len(numbers))
        return form(numbers)

    def total(numbers):
        sum_ = 0
        for number in numbers:
            sum_ += number
        return sum_

    return total, plain, calls


def test_a_small_call_is_plain_until_patience_is_over(monkeypatch):
    total, plain, calls = counting_calls(np.sum)
    kernel = compiled_beside(plain)(total)
    monkeypatch.setattr(PATIENCE_LEFT, "seconds", PATIENCE_LEFT.spent + 60)
    assert kernel(np.arange(4)) == 6
    assert calls == [4]
    monkeypatch.setattr(PATIENCE_LEFT, "seconds", -1.0)
    assert kernel(np.arange(5)) == 10
    monkeypatch.setattr(PATIENCE_LEFT, "seconds", PATIENCE_LEFT.spent + 60)
    assert kernel(np.arange(6)) == 15
    assert calls == [4], "what is compiled stays compiled"


def test_a_large_call_is_compiled(monkeypatch):
    total, plain, calls = counting_calls(np.sum)
    kernel = compiled_beside(plain)(total)
    monkeypatch.setattr(PATIENCE_LEFT, "seconds", PATIENCE_LEFT.spent + 60)
    assert kernel(np.ones(1 << 20, dtype=np.int64)) == 1 << 20
    assert calls == []


def test_what_compares_all_with_all_is_compiled_sooner(monkeypatch):
    total, *_ = counting_calls(np.sum)
    kernel = compiled_soon(total)
    monkeypatch.setattr(PATIENCE_LEFT, "seconds", PATIENCE_LEFT.spent + 60)
    assert kernel(np.ones(FEWER, dtype=np.int64)) == FEWER
    assert not kernel._is_compiled
    assert kernel(np.ones(FEWER + 1, dtype=np.int64)) == FEWER + 1
    assert kernel._is_compiled


def test_calls_of_one_size_that_are_not_exact_always_go_the_same_way(monkeypatch):
    total, plain, calls = counting_calls(np.sum)
    kernel = compiled_beside(plain, exact=False)(total)
    monkeypatch.setattr(PATIENCE_LEFT, "seconds", 0.0)
    monkeypatch.setattr(PATIENCE_LEFT, "spent", 9.0)
    kernel(np.ones(1 << 20, dtype=np.int64))
    kernel(np.arange(4))
    assert calls == [4]


def test_everything_is_compiled_while_patience_is_suspended(monkeypatch, tmp_path):
    """It is told, and its files are where they are wanted."""
    monkeypatch.setenv("DIVERSA_CACHE", str(tmp_path))
    total, plain, calls = counting_calls(np.sum)
    kernel = compiled_beside(plain)(total)
    said = []
    monkeypatch.setattr(PATIENCE_LEFT, "announce", lambda: said.append(1))
    monkeypatch.setattr(PATIENCE_LEFT, "has_announced", False)
    with PATIENCE_LEFT.suspend():
        assert kernel(np.arange(4)) == 6
    assert calls == []
    assert said == [1]
    assert list(tmp_path.glob("*/*.nbi"))
    assert kernel.was_compiled


def test_numbers_are_counted_inside_tuples_too():
    assert numbers_in((np.ones((2, 3)), 5, (np.ones(4), (np.ones(1),)))) == 11
    assert FEW > 11


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
