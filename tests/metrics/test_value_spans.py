# SPDX-License-Identifier: Apache-2.0
"""Spans of values on an axis."""

from __future__ import annotations

import numpy as np

from diversa.metrics.value_spans import runs


def test_runs_one_after_the_other():
    assert runs(np.array([5, 0, 9]), np.array([2, 0, 1])).tolist() == [5, 6, 9]
