# SPDX-License-Identifier: Apache-2.0
"""Models of numbers: their needs, and exact intervals.

The distinct numbers of an attribute are its `points`, whole numbers after scaling. An
interval is a pair of places among them, found exactly once per point; the groups then
only count rows between places (`counts/number_line.py`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Kind
from diversa.data.missing import MissingPolicy
from diversa.data.parsing import reads
from diversa.models.group_numbers import INTEGER, Numbers
from diversa.models.sensitive_model import SensitiveModel

DIGITS = 140
"""Numbers that need more digits than this are refused: their squares have no float."""


@dataclass(frozen=True)
class NumericModel(SensitiveModel):
    """A model of a sensitive attribute whose values are numbers.

    A missing value is no number, so it cannot be a value of its own.
    """

    policies = frozenset(MissingPolicy) - {MissingPolicy.OWN}

    def lacks_of(self, attribute: Sensitive) -> str | None:
        if not attribute.is_numeric:
            return (
                f"values of '{attribute.name}' must be numbers, got"
                f" {what_is_no_number(attribute)}; name a numeric attribute or use a"
                " model of categories"
            )
        if max(digits(attribute.points), len(str(attribute.scale))) > DIGITS:
            return (
                f"values of '{attribute.name}' must have at most {DIGITS} digits"
                " together, got more; round them"
            )
        return None


def what_is_no_number(attribute: Sensitive) -> str:
    """Say what is there instead of numbers, without a value."""
    dictionary = attribute.dictionary
    if dictionary.kind is Kind.DATE:
        return "dates"
    reads_number = reads(dictionary.spelling.number)
    wrong = sum(not reads_number(value) for value in dictionary.values)
    return f"{wrong} of {len(dictionary.values)} distinct values that are not"


def digits(points: NDArray[Any]) -> int:
    """Digits of the widest whole number."""
    return max(
        (len(str(abs(int(one)))) for one in (*points[:1], *points[-1:])), default=0
    )


def places_up_to(
    attribute: Sensitive, factor: Fraction, shift: Fraction
) -> NDArray[np.int64]:
    """For each point x the place of the first point above factor x + shift.

    >>> from diversa.data.dictionary import Dictionary
    >>> tenths = Dictionary.build("x", ["0.6", "0.8", "0.9"], [1, 1, 1])
    >>> places_up_to(Sensitive(tenths), Fraction(1), Fraction("0.2")).tolist()
    [2, 3, 3]
    """
    limits = floor_line(attribute.points, factor, shift * attribute.scale)
    return np.searchsorted(attribute.points, limits, side="right")


def places_from(
    attribute: Sensitive, factor: Fraction, shift: Fraction
) -> NDArray[np.int64]:
    """For each point x the place of the first point not below factor x + shift."""
    limits = -floor_line(attribute.points, -factor, -shift * attribute.scale)
    return np.searchsorted(attribute.points, limits, side="left")


def floor_line(points: NDArray[Any], factor: Fraction, shift: Fraction) -> NDArray[Any]:
    """The largest whole number up to factor x + shift, for whole numbers x.

    >>> floor_line(np.array([-3, 10]), Fraction(3, 2), Fraction(1, 4)).tolist()
    [-5, 15]
    """
    below = math.lcm(factor.denominator, shift.denominator)
    times, plus = int(factor * below), int(shift * below)
    widest = abs(int(np.abs(points).max(initial=0)) * times) + abs(plus)
    exact = points if widest < INTEGER else points.astype(object)
    return (exact * times + plus) // below


def over_scale(numbers: NDArray[Any], scale: int) -> Numbers:
    """Whole numbers over a scale, which may outgrow 64 bits as they may."""
    wide = scale >= INTEGER or numbers.dtype == object
    kind = object if wide else np.int64
    return Numbers(numbers.astype(kind), np.full(len(numbers), scale, dtype=kind))
