# SPDX-License-Identifier: Apache-2.0
"""Limits of learning are refused where nothing could be learnt."""

from __future__ import annotations

import pytest

from diversa.attacks.learning_limits import LearningLimits
from diversa.errors import InputError


def test_limits_must_leave_something():
    with pytest.raises(InputError, match=r"learning.most_groups: must be 2 or more"):
        LearningLimits(most_groups=1)
