# SPDX-License-Identifier: Apache-2.0
"""Dataclasses with every kind of hint that the codec knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

from diversa.codec import ALWAYS, REST, After, As, FormerNames, Must


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


Rows = Annotated[
    int, Must("a number of rows", lambda value: value >= 0, {"minimum": 0})
]
Share = Annotated[
    Fraction,
    As(
        "a share such as 1/3",
        lambda value: Fraction(value) if isinstance(value, str) else None.missing,
        str,
        {"type": "string"},
    ),
]


@dataclass(frozen=True)
class Point:
    """A place."""

    x: Annotated[float, After("y")]
    """Across."""
    y: float = 0.0
    """Upwards."""

    @property
    def sum(self) -> Annotated[float, After("x")]:
        """Both together."""
        return self.x + self.y


@dataclass(frozen=True)
class Ring:
    """A circle."""

    radius: Annotated[float, Must("a number above 0", lambda value: value > 0)]
    """How wide."""


@dataclass(frozen=True)
class Tree:
    """A node and those below it."""

    name: str
    below: tuple[Tree, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Everything:
    """One of each."""

    rows: Rows
    """How many."""
    name: Annotated[str, FormerNames(("title",), {"none": "nobody"})]
    flag: bool = False
    colour: Colour = Colour.RED
    word: Literal["drop", "star"] = "drop"
    number: float | None = None
    always: Annotated[int | None, ALWAYS] = None
    names: tuple[str, ...] = ()
    pair: tuple[str, int] | None = None
    levels: Mapping[str, int] = field(default_factory=dict)
    share: Share = Fraction(0)
    shape: Point | Ring | None = None
    tree: Tree | None = None
    more: Annotated[Mapping[str, Any], REST] = field(default_factory=dict)
    RULE: ClassVar = Must(
        "as many names as rows, or none",
        lambda part: not part.names or len(part.names) == part.rows,
    )


GOOD = {
    "rows": 2,
    "name": "x",
    "colour": "blue",
    "word": "star",
    "number": 1,
    "names": ["a", "b"],
    "pair": ["a", 1],
    "levels": {"age": 2},
    "share": "1/3",
    "tree": {"name": "a", "below": [{"name": "b"}]},
}
"""The JSON of an `Everything`."""
