# SPDX-License-Identifier: Apache-2.0
"""A look at a hierarchy before it is used: some values and their labels, as text."""

from __future__ import annotations

import numpy as np

from diversa.data.dictionary import as_text
from diversa.hierarchies.hierarchy import Hierarchy


def preview(hierarchy: Hierarchy, n: int = 10) -> str:
    """Draw a table of up to n values, spread over the column, on every level.

    It shows values: keep it from the people a release is made for.

    Example:
        >>> from diversa.data.dictionary import Dictionary
        >>> from diversa.hierarchies.masking import Masking
        >>> zips = Dictionary.build("zip", ["130", "148", None], [1, 2, 1])
        >>> print(preview(Masking().build(zips)))
        zip        level 1    level 2    level 3
        130        13*        1**        *
        148        14*        1**        *
        (missing)  (missing)  (missing)  *
        3 values   3 labels   2 labels   1 label
    """
    lines = grid(hierarchy, n)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = (
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    )
    return "\n".join(line.rstrip() for line in padded)


def grid(hierarchy: Hierarchy, n: int) -> list[tuple[str, ...]]:
    """The cells of a preview: titles, up to n values on every level, and totals."""
    size = hierarchy.sizes[0]
    codes = np.unique(np.linspace(0, size - 1, min(n, size)).round().astype(int))
    columns = [
        [
            title,
            *(one_line(names[hierarchy.step(0, level)[code]]) for code in codes),
            total,
        ]
        for level, (title, names, total) in enumerate(
            zip(titles(hierarchy), hierarchy.labels, totals(hierarchy), strict=True)
        )
    ]
    return list(zip(*columns, strict=True))


def titles(hierarchy: Hierarchy) -> list[str]:
    """Name the columns of the table."""
    levels = range(1, hierarchy.height + 1)
    return [hierarchy.attribute, *(f"level {level}" for level in levels)]


def totals(hierarchy: Hierarchy) -> list[str]:
    """Count the values and the labels of each level."""
    nouns = ["value", *["label"] * hierarchy.height]
    return [
        f"{size} {noun}{'' if size == 1 else 's'}"
        for size, noun in zip(hierarchy.sizes, nouns, strict=True)
    ]


def one_line(label: object) -> str:
    """Write a label on one line."""
    return "(missing)" if label is None else " ".join(as_text(label).split())
