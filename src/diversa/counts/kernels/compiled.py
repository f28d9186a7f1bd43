# SPDX-License-Identifier: Apache-2.0
"""How functions are compiled: once for each machine and each version of Diversa.

Numba keeps what it compiled in files beside the source. The files name the classes of
the named tuples that a function takes; where such a class was renamed or moved, Numba
fails to open them. So every version of Diversa has files of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numba

from diversa.version import __version__

Function = Callable[..., Any]

CACHE_VARIABLE = "DIVERSA_CACHE"
"""The environment variable with the folder for what was compiled, where the one beside
the source cannot be written to or is not shared."""


def compiled(function: Function) -> Function:
    """Compile a function when it is first called; it releases Python's lock."""
    return compiled_with(function)


def compiled_with_fused_sums(function: Function) -> Function:
    """The same, where a product and a sum may be rounded once instead of twice."""
    return compiled_with(function, fastmath={"contract"})


def compiled_with(function: Function, **options: object) -> Function:
    """Compile a function under a name that only this version has."""
    # Numba calls the files by the qualified name.
    function.__qualname__ = f"{function.__qualname__}-{__version__}"
    if folder := os.environ.get(CACHE_VARIABLE):
        numba.config.CACHE_DIR = folder
    dispatcher: Function = numba.njit(cache=True, nogil=True, **options)(function)
    return dispatcher
