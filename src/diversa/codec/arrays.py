# SPDX-License-Identifier: Apache-2.0
"""Arrays in JSON: lists of whole numbers, read without a loop over them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from diversa.codec.marks import As

WHOLE = {"type": "array", "items": {"type": "integer"}}
"""A list of whole numbers, as JSON Schema."""


def whole_numbers(values: Iterable[Any], shaped: Any) -> NDArray[np.int64]:
    """An array of whole numbers; true, false and too large numbers are refused.

    `values` are all of them, one after the other, and `shaped` the same as lists.
    """
    array = np.array(shaped)
    if not {*map(type, values)} <= {int} or (array.size and array.dtype.kind != "i"):
        raise ValueError("whole numbers")
    return array.astype(np.int64)


def read_codes(content: Any) -> NDArray[np.int64]:
    """A list of whole numbers as an array."""
    if not isinstance(content, list):
        raise TypeError("list")
    return whole_numbers(content, content)


def read_lines(content: Any) -> NDArray[np.int64]:
    """Lists of whole numbers, all of one length, as an array of two dimensions."""
    if not isinstance(content, list) or not {*map(type, content)} <= {list}:
        raise TypeError("lists")
    array = whole_numbers(chain.from_iterable(content), content)
    return array.reshape(len(content), -1) if array.size else array.reshape(0, 0)


Codes = Annotated[
    NDArray[np.int64],
    As("a list of whole numbers", read_codes, np.ndarray.tolist, WHOLE),
]
"""Whole numbers."""

Lines = Annotated[
    NDArray[np.int64],
    As(
        "lists of whole numbers, all of one length",
        read_lines,
        np.ndarray.tolist,
        {"type": "array", "items": WHOLE},
    ),
]
"""Whole numbers in lines."""
