# SPDX-License-Identifier: Apache-2.0
"""The command `diversa`: finds the command that is meant and runs it."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any

import click

from diversa.cli.command import keep_examples
from diversa.cli.failures import MEANINGS, STOPPED, run
from diversa.cli.talk import notes
from diversa.errors import nearest
from diversa.version import __version__

COMMANDS = {
    "anonymize": "Publish a table so that every privacy model holds in it.",
    "republish": "Publish the next release of a table whose people come and go.",
    "apply": "Publish later rows, recoded as those of an earlier release.",
    "append": "Append rows that come again and again to one published table.",
    "audit": "Recount a table or a release: its levels, and the models that hold.",
    "attack": "Attack a table or a release: who is exposed, and how.",
    "risk": "Measure the risk of being found, and the columns that give people away.",
    "report": "Write one HTML page on a table or a release: risk, attacks, models.",
    "compare": "Compare two releases of one table: which is safer, which keeps more.",
    "lattice": "List every generalization that satisfies the models.",
    "sweep": "Try several values of k, l, t, suppression or method: privacy and loss.",
    "hierarchies": "Show how each quasi-identifier would be generalized.",
    "models": "Explain the privacy models: what they stop and what they do not.",
    "engines": "List the engines that read tables, and whether they are installed.",
    "suggest": "Propose a plan for a table, with the reason for every choice.",
    "studio": "Work in the browser: collect, protect, explore and publish tables.",
    "demo": "Anonymize a made-up hospital table and say what to try next.",
    "warm-up": "Compile functions beforehand, for container images and services.",
    "completion": "Print a script that completes commands and options in your shell.",
}
"""Every command and what it does; its module is imported when it is invoked."""


NEW_OBJECTS = 50_000
"""Objects made since the last search for unreachable ones, before the next one."""


class Commands(click.Group):
    """The group of all commands, none of which is imported before it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        return getattr(import_module(f"diversa.cli.{name}"), name)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS:
            advice = nearest(args[0], list(COMMANDS))
            raise click.UsageError(f"there is no command '{args[0]}'; {advice}", ctx)
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Known before a command reads its options, so that wrong ones are told as JSON.
        ctx.obj = "--json" in args
        if os.environ.get("NO_COLOR"):
            ctx.color = False
        return super().parse_args(ctx, args)

    def main(self, *args: Any, **extra: Any) -> Any:  # noqa: ANN401 - as click has it
        with fewer_collections():
            if not extra.pop("standalone_mode", True):
                return super().main(*args, **extra | {"standalone_mode": False})
            try:
                code = super().main(*args, **extra | {"standalone_mode": False})
            except (click.Abort, KeyboardInterrupt):
                # Stopped just before or after the work; click would end with 1.
                code = STOPPED
            except click.ClickException as error:
                error.show()
                code = error.exit_code
        sys.exit(code)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        def command() -> click.Command | None:
            return self.get_command(ctx, ctx.invoked_subcommand or "")

        with notes():
            code = run(partial(super().invoke, ctx), as_json=ctx.obj, called=command)
        ctx.exit(code)


@contextmanager
def fewer_collections() -> Iterator[None]:
    """Run the garbage collector rarely.

    A command makes most of its objects when it imports modules, and they all stay:
    looking at them again and again takes a sixth of its start.
    """
    before = gc.get_threshold()
    gc.set_threshold(NEW_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@keep_examples
@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: "
    + "; ".join(f"{code} {words}" for code, words in MEANINGS.items())
    + ".",
)
@click.version_option(__version__, prog_name="diversa")
def main() -> None:
    """Publish tables about people without giving the people away.

    Start here:
      diversa demo
      diversa suggest people.csv > plan.toml
      diversa anonymize people.csv --plan plan.toml --out release
      diversa audit release

    Every command has its own --help, with examples, and --json.
    """


if __name__ == "__main__":
    main(prog_name="diversa")
