# SPDX-License-Identifier: Apache-2.0
"""The notes of a command: `--quiet`, `--verbose`, and notes on standard error.

The library logs to loggers named `diversa...`, as Python programs do; never a value of
a table. The command line shows warnings as notes, and everything with `--verbose`.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import click

from diversa.cli.printing import printable

QUIET = "diversa.quiet"
"""The key of `--quiet` in the context of a command."""

LOGGER = logging.getLogger("diversa")
"""The logger of all modules."""


class Notes(logging.Handler):
    """Writes what is logged on standard error, one line each."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        word = "note" if record.levelno >= logging.WARNING else record.levelname.lower()
        click.echo(f"{word}: {printable(record.getMessage())}", err=True)


@contextmanager
def notes() -> Iterator[None]:
    """Show warnings while a command runs, and more or less of them if asked to."""
    handler, level, passed = Notes(), LOGGER.level, LOGGER.propagate
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.WARNING)
    try:
        yield
    finally:
        LOGGER.removeHandler(handler)
        LOGGER.setLevel(level)
        LOGGER.propagate = passed


def be_quiet(ctx: click.Context, param: click.Parameter, asked: bool) -> None:  # noqa: FBT001 - as click has it
    """Say nothing but errors."""
    del param
    if asked:
        ctx.meta[QUIET] = True
        LOGGER.setLevel(logging.ERROR)


def be_verbose(ctx: click.Context, param: click.Parameter, asked: bool) -> None:  # noqa: FBT001 - as click has it
    """Say what is being done."""
    del param
    if asked and ctx.meta.get(QUIET):
        raise click.UsageError("--verbose must come without --quiet", ctx)
    if asked:
        LOGGER.setLevel(logging.INFO)


def is_quiet() -> bool:
    """True if the running command prints nothing but errors."""
    ctx = click.get_current_context(silent=True)
    return ctx is not None and bool(ctx.meta.get(QUIET))
