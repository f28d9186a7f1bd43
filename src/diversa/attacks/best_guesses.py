# SPDX-License-Identifier: Apache-2.0
"""The value that an adversary believes most of each row, and whether it is right."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from diversa.array_types import Floats
from diversa.attacks.class_rows import ClassRows
from diversa.attacks.correlation_model import Models, beliefs_by, exact_states
from diversa.attacks.learning_limits import LearningLimits

PORTION = 1 << 20
"""Rows whose beliefs are held at once."""

TIE = 1e-9
"""Beliefs that differ by less are equal."""


def guess(
    rows: ClassRows, models: Models, limits: LearningLimits
) -> tuple[Floats, Floats | None, int]:
    """The surest beliefs, how right they are, and the number of approximate groups.

    Many rows are taken in portions, so that their beliefs need little memory.
    """
    most = exact_states(rows, limits, limits.most_states_together)
    portions = max(1, len(rows.rows.tuples) // PORTION)
    surest, right, approximate = [], [], 0
    for chosen in np.array_split(np.arange(len(rows)), portions):
        part = rows.select(chosen)
        begin, end = rows.rows.groups.rows[[chosen[0], chosen[-1] + 1]]
        own = Models(models.logarithms, models.of_row[begin:end])
        found = beliefs_by(part, own, replace(limits, most_states=most))
        best, correct = best_guesses(part, found.beliefs)
        surest.append(best)
        right += [] if correct is None else [correct]
        approximate += found.approximate
    true = np.concatenate(right) if right else None
    return np.concatenate(surest), true, approximate


def best_guesses(rows: ClassRows, beliefs: Floats) -> tuple[Floats, Floats | None]:
    """The surest belief about each row, and how right the guess is, ties in parts."""
    width = rows.width
    begins = np.cumsum(width) - width
    if len(width) == 0:
        return np.zeros(0), None
    surest = np.maximum.reduceat(beliefs, begins)
    if rows.truth is None:
        return surest, None
    ties = beliefs >= np.repeat(surest - TIE, width)
    equal = np.add.reduceat(ties.astype(np.int64), begins)
    return surest, ties[begins + rows.truth] / equal
