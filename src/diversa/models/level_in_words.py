# SPDX-License-Identifier: Apache-2.0
"""An attained level in words for people, true for every group of the table."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from diversa.models.group_numbers import Sense
from diversa.models.parameters import write_number


def level_in_words(
    level: float, what: str, sense: Sense, fixed: Mapping[str, Fraction | int]
) -> str:
    """Say a level; a strict bound stays strict, digits are cut on the safe side.

    `fixed` are the other numbers of the model.

    >>> level_in_words(2**1.5, "entropy l", ">=", {})
    'entropy l = 2.828'
    >>> level_in_words(math.inf, "c", "<", {"l": 2})
    'no c that holds at l = 2'
    """
    others = ", ".join(
        f"{name} = {write_number(number)}" for name, number in fixed.items()
    )
    at = f" at {others}" if others else ""
    if math.isinf(level):
        return f"every {what}{at}" if sense == ">=" else f"no {what} that holds{at}"
    relation = ">" if sense == "<" else "="
    return f"{what} {relation} {write_number(cut_safely(level, sense))}{at}"


def cut_safely(level: float, sense: Sense) -> Fraction:
    """Cut a level to three decimals on the side on which it still holds.

    >>> [float(cut_safely(2.9996, sense)) for sense in (">=", "<=", "<")]
    [2.999, 3.0, 3.0]
    """
    thousandths = round(level * 1000, 6)  # 2.9999999999999996 is a rounded 3
    cut = math.floor if sense == ">=" else math.ceil
    return Fraction(cut(thousandths), 1000)
