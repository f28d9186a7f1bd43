# SPDX-License-Identifier: Apache-2.0
"""Guesses of many rows are made in portions, and are the same."""

from __future__ import annotations

import numpy as np

from correlated_tables import drawn_release, places_of_rows
from diversa.attacks import best_guesses
from diversa.attacks.class_rows import class_rows
from diversa.attacks.correlation_model import oracle
from diversa.attacks.learning_limits import LearningLimits


def test_portions_change_nothing(monkeypatch):
    rows = class_rows(places_of_rows(drawn_release(60, strength=0.8)), "ill")
    models = oracle(rows, seed=0)
    surest, right, approximate = best_guesses.guess(rows, models, LearningLimits())
    monkeypatch.setattr(best_guesses, "PORTION", 25)
    again, as_right, _ = best_guesses.guess(rows, models, LearningLimits())
    assert np.array_equal(again, surest)
    assert np.array_equal(as_right, right)
    assert approximate == 0
    assert len(surest) == 180
