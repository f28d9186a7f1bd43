# SPDX-License-Identifier: Apache-2.0
"""Compiled functions: as quick and as exact as Numba makes them, and never stale."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from diversa.counts.kernels.compiled import (
    CACHE_VARIABLE,
    compiled,
    compiled_with_fused_sums,
)
from diversa.version import __version__

MODULE = """
from typing import NamedTuple
import numpy as np
from diversa.counts.kernels import compiled as decorators

decorators.__version__ = {version!r}


class {name}(NamedTuple):
    numbers: np.ndarray


@decorators.compiled
def total(table):
    return table.numbers.sum()


if __name__ != "__main__":
    print(total({name}(np.arange(4))))
"""


def run(folder: Path, *, version: str, name: str) -> str:
    """What a version prints in which the class of the tuple has this name."""
    (folder / "kernel.py").write_text(MODULE.format(version=version, name=name))
    import_it = [sys.executable, "-B", "-c", "import kernel"]
    result = subprocess.run(
        import_it, cwd=folder, capture_output=True, text=True, check=False
    )
    return result.stdout.strip() or result.stderr


def test_a_version_that_renamed_a_class_runs_beside_the_files_of_the_last(tmp_path):
    assert run(tmp_path, version="1", name="Table") == "6"
    assert run(tmp_path, version="2", name="Runs") == "6"
    names = [path.name for path in (tmp_path / "__pycache__").glob("*.nbi")]
    assert len(names) == 2
    assert sum("total-1-" in name for name in names) == 1
    assert sum("total-2-" in name for name in names) == 1


@pytest.mark.parametrize("decorator", [compiled, compiled_with_fused_sums])
def test_a_compiled_function_gives_what_python_gives(decorator):
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


def test_a_folder_for_what_was_compiled_can_be_named(tmp_path):
    code = "from diversa.counts.kernels.grouping import *\nimport numba\n"
    code += "print(numba.config.CACHE_DIR)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, CACHE_VARIABLE: str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == str(tmp_path)
