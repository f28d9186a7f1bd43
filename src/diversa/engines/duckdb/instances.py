# SPDX-License-Identifier: Apache-2.0
"""Instances of DuckDB: a session takes one that an earlier session left, if it can.

To start an instance takes some 20 ms, to connect to one that runs takes almost nothing.
No two sessions use one instance at the same time. What a session makes belongs to its
connection (temporary tables, views, variables, frames) and goes with it; an instance
that has spilled rows is closed, not left. Only the session imports this module.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock

import duckdb

SETTINGS = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "allow_persistent_secrets": "false",
    "python_enable_replacements": "false",
    "pandas_analyze_sample": "0",
    "enable_external_file_cache": "false",
}
"""Nothing is fetched, nothing is kept, no variable is taken for a table, no type is
guessed from some rows, and a file that was written anew is read anew."""

MOST_IDLE = 2
"""Instances that wait for another session; a command has no more of them at once."""


class Instance:
    """An instance of DuckDB in memory, with limits that stay."""

    def __init__(self, limits: Mapping[str, str]) -> None:
        self.limits = dict(limits)
        self._root = duckdb.connect(config=SETTINGS | self.limits)

    def connect(self, folder: Path) -> duckdb.DuckDBPyConnection:
        """Open a connection that spills into a folder and has settings of its own."""
        connection = self._root.cursor()
        path = str(folder).replace("'", "''")
        connection.execute(f"SET temp_directory = '{path}'")
        # A notebook without ipywidgets has no bar, and DuckDB refuses to hide it.
        with suppress(duckdb.InvalidInputException):
            connection.execute("SET enable_progress_bar = false")
        connection.execute("SET TimeZone = 'UTC'")
        return connection

    def leave(self) -> None:
        """Keep the instance for another session, or close it if it has spilled."""
        try:
            # DuckDB refuses to change the folder once there was a file in it.
            self._root.execute("SET temp_directory = ''")
        except duckdb.Error:
            self._root.close()
            return
        with LOCK:
            IDLE.append(self)
        close_idle(MOST_IDLE)

    def close(self) -> None:
        """End the instance."""
        self._root.close()


IDLE: list[Instance] = []
"""Instances that no session uses, the one that was left last at the end."""

LOCK = Lock()
"""Held while `IDLE` changes."""


def take_instance(
    limits: Mapping[str, str], folder: Path
) -> tuple[Instance, duckdb.DuckDBPyConnection]:
    """Take or start an instance with these limits, and connect to it."""
    while (idle := take_idle(limits)) is not None:
        with suppress(duckdb.Error):  # such as one that has failed for good
            return idle, idle.connect(folder)
    started = Instance(limits)
    return started, started.connect(folder)


def take_idle(limits: Mapping[str, str]) -> Instance | None:
    """Take an instance with these limits that nobody uses, if there is one."""
    with LOCK:
        for instance in reversed(IDLE):
            if instance.limits == limits:
                IDLE.remove(instance)
                return instance
    return None


def close_idle(but: int = 0) -> None:
    """Close instances that nobody uses, but not those that were left last."""
    with LOCK:
        closed = IDLE[: len(IDLE) - but]
        del IDLE[: len(closed)]
    for instance in closed:
        instance.close()


atexit.register(close_idle)
# A process that is forked has no threads of DuckDB, and could not even end an instance.
os.register_at_fork(before=close_idle)
