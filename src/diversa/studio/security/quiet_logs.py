# SPDX-License-Identifier: Apache-2.0
"""Logs of a server: they hold the place of an error, never a value.

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
from diversa.errors import error_place

OTHERS = ("nicegui", "asyncio", "uvicorn", "uvicorn.error", "py.warnings")
"""Loggers of libraries that show errors only."""

SILENT = logging.CRITICAL + 1
"""A level that no record has."""

LOG = logging.getLogger(__name__)
"""The log of what Python would print."""


@contextmanager
def quiet_logs() -> Iterator[None]:
    """Keep values out of everything that is logged or printed of an error."""
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
    """The loggers that are kept quiet, each with the lowest level that it shows.

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
            record.msg, record.args = error_place(error), ()
        if isinstance(record.args, tuple):
            record.args = tuple(map(plain, record.args))
        record.exc_info = record.exc_text = record.stack_info = None
        return record

    return make


def plain(word: object) -> object:
    """An argument of a record; an error as its kind and place."""
    return error_place(word) if isinstance(word, BaseException) else word


def print_error(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Replace `sys.excepthook`."""
    del kind
    LOG.error("%s", error.with_traceback(trace))


def print_facts(facts: Any) -> None:  # noqa: ANN401 - as Python has it
    """Replace `threading.excepthook` and `sys.unraisablehook`."""
    if facts.exc_value is not None:
        LOG.error("%s", facts.exc_value)


def print_no_warning(*words: object, **more: object) -> None:
    """Replace `warnings.showwarning`: warnings are for programmers."""
    del words, more


HOOKS: tuple[tuple[Any, str, Callable[..., None]], ...] = (
    (sys, "excepthook", print_error),
    (threading, "excepthook", print_facts),
    (sys, "unraisablehook", print_facts),
    (warnings, "showwarning", print_no_warning),
)
"""The hooks by which Python prints errors and warnings, with their replacements."""
