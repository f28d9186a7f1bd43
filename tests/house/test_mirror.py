# SPDX-License-Identifier: Apache-2.0
"""A module's test is found by its name: `room/module.py`, `room/test_module.py`."""

from __future__ import annotations

from pathlib import Path

import diversa

SOURCE = Path(diversa.__file__).parent
TESTS = Path(__file__).parents[1]

WITHOUT_A_TEST = {"array_types.py", "version.py"}
"""Modules that hold no more than a value; whichever gets a test leaves this set."""


def test_every_module_has_a_test_of_its_name():
    modules = [
        path.relative_to(SOURCE)
        for path in SOURCE.rglob("*.py")
        if path.name != "__init__.py"
    ]
    assert len(modules) > 300
    untested = {
        module.as_posix()
        for module in modules
        if not (TESTS / module.parent / f"test_{module.name}").is_file()
    }
    assert untested == WITHOUT_A_TEST


PROGRAMS = {"package/fresh_installs.py"}
"""Programs for Pythons in which no test runs."""


def test_what_tests_share_stands_in_one_folder():
    """So that a helper is found, and no test is run for the sake of another."""
    elsewhere = {
        path.relative_to(TESTS).as_posix()
        for path in TESTS.rglob("*.py")
        if not path.name.startswith(("test_", "conftest"))
        and path.parent != TESTS / "support"
    }
    assert elsewhere == PROGRAMS
