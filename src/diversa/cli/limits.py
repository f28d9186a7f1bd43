# SPDX-License-Identifier: Apache-2.0
"""What a command may use of the machine: `--memory` and `--threads`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import click

from diversa.cli.options import Command, with_options

if TYPE_CHECKING:
    from diversa.engines.duckdb.engine import DuckDBEngine

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
    memory: str | None, threads: int | None
) -> AbstractContextManager[DuckDBEngine | None]:
    """An engine with these limits; None, which lets the work choose, without any."""
    if memory is None and threads is None:
        return nullcontext()
    from diversa.engines.duckdb.engine import DuckDBEngine

    return DuckDBEngine(memory_limit=memory, threads=threads)
