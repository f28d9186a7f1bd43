# SPDX-License-Identifier: Apache-2.0
"""Shapes: what a part of a JSON file must be, and the faults of one that is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

ABSENT: Any = ...
"""Stands for a key that is not there."""


class Shape(Protocol):
    """What a part of a manifest must be."""

    def faults(self, value: object) -> Sequence[str]:
        """Say which keys are not what they must be, and what that is.

        A fault begins with the way from the part to the key, so that no name is put
        together for what is as it must be: ".x must be a number", " must be a list".
        """


@dataclass(frozen=True)
class Leaf:
    """A part that is judged as a whole."""

    wanted: str
    """What it must be, in words."""
    fits: Callable[[Any], bool]
    """Tell whether it is."""

    def faults(self, value: object) -> Sequence[str]:
        """What it must be, where the value does not fit."""
        if value is ABSENT or not self.fits(value):
            return (f" must be {self.wanted}",)
        return ()


@dataclass(frozen=True)
class Record:
    """An object with named parts; others beside them are not read."""

    parts: Mapping[str, Shape]
    """What each part must be."""
    optional: Mapping[str, Shape] = field(default_factory=dict)
    """Parts that need not be there."""
    rule: Leaf | None = None
    """What the parts must be together, once each is what it must be."""

    def faults(self, value: object) -> Sequence[str]:
        """The faults of every part."""
        parts: Mapping[str, object] = value if isinstance(value, dict) else {}
        faults = [
            f".{name}{fault}"
            for name, shape in self.parts.items()
            for fault in shape.faults(parts.get(name, ABSENT))
        ]
        faults += [
            f".{name}{fault}"
            for name, shape in self.optional.items()
            if name in parts
            for fault in shape.faults(parts[name])
        ]
        if not faults and self.rule is not None:
            return self.rule.faults(value)
        return faults


@dataclass(frozen=True)
class ListOf:
    """A list whose members have one shape; the first fault is enough."""

    member: Shape
    """What each must be."""

    def faults(self, value: object) -> Sequence[str]:
        """The first fault of a member."""
        if not isinstance(value, list):
            return (" must be a list",)
        return first(
            f"[{place}]{fault}"
            for place, member in enumerate(value)
            for fault in self.member.faults(member)
        )


@dataclass(frozen=True)
class MapOf:
    """An object with keys of the user's; the first fault is enough."""

    member: Shape
    """What each value must be."""

    def faults(self, value: object) -> Sequence[str]:
        """The first fault of a value; its key is the user's, and not told."""
        if not isinstance(value, dict):
            return (" must be an object",)
        return first(
            f".*{fault}"
            for member in value.values()
            for fault in self.member.faults(member)
        )


@dataclass(frozen=True)
class Maybe:
    """A part that may be null."""

    shape: Shape
    """What it must be otherwise."""

    def faults(self, value: object) -> Sequence[str]:
        """The faults of what is not null."""
        return () if value is None else self.shape.faults(value)


def first(faults: Iterable[str]) -> Sequence[str]:
    """The first of several faults."""
    for fault in faults:
        return (fault,)
    return ()
