# SPDX-License-Identifier: Apache-2.0
"""Files of Stata, SPSS and SAS, read by pyreadstat as a pandas frame."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from diversa.engines.unpacking import UnpackingLimit
from diversa.errors import SourceError

READERS = {
    ".dta": "read_dta",
    ".sav": "read_sav",
    ".zsav": "read_sav",
    ".por": "read_por",
    ".sas7bdat": "read_sas7bdat",
    ".xpt": "read_xport",
}
"""The function that reads files of each suffix."""


CELL = 8
"""Bytes that a value takes at least."""

MOST_ROWS = 2**31
"""Rows that pyreadstat can count; memory ends before."""


def read_statistics(path: Path, limit: UnpackingLimit) -> Any:  # noqa: ANN401
    """Read a file with its value labels: `female`, where the file says what 2 means.

    The result is a pandas frame. Values of SPSS and SAS may be compressed, so there is
    a limit.
    """
    try:
        pyreadstat = import_module("pyreadstat")
        import_module("pandas")
    except ImportError:
        raise SourceError(
            f"{path}: a file of Stata, SPSS or SAS needs the packages pyreadstat and"
            " pandas, got none; install the extra stats of diversa, or save it as CSV"
        ) from None
    reading = getattr(pyreadstat, READERS[path.suffix.lower()])
    labels = {} if path.suffix.lower() in (".sas7bdat", ".xpt", ".por") else LABELLED
    try:
        _, described = reading(str(path), metadataonly=True)
        # One row more than there may be; what the file says of its rows may be wrong.
        rows = limit.most // row_size(described) + 1
        bound = {"row_limit": rows} if rows < MOST_ROWS else {}
        frame, _ = reading(str(path), **bound, **labels)
    except Exception as error:
        if isinstance(error, MemoryError):
            raise
        # What pyreadstat raises has no class of its own.
        raise SourceError(
            f"{path}: must be a file of Stata, SPSS or SAS, got something else, or a"
            " damaged one; save it as CSV"
        ) from None
    limit.check(len(frame) * row_size(described))
    # Whole numbers are stored as floats where one is missing.
    return frame.convert_dtypes()


def row_size(described: Any) -> int:  # noqa: ANN401 - the metadata of pyreadstat
    """Bytes that a row takes in memory."""
    widths = described.variable_storage_width.values()
    return max(CELL, sum(max(CELL, width or 0) for width in widths))


LABELLED = {"apply_value_formats": True, "formats_as_category": False}
"""Options that put value labels in place of codes."""
