# SPDX-License-Identifier: Apache-2.0
"""What a server writes on its terminal: the place of an error, never a value.

An error of any library may quote a cell of a table, and so may an error or a note of
our own. While a studio runs, every record of every logger, and whatever Python itself
prints of an error, says of it only what it is and where it came from.
"""

from __future__ import annotations

import logging
import pkgutil
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import Any

import diversa
from diversa.studio.explanations import place

OTHERS = ("nicegui", "asyncio", "uvicorn", "uvicorn.error", "py.warnings")
"""Loggers of libraries, of which only errors are shown."""

SILENT = logging.CRITICAL + 1
"""A level that no record has."""

LOG = logging.getLogger(__name__)
"""Says what Python would print."""


def logged(error: BaseException) -> str:
    """An error as a log may show it: its kind and its place."""
    return f"{type(error).__name__} {place(error)}"


@contextmanager
def quiet_logs() -> Iterator[None]:
    """Let nothing that is logged or printed of an error hold a value."""
    with ExitStack() as before:
        factory = logging.getLogRecordFactory()
        before.callback(logging.setLogRecordFactory, factory)
        logging.setLogRecordFactory(without_values(factory))
        for name, level in levels():
            logger = logging.getLogger(name)
            before.callback(logger.setLevel, logger.level)
            logger.setLevel(max(logger.level, level))
        for module, name, hook in HOOKS:
            before.callback(setattr, module, name, getattr(module, name))
            setattr(module, name, hook)
        yield


def levels() -> Iterator[tuple[str, int]]:
    """The loggers that are kept quiet, each with the least level it shows.

    What the library notes is for the command line: it may name a column, and the first
    row of a table without a header is taken for the names of its columns.
    """
    for module in pkgutil.iter_modules(diversa.__path__):
        if module.name != "studio":
            yield f"diversa.{module.name}", SILENT
    for name in OTHERS:
        yield name, logging.ERROR


def without_values(
    factory: Callable[..., logging.LogRecord],
) -> Callable[..., logging.LogRecord]:
    """Make records in which every error stands as its kind and place."""

    def make(*words: Any, **more: Any) -> logging.LogRecord:  # noqa: ANN401 - as logging has it
        record = factory(*words, **more)
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(record.msg, BaseException):
            error = record.msg
        if error is not None:
            record.msg, record.args = logged(error), ()
        if isinstance(record.args, tuple):
            record.args = tuple(map(plain, record.args))
        record.exc_info = record.exc_text = record.stack_info = None
        return record

    return make


def plain(word: object) -> object:
    """An argument of a record; an error as its kind and place."""
    return logged(word) if isinstance(word, BaseException) else word


def print_error(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Stand in for `sys.excepthook`."""
    del kind
    LOG.error("%s", error.with_traceback(trace))


def print_error_of_thread(facts: threading.ExceptHookArgs) -> None:
    """Stand in for `threading.excepthook`."""
    if facts.exc_value is not None:
        LOG.error("%s", facts.exc_value)


def print_error_of_nobody(facts: Any) -> None:  # noqa: ANN401 - as Python has it
    """Stand in for `sys.unraisablehook`."""
    if facts.exc_value is not None:
        LOG.error("%s", facts.exc_value)


def print_no_warning(*words: object, **more: object) -> None:
    """Stand in for `warnings.showwarning`: a warning is for who writes a program."""
    del words, more


HOOKS: tuple[tuple[Any, str, Callable[..., None]], ...] = (
    (sys, "excepthook", print_error),
    (threading, "excepthook", print_error_of_thread),
    (sys, "unraisablehook", print_error_of_nobody),
    (warnings, "showwarning", print_no_warning),
)
"""What Python calls to print an error or a warning, and what stands in for it."""
