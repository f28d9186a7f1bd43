# SPDX-License-Identifier: Apache-2.0
"""The options `--engine`, `--memory`, `--threads` and `--master`."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from diversa.cli.command import Option, keep, with_options

if TYPE_CHECKING:
    from diversa.engines.engine import Engine

CLUSTERED = "spark"
"""The engine that a master is for."""

limit_option = partial(click.option, expose_value=False, callback=keep)
"""An option that only `engine_within_limits` looks at."""

limit_options: Option[Any] = with_options(
    limit_option(
        "--memory",
        metavar="SIZE",
        help="The most memory for the rows, such as 4GB; what does not fit goes to"
        " temporary files. Most of the machine's memory by default.",
    ),
    limit_option(
        "--threads",
        type=int,
        metavar="N",
        help="Threads that read, count and write; all processors by default.",
    ),
    limit_option(
        "--engine",
        "engine_name",
        metavar="NAME",
        help="The engine that reads and counts rows; by default that of the table: see"
        " `diversa engines`.",
    ),
    limit_option(
        "--master",
        metavar="ADDRESS",
        help="The Spark cluster that works: local[4], spark://host:7077, yarn, ...; it"
        " means `--engine spark`. DIVERSA_MASTER or this machine by default.",
    ),
)


def engine_within_limits(source: object) -> AbstractContextManager[Engine | None]:
    """The engine of a source, by the options of the running command.

    It is None, for any engine, where no option says more.
    """
    from diversa.engines.limits import EngineLimits
    from diversa.engines.registry import open_engine

    given = click.get_current_context().meta.get
    name, master = given("diversa.engine_name"), given("diversa.master")
    limits = EngineLimits(given("diversa.memory"), given("diversa.threads"), master)
    if name is None and not limits.any:
        return nullcontext()
    return open_engine(name or (CLUSTERED if master else None), source, limits=limits)
