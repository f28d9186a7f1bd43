# SPDX-License-Identifier: Apache-2.0
"""One program starts all commands that are killed: to import everything takes long."""

from __future__ import annotations

import pytest


@pytest.fixture
def emptied(program):
    """The same program, its folder empty."""
    program.clear()
    return program
