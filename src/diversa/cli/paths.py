# SPDX-License-Identifier: Apache-2.0
"""Paths and tables as they are named on the command line."""

from __future__ import annotations

from os import PathLike, fsdecode
from pathlib import Path
from typing import Any

import click

from diversa.data.cluster_table import ClusterTable, is_cluster_address
from diversa.data.database_table import DatabaseTable, is_address


class FilePath(click.Path):
    """A path; the address of a table is none, and would show its password as one."""

    def convert(
        self,
        value: str | PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401 - as click has it
        """Take a path as it was typed."""
        if is_address(value):
            self.fail("must be a path, got the address of a database", param, ctx)
        if is_cluster_address(value):
            self.fail("must be a path, got the address of a cluster", param, ctx)
        check_path(self, value, param, ctx)
        return super().convert(value, param, ctx)


class TablePath(click.Path):
    """The path of a table, or the address of one in a database or a cluster."""

    def convert(
        self,
        value: str | PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401 - a path or a table of a database
        """Take what was typed for what it is; no password of it is ever shown."""
        if is_address(value):
            return DatabaseTable.at(str(value))
        if is_cluster_address(value):
            return ClusterTable(str(value))
        check_path(self, value, param, ctx)
        return super().convert(value, param, ctx)


def check_path(
    kind: click.Path,
    value: str | PathLike[str],
    param: click.Parameter | None,
    ctx: click.Context | None,
) -> None:
    """Refuse what no system takes for a path; a variable or a program may say it."""
    if "\0" in fsdecode(value):
        kind.fail("must be a path, got a text with a zero byte", param, ctx)


FILE = FilePath(path_type=Path)
"""A path; whether it can be used is said by what reads it, with what is there."""

TableSource = Path | DatabaseTable | ClusterTable
"""A table as it is named on the command line."""

TABLE = TablePath(path_type=Path)
"""A table: a path, or an address such as postgresql://user@host/db?table=people."""
