# SPDX-License-Identifier: Apache-2.0
"""Value classes: a few classes of values, coarse enough to be shown before and after.

Quasi-identifiers are shown by the labels of a level of their hierarchy. Sensitive
values are shown without labels. Whether attributes go together is measured by finer
classes that follow the values as they were, whatever is published of them: numbers by
quantiles, others by values or a level of few labels (`raw_classes`). Classes
of a few rows are put together: a report must not name what hardly anybody has.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Floats, Ints
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Kind, as_text
from diversa.hierarchies.hierarchy import Hierarchy

MOST = 20
"""Classes of one attribute, and one more for the rest."""

LEAST = 10
"""Rows below which a class is put to the rest."""

REST = "other"
"""The class of the rest."""

TENTHS = 10
"""Quantiles that numbers are put into."""


@dataclass(frozen=True, eq=False)
class ValueClasses:
    """The bucket of every value of one attribute."""

    attribute: str
    labels: tuple[str, ...]
    """The name of each bucket; a number for sensitive values."""
    bucket: Ints = field(repr=False)
    """The bucket of each value code."""
    ordered: bool = False
    """True if the buckets stand in the order of numbers."""

    def __len__(self) -> int:
        return len(self.labels)


def level_classes(hierarchy: Hierarchy, rows: Ints, level: int | None) -> ValueClasses:
    """The labels of a level: the published one, or the finest with few labels.

    `rows` are those of each value code; `level` is None if no level is published.
    """
    finest = [at for at, size in enumerate(hierarchy.sizes) if size <= MOST]
    at = max(level or 0, min(finest, default=hierarchy.height))
    if level is None and hierarchy.sizes[at] == 1 and hierarchy.is_number_line:
        return quantile_classes(hierarchy.attribute, numbers_of(hierarchy), rows)
    return classes_at(hierarchy, rows, at)


def classes_at(hierarchy: Hierarchy, rows: Ints, at: int) -> ValueClasses:
    """The labels of a level."""
    to = hierarchy.maps[at].astype(np.int64)
    order = in_order(hierarchy, to, hierarchy.sizes[at])
    labels = [text_of(hierarchy.labels[at][code]) for code in order]
    place = np.argsort(order)[to]
    return merge_small(
        hierarchy.attribute, labels, place, rows, hierarchy.is_number_line
    )


def raw_classes(hierarchy: Hierarchy, rows: Ints) -> ValueClasses:
    """Classes that follow the values as they were, whatever level is published.

    Numbers are put into quantiles; others keep their values, or have the labels of the
    finest level of few labels that still tells them apart.
    """
    if hierarchy.is_number_line:
        return quantile_classes(hierarchy.attribute, numbers_of(hierarchy), rows)
    few = [at for at, size in enumerate(hierarchy.sizes) if 1 < size <= MOST]
    return classes_at(hierarchy, rows, min(few, default=0))


def numbers_of(hierarchy: Hierarchy) -> Floats:
    """The number of every value of a number line."""
    numbers = np.empty(0) if hierarchy.numbers is None else hierarchy.numbers
    return numbers[hierarchy.maps[0]]


def quantile_classes(attribute: str, numbers: Floats, rows: Ints) -> ValueClasses:
    """Numbers in up to ten classes of about as many rows; equal ones stay together.

    Classes are called by their place, not by their ends, which are single values.

    >>> classes = quantile_classes("age", np.arange(4.0), np.array([10, 10, 10, 10]))
    >>> classes.labels, classes.bucket.tolist()
    (('1/4', '2/4', '3/4', '4/4'), [0, 1, 2, 3])
    """
    order = np.argsort(numbers, kind="stable")
    upto = np.cumsum(rows[order])
    total = int(upto[-1]) if len(upto) else 0
    wanted = max(1, min(TENTHS, total // LEAST))
    middle = (upto - rows[order] / 2) / max(1, total)
    place = np.minimum((middle * wanted).astype(np.int64), wanted - 1)
    for small in range(wanted - 1):  # one with few rows goes to the next
        inside = place == small
        if rows[order][inside].sum() < LEAST:
            place[inside] = small + 1
    last = place == wanted - 1
    if rows[order][last].sum() < LEAST and not last.all():
        place[last] = place[~last].max()
    kinds, ranked = np.unique(place, return_inverse=True)
    bucket = np.empty(len(order), dtype=np.int64)
    bucket[order] = ranked.ravel()
    names = tuple(f"{rank + 1}/{len(kinds)}" for rank in range(len(kinds)))
    return ValueClasses(attribute, names or (REST,), bucket, ordered=True)


def in_order(hierarchy: Hierarchy, to: Ints, size: int) -> Ints:
    """The codes of a level by their least number, or as they are."""
    if hierarchy.numbers is None or not hierarchy.is_number_line:
        return np.arange(size)
    least = np.full(size, np.inf)
    np.minimum.at(least, to, hierarchy.numbers)
    return np.argsort(least, kind="stable")


def raw_sensitive_classes(sensitive: Sensitive, rows: Ints) -> ValueClasses:
    """Sensitive values by quantiles where they are numbers, all of them known."""
    dictionary = sensitive.dictionary
    if dictionary.kind is Kind.NUMBER and dictionary.missing_code is None:
        return quantile_classes(sensitive.name, dictionary.numbers, rows)
    return sensitive_classes(sensitive, rows)


def sensitive_classes(sensitive: Sensitive, rows: Ints) -> ValueClasses:
    """Sensitive values by how frequent they are, as numbers and without labels."""
    place = np.argsort(np.argsort(-rows, kind="stable"))
    labels = [str(rank + 1) for rank in range(len(rows))]
    return merge_small(sensitive.name, labels, place, rows, ordered=False)


def merge_small(
    attribute: str,
    labels: list[str],
    place: Ints,
    rows: Ints,
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
