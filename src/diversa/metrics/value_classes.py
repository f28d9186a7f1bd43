# SPDX-License-Identifier: Apache-2.0
"""Value classes: a few classes of values, coarse enough to be shown before and after.

Quasi-identifiers are shown by the labels of a level of their hierarchy. Sensitive
values are shown without labels. Classes of a few rows are put together: a report must
not name what hardly anybody has.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import as_text
from diversa.hierarchies.hierarchy import Hierarchy

MOST = 20
"""Classes of one attribute, and one more for the rest."""

LEAST = 10
"""Rows below which a class is put to the rest."""

REST = "other"
"""The class of the rest."""


@dataclass(frozen=True, eq=False)
class ValueClasses:
    """The bucket of every value of one attribute."""

    attribute: str
    """Name of the column."""
    labels: tuple[str, ...]
    """What each bucket is called; a number for sensitive values."""
    bucket: NDArray[np.int64] = field(repr=False)
    """The bucket of each value code."""
    ordered: bool = False
    """Whether the buckets stand in the order of numbers."""

    def __len__(self) -> int:
        return len(self.labels)


def level_classes(
    hierarchy: Hierarchy, rows: NDArray[np.int64], level: int | None
) -> ValueClasses:
    """The labels of a level: the published one, or the finest with few labels.

    Args:
        hierarchy: The attribute.
        rows: Rows of each value code.
        level: The level that is published; None where there is no such level.
    """
    finest = [at for at, size in enumerate(hierarchy.sizes) if size <= MOST]
    at = max(level or 0, min(finest, default=hierarchy.height))
    to = hierarchy.maps[at].astype(np.int64)
    order = in_order(hierarchy, to, hierarchy.sizes[at])
    labels = [text_of(hierarchy.labels[at][code]) for code in order]
    place = np.argsort(order)[to]
    return merged(hierarchy.attribute, labels, place, rows, hierarchy.is_number_line)


def in_order(
    hierarchy: Hierarchy, to: NDArray[np.int64], size: int
) -> NDArray[np.int64]:
    """The codes of a level by their least number, or as they are."""
    if hierarchy.numbers is None or not hierarchy.is_number_line:
        return np.arange(size)
    least = np.full(size, np.inf)
    np.minimum.at(least, to, hierarchy.numbers)
    return np.argsort(least, kind="stable")


def sensitive_classes(sensitive: Sensitive, rows: NDArray[np.int64]) -> ValueClasses:
    """Sensitive values by how frequent they are, as numbers and without labels."""
    place = np.argsort(np.argsort(-rows, kind="stable"))
    labels = [str(rank + 1) for rank in range(len(rows))]
    return merged(sensitive.name, labels, place, rows, ordered=False)


def merged(
    attribute: str,
    labels: list[str],
    place: NDArray[np.int64],
    rows: NDArray[np.int64],
    ordered: bool,  # noqa: FBT001 - private to this module
) -> ValueClasses:
    """Put buckets of few rows, and those beyond the most, into one for the rest."""
    counts = np.bincount(place, weights=rows, minlength=len(labels))
    largest = np.argsort(-counts, kind="stable")[:MOST]
    kept = np.isin(np.arange(len(labels)), largest) & (counts >= LEAST)
    if not kept.any():
        return ValueClasses(attribute, (REST,), np.zeros_like(place))
    number = np.where(kept, np.cumsum(kept) - 1, kept.sum())
    names = [label for label, keep in zip(labels, kept, strict=True) if keep]
    rest = [] if kept.all() else [REST]
    return ValueClasses(attribute, (*names, *rest), number[place], ordered and not rest)


def text_of(label: object) -> str:
    """A label as text; missing is said in words."""
    return "missing" if label is None else as_text(label)
