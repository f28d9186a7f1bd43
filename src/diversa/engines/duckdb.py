# SPDX-License-Identifier: Apache-2.0
"""The embedded engine: DuckDB, in this process, on files and frames where they are.

It touches no network, writes nothing but what it is told to, spills into a folder of
its own that goes when it is closed, and says nothing of what it reads: the messages of
DuckDB quote rows, so they are never passed on.
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import duckdb
import numpy as np
from numpy.typing import NDArray

from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary, Kind
from diversa.data.frames import ROW, Frame, Selection, as_frame
from diversa.engines import sql
from diversa.engines.column_types import key_type, kind_of
from diversa.engines.engine import ReadOptions, Recoding, Table
from diversa.engines.failures import MIXED_LINE_ENDS, failure
from diversa.engines.packing import Packing, run_lengths
from diversa.engines.recode import Recoder
from diversa.engines.scans import Scan, json_scan, parquet_scan, text_scan
from diversa.engines.sources import Files, check_names, locate
from diversa.engines.text_file import TextFile, decoded, inspect, to_utf8
from diversa.errors import (
    HierarchyError,
    InternalError,
    RoleError,
    SourceError,
    TargetError,
    nearest,
)

SORTED_ROWS = 1 << 26
"""Rows whose keys are sorted in memory; beyond it DuckDB groups them, and can spill."""

SETTINGS = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "allow_persistent_secrets": "false",
    "python_enable_replacements": "false",
}
"""Nothing is fetched, nothing is kept, no variable of a caller is taken for a table."""

FORMATS = {".csv": "csv", ".tsv": "csv", ".txt": "csv"} | dict.fromkeys(
    (".parquet", ".parq", ".pq"), "parquet"
)
"""What is written, by the suffix of the target."""


class DuckDBEngine:
    """The six verbs on DuckDB.

    Example:
        >>> with DuckDBEngine() as engine:
        ...     table = engine.open(source)  # doctest: +SKIP
    """

    def __init__(
        self, *, memory_limit: str | None = None, threads: int | None = None
    ) -> None:
        """Start DuckDB in memory.

        Args:
            memory_limit: The most memory that DuckDB may use, such as "2GB"; more rows
                than fit are spilled to temporary files.
            threads: The number of threads; all processors by default.
        """
        self._scratch = Path(tempfile.mkdtemp(prefix="diversa-"))
        self._remove = weakref.finalize(
            self, shutil.rmtree, self._scratch, ignore_errors=True
        )
        given = {"memory_limit": memory_limit, "threads": threads}
        wanted = {name: str(value) for name, value in given.items() if value}
        spill = {"temp_directory": str(self._scratch)}
        self._connection = duckdb.connect(config=SETTINGS | spill | wanted)
        self._run("SET enable_progress_bar = false")
        self._run("SET TimeZone = 'UTC'")
        self._numbers = count()
        self._frames: dict[str, tuple[Frame, frozenset[str]]] = {}
        self._tokens: dict[str, dict[str, Table]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Forget every table and remove the temporary files."""
        self._connection.close()
        self._frames.clear()
        self._remove()

    # The six verbs.

    def open(
        self,
        source: object,
        *,
        options: ReadOptions | None = None,
        ordered: bool = False,
    ) -> Table:
        """Take a path or a frame in; see `Engine.open`."""
        frame = as_frame(source)
        if frame is not None:
            return self._open_frame(frame)
        files = locate(source)
        with guard(files.name):
            if files.kind == "csv":
                return self._open_text(files, options or ReadOptions(), ordered=ordered)
            scanning = parquet_scan if files.kind == "parquet" else json_scan
            return self._take_in(scanning(files, self._run), files, ordered=ordered)

    def columns(self, table: Table) -> tuple[str, ...]:
        """Name the columns of a table."""
        return table.columns
