# SPDX-License-Identifier: Apache-2.0
"""Shapes: what a part of a JSON file must be, and the faults of one that is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

ABSENT: Any = ...
"""Stands for a key that is not there."""


class Shape(Protocol):
    """What a part of a manifest must be."""

    def faults(self, value: object, key: str) -> Iterator[str]:
        """Say which keys are not what they must be, and what that is."""


@dataclass(frozen=True)
class Leaf:
    """A part that is judged as a whole."""

    wanted: str
    """What it must be, in words."""
    fits: Callable[[Any], bool]
    """Tell whether it is."""

    def faults(self, value: object, key: str) -> Iterator[str]:
        """The key, where the value does not fit."""
        if value is ABSENT or not self.fits(value):
            yield f"{key} must be {self.wanted}"


@dataclass(frozen=True)
class Record:
    """An object with named parts; others beside them are not read."""

    parts: Mapping[str, Shape]
    """What each part must be."""
    optional: Mapping[str, Shape] = field(default_factory=dict)
    """Parts that need not be there."""
    rule: Leaf | None = None
    """What the parts must be together, once each is what it must be."""

    def faults(self, value: object, key: str) -> Iterator[str]:
        """The faults of every part."""
        parts: Mapping[str, object] = value if isinstance(value, dict) else {}
        before = f"{key}." if key else ""
        faults = [
            fault
            for name, shape in self.parts.items()
            for fault in shape.faults(parts.get(name, ABSENT), f"{before}{name}")
        ]
        faults += [
            fault
            for name, shape in self.optional.items()
            if name in parts
            for fault in shape.faults(parts[name], f"{before}{name}")
        ]
        if not faults and self.rule is not None:
            faults += self.rule.faults(value, key)
        yield from faults


@dataclass(frozen=True)
class ListOf:
    """A list whose members have one shape; the first fault is enough."""

    member: Shape
    """What each must be."""

    def faults(self, value: object, key: str) -> Iterator[str]:
        """The first fault of a member."""
        if not isinstance(value, list):
            yield f"{key} must be a list"
            return
        members = enumerate(value)
        faults = (
            fault
            for place, member in members
            for fault in self.member.faults(member, f"{key}[{place}]")
        )
        yield from first(faults)


@dataclass(frozen=True)
class MapOf:
    """An object with keys of the user's; the first fault is enough."""

    member: Shape
    """What each value must be."""

    def faults(self, value: object, key: str) -> Iterator[str]:
        """The first fault of a value; its key is the user's, and not told."""
        if not isinstance(value, dict):
            yield f"{key} must be an object"
            return
        faults = (
            fault
            for member in value.values()
            for fault in self.member.faults(member, f"{key}.*")
        )
        yield from first(faults)


@dataclass(frozen=True)
class Maybe:
    """A part that may be null."""

    shape: Shape
    """What it must be otherwise."""

    def faults(self, value: object, key: str) -> Iterator[str]:
        """The faults of what is not null."""
        if value is not None:
            yield from self.shape.faults(value, key)


def first(faults: Iterator[str]) -> Iterator[str]:
    """The first of several faults."""
    for fault in faults:
        yield fault
        return
