# SPDX-License-Identifier: Apache-2.0
"""One program starts all commands that are killed: to import everything takes long."""

from __future__ import annotations

import pytest

from killed_runs import Runner


@pytest.fixture(scope="session")
def program(tmp_path_factory):
    """A program that runs commands in a folder."""
    with Runner(tmp_path_factory.mktemp("runs")) as runner:
        yield runner


@pytest.fixture
def emptied(program):
    """The same program, its folder empty."""
    program.clear()
    return program
