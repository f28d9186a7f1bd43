# SPDX-License-Identifier: Apache-2.0
"""Plain output: JSON for programs, and text that cannot play tricks on a terminal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import click


def print_json(answer: Mapping[str, Any]) -> None:
    """Print one JSON object, in ASCII so that no terminal or pipe can spoil it."""
    click.echo(json.dumps(answer, indent=2, allow_nan=False))


def printable(text: str) -> str:
    r"""Write what a terminal would obey rather than show as an escape.

    >>> printable("a\x1b[2Jb\tc é")
    'a\\x1b[2Jb\\tc é'
    """
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def number(value: float, digits: int = 4) -> str:
    """Write a number for people: whole ones with commas, others in a few digits.

    >>> number(45222), number(0.123456), number(45222.4)
    ('45,222', '0.1235', '45,222')
    """
    if value == int(value) or abs(value) >= 10**digits:
        return f"{value:,.0f}"
    return f"{value:.{digits}g}"


def many(count: int, noun: str) -> str:
    """Write a count with its noun.

    >>> many(1, "row"), many(2000, "row"), many(2, "person")
    ('1 row', '2,000 rows', '2 people')
    """
    several = "people" if noun == "person" else f"{noun}s"
    return f"{count:,} {noun if count == 1 else several}"
