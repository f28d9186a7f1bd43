# SPDX-License-Identifier: Apache-2.0
"""What a command may use of the machine: `--memory` and `--threads`."""

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
)


def limited_engine(
    memory: str | None, threads: int | None, source: object = None
) -> AbstractContextManager[Engine | None]:
    """The engine of a source within limits; None, for any engine, without limits."""
    from diversa.engines.limits import Limits
    from diversa.engines.registry import open_engine

    limits = Limits(memory, threads)
    return open_engine(None, source, limits=limits) if limits.any else nullcontext()
