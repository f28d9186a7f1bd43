# SPDX-License-Identifier: Apache-2.0
"""Boxes: what is published of a group that is no product of levels.

A single value is published as it is, several numbers as a range such as `[17-25]`,
several categories as a set such as `{Cuba, Peru}`, all of them as `*`. Boxes are as
tight as the data: they show the extremes of the group.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import as_text
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.search.axes import is_number_line


def box_labels(
    hierarchy: Hierarchy,
    codes: NDArray[np.int32],
    part: NDArray[np.int32],
    parts: int,
) -> list[object]:
    """What is published of one attribute in each part."""
    domain = hierarchy.sizes[0]
    pairs = np.unique(part.astype(np.int64) * domain + codes)
    values = pairs % domain
    starts = np.searchsorted(pairs // domain, np.arange(parts + 1))
    if is_number_line(hierarchy):
        return range_labels(hierarchy, values, starts)
    return set_labels(hierarchy, values, starts)


def range_labels(
    hierarchy: Hierarchy, values: NDArray[np.int64], starts: NDArray[np.int64]
) -> list[object]:
    """The range of the numbers of each part."""
    numbers = hierarchy.numbers
    if numbers is None:
        return set_labels(hierarchy, values, starts)
    part = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    ordered = values[np.lexsort((numbers[values], part))]
    lows, highs = ordered[starts[:-1]].tolist(), ordered[starts[1:] - 1].tolist()
    names = hierarchy.labels[0]
    return [
        names[low] if low == high else range_label(names[low], names[high])
        for low, high in zip(lows, highs, strict=True)
    ]


def range_label(low: object, high: object) -> str:
    """A range; ends that have dashes themselves are set apart by a word.

    A coded end of the scale leaves the range open.

    >>> range_label(17, 25), range_label("2025-01-02", "2025-03-09")
    ('[17-25]', '[2025-01-02 to 2025-03-09]')
    >>> range_label(85, ">=90"), range_label("<18", 25), range_label("<18", ">=90")
    ('>=85', '<=25', '*')
    """
    ends = as_text(low), as_text(high)
    below, above = ends[0].startswith("<"), ends[1].startswith(">=")
    if below or above:
        return TOP if below and above else f"<={ends[1]}" if below else f">={ends[0]}"
    return f"[{(' to ' if '-' in ''.join(ends) else '-').join(ends)}]"


def set_labels(
    hierarchy: Hierarchy, values: NDArray[np.int64], starts: NDArray[np.int64]
) -> list[object]:
    """The set of the values of each part; equal sets share one label."""
    made: dict[tuple[int, ...], object] = {}
    listed, bounds = values.tolist(), starts.tolist()
    labels = []
    for begin, end in pairwise(bounds):
        members = tuple(listed[begin:end])
        if members not in made:
            made[members] = set_label(hierarchy, members)
        labels.append(made[members])
    return labels


def set_label(hierarchy: Hierarchy, members: tuple[int, ...]) -> object:
    """One value as it is, all as `*`, others in braces; missing is said in words."""
    names = hierarchy.labels[0]
    if len(members) == 1:
        return names[members[0]]
    if len(members) == len(names):
        return TOP
    texts = ("missing" if names[m] is None else as_text(names[m]) for m in members)
    return f"{{{', '.join(texts)}}}"
