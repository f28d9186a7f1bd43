# SPDX-License-Identifier: Apache-2.0
"""Sliders over the numbers that a parameter of a model may have."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from diversa.models.parameters import Param

FieldKind = Literal["whole", "number", "yes_no", "word", "words", "numbers", "column"]
"""The kind of value that a field takes."""

WIDE = 20
"""The first length of a slider for a parameter without an upper bound."""


@dataclass(frozen=True)
class Slider:
    """The ends and steps of a slider."""

    low: float
    high: float
    step: float


def first_value(takes: FieldKind, param: Param) -> object:
    """A first value for a parameter without a default."""
    if takes not in ("whole", "number"):
        return ()
    least = next((end for end in (param.low, param.above) if end is not None), 0.0)
    most = next((end for end in (param.high, param.below) if end is not None), None)
    if most is not None:
        return round((least + most) / 2, 6)
    return max(2, int(least) + 1) if takes == "whole" else least + 1


def plain_value(value: object) -> object:
    """A value of a parameter as a form holds it."""
    if isinstance(value, bool) or not isinstance(value, Fraction | tuple):
        return value
    if isinstance(value, tuple):
        return tuple(plain_value(part) for part in value)
    return int(value) if value.denominator == 1 else float(value)


def slider_of(takes: FieldKind, param: Param, value: object) -> Slider | None:
    """A slider over the allowed numbers; open ends reach beyond the present value.

    If a bound itself is not allowed, the slider ends one step before it.
    """
    if takes not in ("whole", "number") or not isinstance(value, int | float):
        return None
    open_low = param.low is None and param.above is not None
    low = float(param.low if param.low is not None else param.above or 0)
    ends = [end for end in (param.high, param.below) if end is not None]
    high = float(ends[0]) if ends else max(low + WIDE, 2.0 * float(value))
    if takes == "whole":
        return Slider(low + (1 if open_low else 0), round(high), 1)
    step = 0.01 if high - low <= 2 else 0.1
    low, high = low + step * open_low, high - step * (param.below is not None)
    return Slider(round(low, 6), round(high, 6), step)


def bound_in_words(param: Param) -> str:
    """The allowed numbers, in words.

    >>> bound_in_words(Param("a share", low=0, high=1))
    'at least 0, at most 1'
    """
    ends = {
        "at least": param.low,
        "above": param.above,
        "at most": param.high,
        "below": param.below,
    }
    return ", ".join(f"{word} {end:g}" for word, end in ends.items() if end is not None)
