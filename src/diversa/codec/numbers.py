# SPDX-License-Identifier: Apache-2.0
"""The kinds of numbers in JSON files."""

from __future__ import annotations

import math
from typing import Annotated

from diversa.codec.forms import is_number
from diversa.codec.marks import As, Must

Count = Annotated[int, Must("a number", lambda value: value >= 0, {"minimum": 0})]
"""A whole number of something."""

Rows = Annotated[
    int, Must("a number of rows", lambda value: value >= 0, {"minimum": 0})
]
"""A whole number of rows, or of people."""


def plain(number: float | None) -> int | float | None:
    """Write a number for JSON: whole ones as integers, None for infinite ones.

    >>> plain(4.0), plain(2.5), plain(math.inf), plain(None)
    (4, 2.5, None, None)
    """
    if number is None or math.isinf(number):
        return None
    return int(number) if number == int(number) else float(number)


def number_or_infinity(value: float | None) -> float:
    """A number from JSON; null stands for infinity."""
    if value is None:
        return math.inf
    if not is_number(value):
        raise ValueError(value)
    return value


Extended = Annotated[
    float,
    As("a number or null", number_or_infinity, plain, {"type": ["number", "null"]}),
]
"""A number that may be infinite, which is null in JSON."""

Level = float | None
"""An attained level as `plain` writes it; None without one, or if it is infinite."""

Attained = Annotated[
    float | None,
    As(
        "a number or null",
        lambda value: None if value is None else number_or_infinity(value),
        plain,
        {"type": ["number", "null"]},
    ),
]
"""A number as `plain` writes it; None if there is none."""


def from_endless(value: float | str) -> float:
    """A number from JSON, or from the text of an infinite one."""
    if isinstance(value, str):
        return {"inf": math.inf, "-inf": -math.inf}[value]
    if not is_number(value):
        raise ValueError(value)
    return float(value)


def to_endless(number: float) -> float | str:
    """A number for JSON; the text of an infinite one.

    >>> to_endless(0.5), to_endless(-math.inf)
    (0.5, '-inf')
    """
    return number if math.isfinite(number) else str(number)


Endless = Annotated[
    float,
    As(
        "a number, inf or -inf",
        from_endless,
        to_endless,
        {"anyOf": [{"type": "number"}, {"enum": ["inf", "-inf"]}]},
    ),
]
"""A number that may be infinite in both directions, which is a text in JSON."""
