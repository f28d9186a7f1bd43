# SPDX-License-Identifier: Apache-2.0
"""The start of Numba: as late and as light as it can be, with its files in one place.

Numba keeps its files beside the source, or in the user's cache folder if that cannot
be written to, or in the folder of `DIVERSA_CACHE`.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from diversa.counts.kernels.patience import PATIENCE_LEFT

Function = Callable[..., Any]

LOGGER = logging.getLogger(__name__)

COMPILING = "compiling for this machine, once; `diversa warm-up` does it beforehand"
"""Message while nothing else seems to happen."""

CACHE_VARIABLE = "DIVERSA_CACHE"
"""Environment variable with the folder of compiled functions, if the one beside the
source cannot be written to or is not shared."""


def has_index(folder: Path, name: str) -> bool:
    """True if a folder has Numba's index of the files of a function."""
    try:
        files = os.listdir(folder)  # noqa: PTH208 - names are enough, patterns slow
    except OSError:
        return False
    return any(file.startswith(f"{name}.") and file.endswith(".nbi") for file in files)


def cache_folder() -> Path | None:
    """The folder of compiled functions; None for the folder of the source."""
    for variable in (CACHE_VARIABLE, "NUMBA_CACHE_DIR"):
        if os.environ.get(variable):
            return Path(os.environ[variable])
    if os.access(Path(__file__).parent, os.W_OK):
        return None
    home = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return Path(home) / "diversa"


@contextmanager
def files_in(folder: Path | None) -> Iterator[None]:
    """Let Numba keep its files in a folder."""
    config = numba().config
    before = config.CACHE_DIR
    if folder is not None:
        config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


@cache
def numba() -> Any:  # noqa: ANN401 - a module without types
    """Numba, started when it is needed; it tells when it compiles."""
    with without_package("scipy"):
        import numba
    from numba.core import event

    methods = {"on_start": announce_compiling, "on_end": lambda *_: None}
    listener = type("Announcement", (event.Listener,), methods)
    event.register("numba:compile", listener())
    return numba


@contextmanager
def without_package(package: str) -> Iterator[None]:
    """Keep a package from being imported, unless it was before.

    Numba imports SciPy to see whether its version is one of this decade.
    """
    if package in sys.modules:
        yield
        return
    sys.modules[package] = cast("ModuleType", None)
    try:
        yield
    finally:
        del sys.modules[package]


@contextmanager
def without_scipy() -> Iterator[None]:
    """Keep Numba from importing SciPy, as it does once, to see whether it is there."""
    looking = "numba.np.arraymath"
    if looking in sys.modules:
        yield
        return
    with without_package("scipy"):
        yield
    if looking in sys.modules:
        module: Any = sys.modules[looking]
        module._HAVE_BLAS = find_spec("scipy") is not None


def load_without_compiler(dispatcher: Any) -> Function:  # noqa: ANN401 - Numba has no types
    """A dispatcher that opens its files without what only compiling needs.

    Numba gets all that it knows of Python and NumPy ready before it even looks for a
    file; that takes twice as long as its own start. A file has all that it needs but
    the counting of references, so only where there is none the rest is got ready.
    """
    from numba.core.runtime import rtsys

    files = dispatcher._cache
    compiling_first = files.load_overload

    def load_overload(signature: object, context: object) -> object:
        rtsys.initialize(context)
        with without_scipy():
            overload = files._load_overload(signature, context)
        if overload is None:
            return compiling_first(signature, context)
        return overload

    files.load_overload = load_overload
    forgive_old_names(files)
    loading: Function = dispatcher
    return loading


def forgive_old_names(files: Any) -> None:  # noqa: ANN401 - Numba has no types
    """Compile anew where an index names a class that was renamed or moved.

    Numba opens an index before it compares the time of the source.
    """
    index = files._cache_file
    opening = index._load_index

    def load_index() -> dict[object, str]:
        try:
            found: dict[object, str] = opening()
        except (AttributeError, ModuleNotFoundError):
            return {}
        return found

    index._load_index = load_index


def announce_compiling(*_: object) -> None:
    """Announce, once, that something is compiled."""
    left = PATIENCE_LEFT
    if not left.has_announced:
        left.has_announced = True
        LOGGER.info(COMPILING)
        if left.announce is not None:
            left.announce()
