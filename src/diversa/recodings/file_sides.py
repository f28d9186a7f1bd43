# SPDX-License-Identifier: Apache-2.0
"""The labels of a recoding file, each with the values that it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.codec import After
from diversa.codec.numbers import Count, Endless
from diversa.data.dictionary import Dictionary, as_text
from diversa.hierarchies.hierarchy import TOP
from diversa.metrics.sides import Sides
from diversa.recodings.file_attribute import SavedAttribute, ValueLabels


@dataclass(frozen=True)
class SavedSide:
    """A label of one attribute, with the values that it stands for."""

    label: str | None
    """The label; None is a missing value."""
    values: Annotated[tuple[str, ...], After("high")] = field(default=(), repr=False)
    """Its categories; empty for a range of numbers."""
    low: Endless | None = None
    """The least of its numbers; None without one."""
    high: Endless | None = None
    """The greatest of its numbers."""
    missing: bool = False
    """True if it stands for a missing value too."""
    first: Count | None = None
    """The first cell of a region of a public tree; None for other labels."""
    last: Count | None = None
    """The cell after its last one."""
    ancestor: bool = False
    """True if it stands for all values with this label on some level."""


def save_sides(
    labels: Sequence[object],
    sides: Sides,
    dictionary: Dictionary,
    attribute: SavedAttribute,
    *,
    ancestors: bool,
) -> tuple[tuple[SavedSide, ...], Ints, Ints]:
    """The sides of one attribute, the side of each part, and its number of values."""
    numbers: dict[tuple[str | None, int], int] = {}
    texts = [None if label is None else as_text(label) for label in labels]
    which = [
        numbers.setdefault(key, len(numbers))
        for key in zip(texts, sides.label.tolist(), strict=True)
    ]
    saved = tuple(
        save_side(
            text,
            side_codes(sides, label, text, attribute),
            dictionary,
            attribute,
            ancestors=ancestors,
        )
        for text, label in numbers
    )
    return saved, np.array(which, dtype=np.int64), sides.sizes[sides.label]


def side_codes(
    sides: Sides, label: int, text: str | None, attribute: SavedAttribute
) -> list[int]:
    """Codes of the values of a label; of numbers the ends are enough."""
    if text == TOP:
        return []
    ends_only = attribute.is_number_line
    codes: list[int] = (sides.ends if ends_only else sides.codes)(label).tolist()
    return codes


def save_side(
    label: str | None,
    codes: Sequence[int],
    dictionary: Dictionary,
    attribute: SavedAttribute,
    *,
    ancestors: bool,
) -> SavedSide:
    """One side, from the values that its label stands for."""
    missing = dictionary.missing_code in codes
    texts = [dictionary.texts[code] for code in codes if code < len(dictionary.values)]
    if label == TOP:
        return SavedSide(TOP, missing=True)
    if not attribute.is_number_line:
        several = ancestors and len(codes) > 1
        return SavedSide(label, tuple(texts), missing=missing, ancestor=several)
    numbers = [attribute.meanings[text].number or 0.0 for text in texts]
    if not numbers:
        return SavedSide(label, missing=missing)
    return SavedSide(label, (), min(numbers), max(numbers), missing)


def cover_cells(sides: Sequence[SavedSide], cell: Ints) -> Bools:
    """Values of a table that each region stands for, by their cells in a tree.

    `*` says nothing of any value, so that it stands for all.
    """
    runs = np.array([(side.first or 0, side.last or 0) for side in sides]).reshape(
        -1, 2
    )
    covered: Bools = (cell >= runs[:, :1]) & (cell < runs[:, 1:])
    covered[[side.label == TOP for side in sides]] = True
    return covered


def cover(
    sides: Sequence[SavedSide],
    dictionary: Dictionary,
    meanings: Sequence[ValueLabels | None],
) -> Bools:
    """Values of a table that each side stands for: a line per side."""
    code = {text: place for place, text in enumerate(dictionary.texts)}
    below: dict[str, list[int]] = {}
    numbers = np.full(dictionary.size, np.nan)
    for place, meaning in enumerate(meanings):
        if meaning is not None:
            numbers[place] = np.nan if meaning.number is None else meaning.number
            for label in meaning.labels[1:]:
                below.setdefault(label, []).append(place)
    covered = np.zeros((len(sides), dictionary.size), dtype=bool)
    for line, side in zip(covered, sides, strict=True):
        if side.low is not None and side.high is not None:
            line[:] = (numbers >= side.low) & (numbers <= side.high)
        line[[code[text] for text in side.values if text in code]] = True
        line[below.get(side.label or "", []) if side.ancestor else []] = True
        line[len(dictionary.values) :] = side.missing
        if side.label == TOP:
            line[:] = True
    return covered
