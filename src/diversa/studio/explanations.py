# SPDX-License-Identifier: Apache-2.0
"""Errors in words for people: without values of a table, and without server paths."""

from __future__ import annotations

import re
from pathlib import PurePath

from diversa.errors import DiversaError, InternalError, error_place

PATH = re.compile(
    r"(?P<quote>['\"])(?P<quoted>/[^'\"\n]*/[^'\"\n]*)(?P=quote)"  # '/srv/a b/c.csv'
    r"|^(?P<first>/[^:\n]*/[^:\n]*)(?=:)"  # /srv/a b/c.csv: must be ...
    r"|(?<![\w/.:'\"])(?P<bare>/[^\s'\",;:]*/[^\s'\",;:]*)",  # ... in /srv/c.csv; ...
    re.MULTILINE,
)
"""Absolute paths as messages hold them: in quotes, first in a line, or a word."""


def explain_error(error: BaseException) -> str:
    """The reason of an error, without values of a table and paths of the server."""
    if isinstance(error, DiversaError) and not isinstance(error, InternalError):
        return without_folders(str(error))
    if isinstance(error, MemoryError):
        return (
            "memory: the table needs more than a job may use; ask who runs the studio"
        )
    if isinstance(error, OSError):
        return f"files: {error.strerror or 'cannot be read or written'}"
    return f"this is our bug: {error_place(error)}"


def without_folders(text: str) -> str:
    """A message whose paths are the names of their files alone.

    >>> without_folders("/srv/studio/table.csv: must be UTF-8, got '/a b/c' in /x/y;")
    "table.csv: must be UTF-8, got 'c' in y;"
    """
    return PATH.sub(short_path, text)


def short_path(found: re.Match[str]) -> str:
    """The name of a file, in the quotes that it had."""
    quote = found["quote"] or ""
    path = found["quoted"] or found["first"] or found["bare"]
    return f"{quote}{PurePath(path).name}{quote}"
