# SPDX-License-Identifier: Apache-2.0
"""The messages and exit codes of commands that fail.

A run that is stopped ends with 128 and the number of the signal.
"""

from __future__ import annotations

import os
import platform
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from types import FrameType
from typing import NoReturn

import click

from diversa.cli.option_words import in_options
from diversa.cli.printing import print_json, printable
from diversa.errors import (
    DiversaError,
    InternalError,
    NoSolutionError,
    error_place,
)
from diversa.version import __version__

HOLDS, FAILS, BAD_INPUT, OUR_BUG, UNDECIDED = 0, 1, 2, 3, 4
"""The exit codes."""

MEANINGS = {
    HOLDS: "done, or every model holds",
    FAILS: "a model fails, or there is no solution",
    BAD_INPUT: "wrong use or bad input",
    OUR_BUG: "a bug of Diversa",
    UNDECIDED: "no model fails, but one is undecided",
}
"""The exit codes in words."""

STOPPED, UNREAD = 130, 141
"""The codes of shells for an interrupted command, and for one with a closed output."""

DEBUG = "DIVERSA_DEBUG"
"""The environment variable that asks for tracebacks."""


@dataclass(frozen=True)
class Failure:
    """The end of a command that could not do its work."""

    code: int
    """The exit code."""
    lines: tuple[str, ...] = ()
    """Errors for standard error, one per line."""
    details: tuple[str, ...] = ()
    """Lines below the errors."""
    attained: Mapping[str, float | None] = field(default_factory=dict)
    """The best level of each model, where there is no solution."""


ASKING: dict[signal.Signals, Callable[[int, FrameType | None], object] | int] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
}
"""Signals that ask to stop, and who handles them where nobody ignores them."""

if hasattr(signal, "SIGHUP"):  # the terminal is gone
    ASKING[signal.SIGHUP] = signal.SIG_DFL


class Interruption:
    """Remembers that a command was asked to stop.

    An engine may turn the exception of a signal into one of its own, so what was
    asked is kept here.
    """

    def __init__(self) -> None:
        self.code: int | None = None

    @contextmanager
    def listen(self) -> Iterator[None]:
        """Listen while a command runs; signals arrive in the main thread only."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        listened = [n for n, usual in ASKING.items() if signal.getsignal(n) is usual]
        for number in listened:
            signal.signal(number, self.stop)
        try:
            yield
        finally:
            for number in listened:
                signal.signal(number, ASKING[number])

    def stop(self, number: int, frame: FrameType | None) -> NoReturn:
        """Stop where the command is; shells report 128 and the number of the signal."""
        del frame
        self.code = 128 + number
        raise KeyboardInterrupt


def run(
    command: Callable[[], int | None],
    *,
    as_json: bool,
    called: Callable[[], click.Command | None] = lambda: None,
) -> int:
    """Run a command and give its exit code; every error ends here.

    With `as_json`, standard output is one JSON object, also on failure. Errors name the
    options of the command that `called` gives, once that is known.
    """
    escape_what_cannot_be_encoded()
    interruption = Interruption()
    try:
        with interruption.listen():
            return command() or HOLDS
    except click.exceptions.Exit:
        raise
    except click.ClickException as error:
        wrong = with_meaning(error)
        if as_json:
            print_json({"error": wrong.format_message()})
        raise wrong from None
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - the last resort
        stopped = interruption.code and Failure(interruption.code, ("stopped",))
        failure = stopped or explain(error)
        lines = tuple(in_options(line, called()) for line in failure.lines)
        return tell(replace(failure, lines=lines), error, as_json=as_json)


def with_meaning(error: click.ClickException) -> click.ClickException:
    """Say of an option that is missing what it is for."""
    meaning = getattr(getattr(error, "param", None), "help", None)
    if not isinstance(error, click.MissingParameter) or not meaning:
        return error
    return click.MissingParameter(meaning, error.ctx, error.param)


def explain(error: BaseException) -> Failure:
    """Say what happened; of what we did not foresee only the type and the place."""
    match error:
        case KeyboardInterrupt() | click.Abort():
            return Failure(STOPPED, ("stopped",))
        case NoSolutionError():
            first, *rest = str(error).splitlines()
            return Failure(FAILS, (first,), tuple(rest), levels(error.attained))
        case InternalError():
            return Failure(OUR_BUG, (f"this is our bug: {error}",), how_to_report())
        case DiversaError():
            return Failure(BAD_INPUT, tuple(str(error).splitlines()))
        case BrokenPipeError():
            return Failure(UNREAD)
        case OSError():
            named = f"{error.filename}: " if error.filename else ""
            return Failure(BAD_INPUT, (f"{named}{error.strerror or 'cannot be read'}",))
        case MemoryError():
            return Failure(BAD_INPUT, ("the table needs more memory than there is",))
    fault = f"this is our bug: {error_place(error)}"
    return Failure(OUR_BUG, (fault,), how_to_report())


def how_to_report() -> tuple[str, ...]:
    """Say what to send, and what not to."""
    where = f"diversa {__version__}, Python {platform.python_version()}"
    return (
        f"Please report the line above ({where}, {sys.platform}); it holds no value"
        " of your table.",
        f"{DEBUG}=1 shows the traceback; it may hold values, so look before you send"
        " it.",
    )


def levels(attained: object) -> dict[str, float | None]:
    """The attained levels as JSON holds them: None for an infinite one."""
    by_spec = attained if isinstance(attained, Mapping) else {}
    return {
        str(spec): None if level in (float("inf"), float("-inf")) else float(level)
        for spec, level in by_spec.items()
    }


def tell(failure: Failure, error: BaseException, *, as_json: bool) -> int:
    """Say on standard error what happened, and give the exit code."""
    if failure.code == UNREAD:
        discard_output()
        return failure.code
    if failure.code == OUR_BUG and os.environ.get(DEBUG):
        traceback.print_exception(error)
    mark = click.style("error:", fg="red", bold=True)
    for line in failure.lines:
        click.echo(f"{mark} {printable(line)}", err=True)
    for line in failure.details:
        click.echo(f"  {printable(line)}", err=True)
    if as_json:
        answer: dict[str, object] = {"error": "\n".join(failure.lines)}
        more = {"details": list(failure.details)} if failure.details else {}
        attained = {"attained": failure.attained} if failure.attained else {}
        print_json(answer | more | attained)
    return failure.code


def discard_output() -> None:
    """Nobody reads on: drop what is left, so that nothing complains at the end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def escape_what_cannot_be_encoded() -> None:
    """Write a character that the terminal has no code for as an escape."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
