# SPDX-License-Identifier: Apache-2.0
"""Pictures of a recoding: numbers for a drawing of the lattice, or of labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from diversa.codec import REST, Must
from diversa.codec.numbers import Count

Node = tuple[
    Count, float, Literal["fails", "holds", "minimal", "unjudged", "published"]
]
"""A node of a lattice: height, loss and kind."""


@dataclass(frozen=True)
class LatticePicture:
    """The nodes of the lattice that was searched."""

    nodes: tuple[Annotated[Node, Must("a node")], ...]
    """Each by height and loss; nodes on one spot are one."""


@dataclass(frozen=True)
class LabelWidths:
    """Shares of the rows by the width of their labels, for one attribute."""

    attribute: str
    """Name of the column."""
    shares: Annotated[
        tuple[float, ...], Must("five shares", lambda shares: len(shares) == 5)
    ]
    """Shares of the rows: exact, narrow, wider, wide, everything."""


@dataclass(frozen=True)
class LabelsPicture:
    """Widths of the labels of groups."""

    labels: tuple[LabelWidths, ...]
    """One for each attribute."""


@dataclass(frozen=True)
class OtherPicture:
    """A picture that only other versions draw."""

    parts: Annotated[Mapping[str, Any], REST] = field(default_factory=dict)
    """Its content."""


Picture = LatticePicture | LabelsPicture | OtherPicture
"""A picture of a decision."""
