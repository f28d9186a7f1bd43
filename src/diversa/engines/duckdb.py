# SPDX-License-Identifier: Apache-2.0
"""The embedded engine: DuckDB, in this process, on files and frames where they are.

It touches no network, writes nothing but what it is told to, spills into a folder of
its own that goes when it is closed, and says nothing of what it reads: the messages of
DuckDB quote rows, so they are never passed on.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
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
from diversa.engines.engine import ReadOptions, Recoding, Table
from diversa.engines.packing import Packing
from diversa.engines.recode import Recoder
from diversa.engines.scans import Scan, json_scan, parquet_scan, text_scan
from diversa.engines.sources import Files, check_names, locate
from diversa.engines.text_file import TextFile, decoded, inspect, to_utf8
from diversa.errors import (
    DiversaError,
    HierarchyError,
    InputError,
    InternalError,
    RoleError,
    SourceError,
    TargetError,
    nearest,
)
