# SPDX-License-Identifier: Apache-2.0
"""The options `--engine`, `--memory`, `--threads` and `--master`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import click

from diversa.cli.options import Command, with_options

if TYPE_CHECKING:
    from diversa.engines.engine import Engine

CLUSTERED = "spark"
"""The engine that a master is for."""

MASTER = "diversa.master"
"""The key of the master in the context of a command."""


def keep_master(ctx: click.Context, param: click.Parameter, master: str | None) -> None:
    """Keep the master for `engine_within_limits`, as it is meant for it alone."""
    del param
    ctx.meta[MASTER] = master


limit_options: Callable[[Command], Command] = with_options(
    click.option(
        "--memory",
        metavar="SIZE",
        help="The most memory for the rows, such as 4GB; what does not fit goes to"
        " temporary files. Most of the machine's memory by default.",
    ),
    click.option(
        "--threads",
        type=int,
        metavar="N",
        help="Threads that read, count and write; all processors by default.",
    ),
    click.option(
        "--engine",
        "engine_name",
        metavar="NAME",
        help="The engine that reads and counts rows; by default that of the table: see"
        " `diversa engines`.",
    ),
    click.option(
        "--master",
        metavar="ADDRESS",
        expose_value=False,
        callback=keep_master,
        help="The Spark that works: local[4], spark://host:7077, yarn, ...; it means"
        " `--engine spark`. DIVERSA_MASTER or this machine by default.",
    ),
)


def engine_within_limits(
    memory: str | None, threads: int | None, name: str | None, source: object = None
) -> AbstractContextManager[Engine | None]:
    """The engine of a source within limits; None, for any engine, without them."""
    from diversa.engines.limits import EngineLimits
    from diversa.engines.registry import open_engine

    context = click.get_current_context(silent=True)
    master = None if context is None else context.meta.get(MASTER)
    limits = EngineLimits(memory, threads, master)
    if name is None and not limits.any:
        return nullcontext()
    chosen = name or (CLUSTERED if master else None)
    return open_engine(chosen, source, limits=limits)
