# SPDX-License-Identifier: Apache-2.0
"""The common part of all commands: options, examples in the help, and answers."""

from __future__ import annotations

from collections.abc import Callable
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from diversa.cli.printing import print_json
from diversa.cli.talk import be_quiet, be_verbose

if TYPE_CHECKING:
    from diversa.cli.page import Page

Command = TypeVar("Command", bound=Callable[..., Any])
Option = Callable[[Command], Command]
"""Puts an option or an argument on a command."""

JSON = "diversa.json"
"""The key of `--json` in the context of a command."""


class Answer(Protocol):
    """An answer of the library, with keys that other programs rely on."""

    def to_json(self) -> dict[str, Any]: ...


Shown = TypeVar("Shown", bound=Answer)


def with_options(*options: Option[Any]) -> Option[Any]:
    """Put several options on a command, in this order."""

    def apply(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return apply


def keep(ctx: click.Context, param: click.Parameter, value: object) -> None:
    """Keep the value of an option in the context, where others than the command look.

    Its key is `diversa.` and the name of the option.
    """
    ctx.meta[f"diversa.{param.name}"] = value


json_option: Option[Any] = click.option(
    "--json",
    is_flag=True,
    expose_value=False,
    callback=keep,
    help="Print one JSON object on standard output, and nothing else there.",
)


talk_options: Option[Any] = with_options(
    click.option(
        "--quiet",
        "-q",
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=be_quiet,
        help="Print no page: only errors, the exit code, and what --json asks for.",
    ),
    click.option(
        "--verbose",
        "-v",
        is_flag=True,
        expose_value=False,
        callback=be_verbose,
        help="Say on standard error what is being done and how long it takes.",
    ),
)


def command(
    *options: Option[Any], group: click.Group | None = None
) -> Callable[[Command], click.Command]:
    """Make a command with these options, and with those that every command has.

    `group` is the command that it belongs to, where that is not `diversa`.
    """
    made = click.command() if group is None else group.command()
    every = with_options(*options, json_option, talk_options)
    return lambda function: keep_examples(made(every(function)))


Described = TypeVar("Described", bound=click.Command)


def keep_examples(command: Described) -> Described:
    """Show the indented paragraphs of a command's help as they are written."""
    paragraphs = cleandoc(command.help or "").split("\n\n")
    # click folds every paragraph that does not begin with a backspace.
    command.help = "\n\n".join(
        f"\b\n{text}" if "\n  " in text else text for text in paragraphs
    )
    return command


def asks_for_json() -> bool:
    """True if the running command is to print JSON."""
    return bool(click.get_current_context().meta.get(JSON))


def show(answer: Shown, draw: Callable[[Page, Shown], object]) -> None:
    """Print an answer as JSON if that is asked for; else draw it on a page."""
    if asks_for_json():
        print_json(answer.to_json())
    else:
        from diversa.cli.page import Page  # not sooner: rich takes a while

        draw(Page(), answer)
