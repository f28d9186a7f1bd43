# SPDX-License-Identifier: Apache-2.0
"""How functions are compiled: once for each machine and each version of Diversa.

Compiling takes seconds, and so does a start of Numba that only loads what it compiled
before. So a function begins in plain Python, or in NumPy where it has such a form: a
small table is done before Numba would have started. Once the plain calls of a process
took longer than that together, or a call is large, the function is compiled. Both forms
give the same numbers, bit by bit, so nobody can tell which of them ran.

Numba keeps what it compiled in files beside the source, or in the user's cache folder
where that cannot be written to, or where `DIVERSA_CACHE` says. The files name the
classes of the named tuples that a function takes; where such a class was renamed or
moved, Numba fails to open them. So every version of Diversa has files of its own.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property, partial, update_wrapper
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, cast

import numpy as np

from diversa.version import __version__

Function = Callable[..., Any]

LOGGER = logging.getLogger(__name__)

COMPILING = "compiling for this machine, once; `diversa warm-up` does it beforehand"
"""What a person is told while nothing else seems to happen."""

CACHE_VARIABLE = "DIVERSA_CACHE"
"""The environment variable with the folder for what was compiled, where the one beside
the source cannot be written to or is not shared."""

FEW = 1 << 14
"""Numbers that a call in plain Python may take; each costs a microsecond or so."""

FEWER = 1 << 11
"""The same, where each of them is compared with each other."""

MANY = 1 << 18
"""Numbers that a call in NumPy may take."""

PATIENCE = 5.0
"""Seconds that plain calls of a process may take together, where something has to be
compiled then: that takes as long."""

LITTLE_PATIENCE = 0.3
"""The same, where it was compiled before: Numba starts and loads it as fast."""


class Patience:
    """How long this process goes on without compiling."""

    def __init__(self) -> None:
        self.seconds: float | None = None
        """What plain calls may take together, whatever was compiled before."""
        self.spent = 0.0
        """What they took."""
        self.announce: Callable[[], None] | None = None
        """Told, once, when something has to be compiled that was not before."""
        self.has_announced = False
        """Whether that was told."""

    @contextmanager
    def suspend(self) -> Iterator[None]:
        """Compile whatever is called, however small it is."""
        seconds, self.seconds = self.seconds, -1.0
        try:
            yield
        finally:
            self.seconds = seconds


PATIENCE_LEFT = Patience()
"""That of this process."""


class Kernel:
    """A function that is compiled when it is worth it."""

    def __init__(
        self,
        function: Function,
        numpy_form: Function | None = None,
        *,
        few: int = FEW,
        exact: bool = True,
        **options: object,
    ) -> None:
        """Take a function, and what may take its place.

        Args:
            function: A function that Numba can compile.
            numpy_form: What gives the same numbers in NumPy.
            few: The numbers that a plain call may take.
            exact: Whether they are the same bit by bit; if not, a call of the same size
                always takes the same way.
            options: Those of Numba.
        """
        self._numpy_form = numpy_form
        self._few = few
        self._exact = exact
        self._options = options
        self._is_compiled = False
        # Numba calls the files by the qualified name.
        function.__qualname__ = f"{function.__qualname__}-{__version__}"
        self.py_func = cast("FunctionType", function)
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:  # noqa: ANN401 - of any kernel
        if not self._is_compiled and self._may_wait(arguments):
            return self._time_plain(*arguments)
        result = self.dispatcher(*arguments)
        self._is_compiled = self._exact
        return result

    @property
    def is_compiled(self) -> bool:
        """Whether calls of any size are compiled by now, in this process."""
        return self._is_compiled

    def _may_wait(self, arguments: tuple[Any, ...]) -> bool:
        """Whether a call is small enough to be done without compiling."""
        if numbers_in(arguments) > self._few:
            return False
        seconds = PATIENCE_LEFT.seconds
        if seconds is None:
            seconds = LITTLE_PATIENCE if self.was_compiled else PATIENCE
        return PATIENCE_LEFT.spent <= seconds if self._exact else seconds >= 0

    def _time_plain(self, *arguments: Any) -> Any:  # noqa: ANN401
        begin = time.thread_time()
        with np.errstate(all="ignore"):  # compiled functions do not warn
            result = self.plain(*arguments)
        PATIENCE_LEFT.spent += time.thread_time() - begin
        return result

    @cached_property
    def plain(self) -> Function:
        """The function without Numba, and so all that it calls."""
        return self._numpy_form or link(self.py_func, lambda kernel: kernel.plain)

    @cached_property
    def dispatcher(self) -> Function:
        """The function as Numba compiles it, and so all that it calls."""
        function = link(self.py_func, lambda kernel: kernel.dispatcher)
        compiling = partial(numba().njit, nogil=True, **self._options)
        with files_in(cache_folder()):
            try:
                return load_without_compiler(compiling(cache=True)(function))
            except RuntimeError:  # no folder can be written to
                dispatcher: Function = compiling()(function)
                return dispatcher

    @cached_property
    def was_compiled(self) -> bool:
        """Whether there are files of it."""
        code, source = self.py_func.__code__, Path(self.py_func.__code__.co_filename)
        plain_name = self.py_func.__qualname__.replace("<", "").replace(">", "")
        name = f"{source.stem}.{plain_name}-{code.co_firstlineno}"
        folder = cache_folder()
        if folder is None:
            return has_index(source.parent / "__pycache__", name)
        return folder.is_dir() and any(has_index(one, name) for one in folder.iterdir())


def compiled(function: Function) -> Kernel:
    """Compile a function when it is worth it; it releases Python's lock."""
    return Kernel(function)


def compiled_soon(function: Function) -> Kernel:
    """The same for a function that takes the square of its numbers in steps."""
    return Kernel(function, few=FEWER)


def compiled_beside(
    numpy_form: Function, *, exact: bool = True, **options: object
) -> Callable[[Function], Kernel]:
    """The same, where a form in NumPy runs as long as it is not; see `Kernel`."""
    return lambda function: Kernel(
        function, numpy_form, few=MANY, exact=exact, **options
    )


def link(function: FunctionType, form: Callable[[Kernel], Function]) -> FunctionType:
    """A copy of a function that calls other kernels in one of their forms."""
    called = {
        name: form(value)
        for name in function.__code__.co_names
        if isinstance(value := function.__globals__.get(name), Kernel)
    }
    copy = FunctionType(
        function.__code__,
        {**function.__globals__, **called},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
    return copy


def numbers_in(arguments: tuple[Any, ...]) -> int:
    """How many numbers the arrays among some arguments hold, without scratch space."""
    total = 0
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            total += argument.size
        elif isinstance(argument, tuple) and not hasattr(argument, "is_scratch"):
            total += numbers_in(argument)
    return total


def has_index(folder: Path, name: str) -> bool:
    """Whether a folder has Numba's index of the files of a function."""
    try:
        files = os.listdir(folder)  # noqa: PTH208 - names are enough, patterns slow
    except OSError:
        return False
    return any(file.startswith(f"{name}.") and file.endswith(".nbi") for file in files)


def cache_folder() -> Path | None:
    """Where compiled functions go; None for the folder of the source."""
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
    loading: Function = dispatcher
    return loading


def announce_compiling(*_: object) -> None:
    """Tell, once, that something is compiled."""
    left = PATIENCE_LEFT
    if not left.has_announced:
        left.has_announced = True
        LOGGER.info(COMPILING)
        if left.announce is not None:
            left.announce()
