# SPDX-License-Identifier: Apache-2.0
"""Marks in `Annotated`: what a field of a file is beyond its type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

ALWAYS = "always"
"""Marks a field that is written even at its default."""

REQUIRED = "required"
"""Marks a field that a file must have, although the class has a default for it."""

REST = "rest"
"""Marks the field that takes all keys which no other field has."""

UNWRITTEN = "unwritten"
"""Marks a field that no file has."""


@dataclass(frozen=True)
class After:
    """The place of a key, where it is not that of its field; used in `Annotated`.

    A property with this mark on its hint is a key.
    """

    name: str
    """The key before it; empty for the first key."""


@dataclass(frozen=True, eq=False)
class Must:
    """A condition on a part beyond its type; used in `Annotated`."""

    expectation: str
    """The condition, in words that follow "must be"."""
    fits: Callable[[Any], bool] = lambda _: True
    """The condition as a function of values of that type."""
    schema: Mapping[str, Any] = field(default_factory=dict)
    """The condition as keywords of JSON Schema, as far as they can express it."""


@dataclass(frozen=True, eq=False)
class As:
    """Reader and writer of a type that JSON lacks; used in `Annotated`."""

    expectation: str
    """The expected JSON, in words that follow "must be"."""
    read: Callable[[Any], Any]
    """Makes the part from JSON; raises ValueError, TypeError and the like."""
    write: Callable[[Any], Any]
    """Turns the part into JSON."""
    schema: Mapping[str, Any] = field(default_factory=dict)
    """The expected JSON, as JSON Schema."""


@dataclass(frozen=True, eq=False)
class FormerNames:
    """Former names of a key, which are still read; used in `Annotated`."""

    names: tuple[str, ...]
    """The names."""
    meant: Mapping[str, Any] = field(default_factory=dict)
    """Values of old files to the values of today, where they differ."""
