# SPDX-License-Identifier: Apache-2.0
"""Errors of DuckDB in our words, without the rows that DuckDB quotes."""

from __future__ import annotations

import re

from diversa.engines.targets import not_writable
from diversa.engines.text_encoding import TOO_LONG
from diversa.errors import DiversaError, InputError, InternalError, SourceError

OURS = ("Parser", "Binder", "Catalog", "Internal", "Syntax", "Fatal", "ResourceInUse")
"""Beginnings of the names of errors that are ours, never the user's."""

MIXED_LINE_ENDS = "state machine reached an invalid state"
"""The message of DuckDB for a text file with several kinds of line ends."""

BAD_UNICODE = "invalid UTF-8"
"""The message of DuckDB for a text in a frame that is no Unicode."""

RAGGED = re.compile(r"Expected Number of Columns: (\d+) Found: (\d+)")
LINE = re.compile(r"(?:on Line:|in line) (\d+)")
RECORD = re.compile(r"record/value (\d+)")


def failure(error: Exception, *, where: str, writing: bool) -> DiversaError:
    """The error of Diversa for an error of DuckDB."""
    name, message = type(error).__name__, str(error)
    if name.startswith(OURS) and BAD_UNICODE not in message:
        return InternalError(f"{where}: {name}: {message.splitlines()[0]}")
    if name.startswith("OutOfMemory"):
        return InputError(
            f"{where}: the work needs more memory than the engine may use; give it more"
            " (memory_limit='8GB'), or free space for temporary files"
        )
    if writing and name.startswith("IO"):
        return not_writable(where)
    return SourceError(f"{where}{place(message)}: {reason(message)}")


def place(message: str) -> str:
    """Say where in a file something is wrong, if that is known.

    >>> place("CSV Error on Line: 3"), place("no idea")
    (', line 3', '')
    """
    line, record = LINE.search(message), RECORD.search(message)
    if line:
        return f", line {line[1]}"
    return f", record {record[1]}" if record else ""


def reason(message: str) -> str:
    """The fault in our words.

    >>> reason("Expected Number of Columns: 2 Found: 3")
    'must have 2 fields like the first line, got 3; check delimiter and quotes'
    """
    ragged = RAGGED.search(message)
    if ragged:
        return (
            f"must have {ragged[1]} fields like the first line, got {ragged[2]};"
            " check delimiter and quotes"
        )
    reasons = {
        "unterminated quote": "a quoted field must end with a quote, got one that does"
        " not; double the quotes inside a field",
        "Maximum line size": TOO_LONG,
        "Malformed JSON": "must be JSON, got something else; give an array of records"
        " or one record a line",
        BAD_UNICODE: "texts must be valid Unicode, got one that is not",
        "magic bytes": "must be a Parquet file, got something else",
        MIXED_LINE_ENDS: "must be a delimited text file, got something else; check"
        " quotes and line ends",
    }
    for words, meaning in reasons.items():
        if words in message:
            return meaning
    return "the rows cannot be read; the file may be damaged, or of another kind"
