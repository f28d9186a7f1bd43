# SPDX-License-Identifier: Apache-2.0
"""Files of Stata, SPSS and SAS, read by pyreadstat as a pandas frame."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from diversa.errors import SourceError

READERS = {
    ".dta": "read_dta",
    ".sav": "read_sav",
    ".zsav": "read_sav",
    ".por": "read_por",
    ".sas7bdat": "read_sas7bdat",
    ".xpt": "read_xport",
}
"""What reads a file of each suffix."""


def read_statistics(path: Path) -> Any:  # noqa: ANN401 - a pandas frame
    """Read a file with its value labels: `female`, where the file says what 2 means."""
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
        frame, _ = reading(str(path), **labels)
    except Exception as error:
        if isinstance(error, MemoryError):
            raise
        # What pyreadstat raises has no class of its own.
        raise SourceError(
            f"{path}: must be a file of Stata, SPSS or SAS, got something else, or a"
            " damaged one; save it as CSV"
        ) from None
    # Whole numbers are stored as floats where one is missing.
    return frame.convert_dtypes()


LABELLED = {"apply_value_formats": True, "formats_as_category": False}
"""How value labels take the place of codes."""
