# SPDX-License-Identifier: Apache-2.0
"""What the library says in Python's words, the command line says in its options."""

from __future__ import annotations

import click
import pytest

from diversa.cli.main import main
from diversa.cli.option_words import in_options


def command(name):
    return main.get_command(click.Context(main), name)


@pytest.mark.parametrize(
    ("name", "said", "told"),
    [
        ("audit", "quasi_identifiers: must be", "--qi: must be"),
        ("attack", "e: must be 0 or more", "--height: must be 0 or more"),
        ("attack", "must come with a key: releases=, key=", None),
        ("audit", "population: x\nmissing: y", "--population: x\n--missing: y"),
        ("audit", "roles.sensitive: must", "roles.sensitive (--sensitive): must"),
        ("risk", "search.method: must", "search.method: must"),
        ("republish", "say so: first=True", "say so: --first"),
        ("audit", "more (memory_limit='8GB'), or", "more (--memory 8GB), or"),
        (
            "audit",
            "name one by population= or in a",
            "name one by --population or in a",
        ),
        # What the command has no option for, and calls of Python, stay as they are.
        ("risk", "sensitive: must be", "sensitive: must be"),
        ("attack", "widths.age: must be", "widths.age: must be"),
        ("audit", "people.csv: must be a table", "people.csv: must be a table"),
        ("audit", "use f(releases, key=...)", "use f(releases, key=...)"),
        ("audit", "hierarchy 'a=b': must be", "hierarchy 'a=b': must be"),
    ],
)
def test_words_of_python_become_options(name, said, told):
    if told is None:
        told = "must come with a key: --release, --key"
    assert in_options(said, command(name)) == told


def test_without_a_command_nothing_changes():
    assert in_options("population: must be", None) == "population: must be"


def test_an_error_names_the_option_that_was_typed(diversa, figure_1):
    done = diversa("audit", figure_1, "--qi", "zip", "--population", "nowhere.csv")
    assert done.code == 2
    wrong = diversa("attack", figure_1, "--qi", "zip", "--height", "-1", "--json")
    assert wrong.code == 2
    assert "--height: must be 0 or more" in wrong.stderr
    assert wrong.json["error"] == "--height: must be 0 or more, got -1"
