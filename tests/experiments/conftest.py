# SPDX-License-Identifier: Apache-2.0
"""Every experiment is run once, on little data."""

from __future__ import annotations

from functools import cache

import pytest

from experiments.__main__ import FEW
from experiments.experiment import Settings
from experiments.registry import EXPERIMENTS


@pytest.fixture(scope="session")
def settings(adult_folder):
    return Settings(adult_folder, FEW // 4, small=True)


@pytest.fixture(scope="session")
def outcome(settings):
    """What an experiment finds on little data, by its name."""
    return cache(lambda name: EXPERIMENTS[name].run(settings))
