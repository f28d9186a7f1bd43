# SPDX-License-Identifier: Apache-2.0
"""Kernels: functions that Numba compiles when it is worth it.

A kernel runs in plain Python, or in NumPy if it has such a form, until a call is large
or the plain calls of the process took too long together (`patience`). Both forms give
the same numbers, bit by bit.

Numba's files name the classes of the named tuples that a function takes, and cannot be
opened once such a class was renamed or moved. So every version of Diversa has files of
its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cached_property, partial, update_wrapper
from pathlib import Path
from types import FunctionType
from typing import Any, cast

import numpy as np

from diversa.counts.kernels.numba_start import (
    Function,
    cache_folder,
    files_in,
    has_index,
    load_without_compiler,
    numba,
)
from diversa.counts.kernels.patience import LITTLE_PATIENCE, PATIENCE, PATIENCE_LEFT
from diversa.version import __version__

FEW = 1 << 14
"""Numbers that a call in plain Python may take; each costs a microsecond or so."""

FEWER = 1 << 11
"""The same for a kernel that compares each of them with each other."""

FEWEST = 1 << 9
"""The same for a kernel that tries much with each of them."""

MANY = 1 << 18
"""Numbers that a call in NumPy may take."""


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
        """Take a function and its forms.

        A plain call may take `few` numbers. If the forms are not `exact`, bit by bit
        the same, a call of the same size always takes the same way. The options are
        Numba's.
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
        """True if calls of any size are compiled by now, in this process."""
        return self._is_compiled

    def _may_wait(self, arguments: tuple[Any, ...]) -> bool:
        """True if a call is small enough to be done without compiling."""
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
        """True if Numba has files of it."""
        code, source = self.py_func.__code__, Path(self.py_func.__code__.co_filename)
        plain_name = self.py_func.__qualname__.replace("<", "").replace(">", "")
        name = f"{source.stem}.{plain_name}-{code.co_firstlineno}"
        folder = cache_folder()
        if folder is None:
            return has_index(source.parent / "__pycache__", name)
        return folder.is_dir() and any(has_index(one, name) for one in folder.iterdir())


def kernel(function: Function) -> Kernel:
    """Compile a function when it is worth it; it releases Python's lock."""
    return Kernel(function)


def lean_kernel(function: Function) -> Kernel:
    """As `kernel`, for a small function that is called often by other kernels.

    Numba counts the references to each array that a call takes, which costs more than
    the work of a small function. Here it does not; so such a function must neither make
    arrays nor return any to a function that counts.
    """
    return Kernel(function, _nrt=False)


def quadratic_kernel(function: Function) -> Kernel:
    """As `kernel`, for a function whose steps are the square of its numbers."""
    return Kernel(function, few=FEWER)


def costly_kernel(function: Function) -> Kernel:
    """As `kernel`, for a function that tries much with each of its numbers."""
    return Kernel(function, few=FEWEST)


def kernel_beside(
    numpy_form: Function, *, exact: bool = True, **options: object
) -> Callable[[Function], Kernel]:
    """As `kernel`, with a NumPy form that runs until then; see `Kernel`."""
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
    """Count the numbers in the arrays among some arguments, without scratch space."""
    total = 0
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            total += argument.size
        elif isinstance(argument, tuple) and not hasattr(argument, "is_scratch"):
            total += numbers_in(argument)
    return total
