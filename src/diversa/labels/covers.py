# SPDX-License-Identifier: Apache-2.0
"""The published labels that may stand for a raw value.

An adversary knows raw values (age 31, zip 13053); a release shows labels (`30-39`,
`130**`, `{Cuba, Peru}`, `*`). Labels of any tool are read; the hierarchy of an
attribute, if given, decides what its labels mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary
from diversa.data.meaning import Places, are_numbers, format_label
from diversa.data.spelling import PLAIN, Spelling, ask
from diversa.hierarchies.dates import Dates
from diversa.hierarchies.hierarchy import TOP, HierarchyKind
from diversa.labels.label_reader import LabelReader, Pairs, as_pairs


@dataclass(frozen=True, eq=False)
class Cover:
    """The labels that may stand for each raw value, as compressed sparse rows.

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
        """Collect the pairs of several ways to read labels."""
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

    A missing value has a missing label, `*`, or a set with `missing` in it.

    Args:
        labels: The published labels; None stands for missing.
        raw: The raw values.
        hierarchy: How the attribute was generalized. Its labels mean what it says;
            of other labels only sets, their complements, ranges in brackets and `*`
            are read.
        level: The level of the attribute, where the release has one.
    """
    texts = [format_label(label) for label in labels]
    reading = LabelReader(texts, raw, spelling_of(raw, labels, hierarchy))
    ways = [
        *(reading.anything(), reading.missing()),
        *(reading.sets(), reading.complements()),
    ]
    if hierarchy is None:
        every = range(len(texts))
        ways += [reading.exact(labels), reading.masks(), *reading.spans(every)]
    else:
        own = hierarchy_pairs(labels, raw, hierarchy, level)
        others = np.setdiff1d(np.arange(len(texts)), own[1])
        if level is not None and others.size:
            # An automatic hierarchy of all rows may have this level elsewhere.
            values, found = hierarchy_pairs(labels, raw, hierarchy, None)
            here = np.isin(found, others)
            ways.append((values[here], found[here]))
            others = np.setdiff1d(others, found)
        ways += [own, *reading.spans(others.tolist(), boxes=True)]
    return Cover.of_pairs(ways, raw.size, len(labels))


def spelling_of(
    raw: Dictionary, labels: Sequence[object], hierarchy: HierarchyKind | None
) -> Spelling:
    """The spelling of an attribute, by its hierarchy or its values.

    If neither tells the day from the month, the user is asked, unless every label is a
    value, missing or `*`.
    """
    if isinstance(hierarchy, Dates):
        return hierarchy.spelling(raw)
    if raw.spelling.hint is None:
        return raw.spelling
    values = {*raw.texts, None, TOP}
    if not values.issuperset(map(format_label, labels)):
        ask(raw.column, raw.spelling)
    return PLAIN


def hierarchy_pairs(
    labels: Sequence[object],
    raw: Dictionary,
    hierarchy: HierarchyKind,
    level: int | None,
) -> Pairs:
    """The labels that a hierarchy gives to each value, on one level or all."""
    built = hierarchy.build(raw)
    numbers = are_numbers(raw.values)
    places = Places.of(labels, built.spelling, any_number=numbers)
    every = range(built.height + 1)
    levels = every if level is None else [level] if level in every else []
    pairs: list[tuple[int, int]] = []
    for number in levels:
        of_name = [
            [] if label is None else places.of_value(label)
            for label in built.labels[number]
        ]
        pairs += (
            (code, place)
            for code, name in enumerate(built.maps[number].tolist())
            for place in of_name[name]
        )
    return as_pairs(pairs)
