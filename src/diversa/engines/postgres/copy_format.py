# SPDX-License-Identifier: Apache-2.0
"""The bytes and the texts of COPY, by which values go into the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

SIGNATURE = b"PGCOPY\n\xff\r\n\0" + bytes(8)
"""The bytes before the first row of a binary copy."""

ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
"""Characters that are escaped in the text of a copy."""


def line_type(columns: Sequence[str]) -> np.dtype[Any]:
    """The layout of a line of whole numbers in a binary copy."""
    fields = [
        field
        for name in columns
        for field in ((f"length of {name}", ">i4"), (name, ">i8"))
    ]
    return np.dtype([("fields", ">i2"), *fields])


def binary_lines(columns: Mapping[str, NDArray[Any]]) -> bytes:
    """Whole numbers as a binary copy."""
    size = len(next(iter(columns.values())))
    lines = np.empty(size, dtype=line_type(list(columns)))
    lines["fields"] = len(columns)
    for name, values in columns.items():
        lines[f"length of {name}"] = 8
        lines[name] = values
    return SIGNATURE + lines.tobytes() + b"\xff\xff"


def text_lines(columns: Mapping[str, NDArray[Any]]) -> str:
    r"""Values as the text of a copy.

    >>> text_lines({"a": np.array([1, 2]), "b": np.array(["x\ty", None])})
    '1\tx\\ty\n2\t\\N\n'
    """
    texts = [list(map(field_text, values.tolist())) for values in columns.values()]
    return "".join("\t".join(line) + "\n" for line in zip(*texts, strict=True))


def field_text(value: object) -> str:
    """A value as the text of a copy has it."""
    return "\\N" if value is None else str(value).translate(ESCAPES)
