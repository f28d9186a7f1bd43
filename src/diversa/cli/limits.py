# SPDX-License-Identifier: Apache-2.0
"""What a command works with: `--engine`, and within it `--memory` and `--threads`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import click

from diversa.cli.options import Command, with_options

if TYPE_CHECKING:
    from diversa.engines.engine import Engine

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
        help="What reads and counts the rows; by default the engine of the table: see"
        " `diversa engines`.",
    ),
)


def limited_engine(
    memory: str | None, threads: int | None, name: str | None, source: object = None
) -> AbstractContextManager[Engine | None]:
    """The engine of a source within limits; None, for any engine, without them.

    Args:
        memory: The most memory.
        threads: The number of threads.
        name: The engine that was asked for; None for that of the source.
        source: The table that will be opened.
    """
    from diversa.engines.limits import Limits
    from diversa.engines.registry import open_engine

    limits = Limits(memory, threads)
    if name is None and not limits.any:
        return nullcontext()
    return open_engine(name, source, limits=limits)
