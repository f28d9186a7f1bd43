# SPDX-License-Identifier: Apache-2.0
"""Which published labels may stand for a raw value.

An adversary knows raw values (age 31, zip 13053); a release shows labels (`30-39`,
`130**`, `{Cuba, Peru}`, `*`). Labels are read as they are written, by whatever tool;
where the hierarchy of an attribute is given, it decides what its labels mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary
from diversa.hierarchies.coverage import plain_text
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.labels.readings import Pairs, Reading, as_pairs


@dataclass(frozen=True, eq=False)
class Cover:
    """For each raw value the labels that may stand for it (CSR).

    Example:
        >>> ages = Dictionary.build("age", ["28", "31", "52"], [1, 1, 1])
        >>> cover = covers(["<30", "30-39", "*"], ages)
        >>> [cover.of(value).tolist() for value in range(3)]
        [[0, 2], [1, 2], [2]]
    """

    starts: NDArray[np.int64] = field(repr=False)
    """The labels of value v are labels[starts[v]:starts[v + 1]]."""
    labels: NDArray[np.int64] = field(repr=False)
    """Label codes, ascending inside a value."""
    size: int
    """Number of labels."""

    @classmethod
    def of_pairs(cls, pairs: Iterable[Pairs], values: int, size: int) -> Cover:
        """Collect the pairs of several readings."""
        every = [value * size + label for value, label in pairs]
        keys = np.unique(np.concatenate([np.empty(0, np.int64), *every]))
        starts = np.searchsorted(keys, np.arange(values + 1) * size)
        return cls(starts, keys % max(size, 1), size)

    def of(self, value: int) -> NDArray[np.int64]:
        """The labels that may stand for one value."""
        return self.labels[self.starts[value] : self.starts[value + 1]]

    @cached_property
    def keys(self) -> NDArray[np.int64]:
        """Value and label of each pair in one number, ascending."""
        values = np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))
        return values * self.size + self.labels


def covers(
    labels: Sequence[object],
    raw: Dictionary,
    *,
    hierarchy: HierarchyKind | None = None,
    level: int | None = None,
) -> Cover:
    """Find the labels that may stand for each raw value of an attribute.

    A missing value is a value of its own: a missing label and `*` stand for it, and a
    set that says so.

    Args:
        labels: The published labels; None stands for missing.
        raw: The raw values.
        hierarchy: How the attribute was generalized. Its labels mean what it says;
            of other labels only sets, ranges in brackets and `*` are read.
        level: The level of the attribute, where the release has one.
    """
    texts = [None if label is None else plain_text(label) for label in labels]
    reading = Reading(texts, raw)
    ways = [reading.anything(), reading.missing(), reading.sets()]
    if hierarchy is None:
        ways += [reading.exact(labels), reading.masks(), *reading.spans(texts)]
    else:
        ways.append(generalized(texts, raw, hierarchy, level))
        boxes = [text if text and text.startswith("[") else None for text in texts]
        ways += reading.spans(boxes)
    return Cover.of_pairs(ways, raw.size, len(labels))


def generalized(
    labels: Sequence[str | None],
    raw: Dictionary,
    hierarchy: HierarchyKind,
    level: int | None,
) -> Pairs:
    """The labels that a hierarchy gives to each value, on one level or on all."""
    built = hierarchy.build(raw)
    place_of = {label: place for place, label in enumerate(labels) if label is not None}
    levels = range(built.height + 1) if level is None else [level]
    return as_pairs(
        (code, place_of[text])
        for number in levels
        for code, name in enumerate(built.maps[number].tolist())
        if (label := built.labels[number][name]) is not None
        and (text := plain_text(label)) in place_of
    )
