# SPDX-License-Identifier: Apache-2.0
"""The rows of groups as an adversary sees them who learns what goes with what.

Quasi-identifiers are classes: numbers and dates are cut into few classes of about the
same number of rows, and every other value is a class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from diversa.array_types import Bools, Codes, Floats, Ints
from diversa.counts import kernels
from diversa.counts.frequency_classes import frequency_classes
from diversa.counts.group_posterior import row_groups
from diversa.counts.groups import Groups
from diversa.counts.histogram import Histogram
from diversa.counts.kernels.correlations import TupleRows
from diversa.counts.light_numpy import runs
from diversa.data.dictionary import Dictionary
from diversa.errors import InternalError


@dataclass(frozen=True, eq=False)
class ClassRows:
    """Rows of groups, by classes, and the counts of the values of their groups."""

    rows: TupleRows = field(repr=False)
    """The rows, group after group."""
    starts: Ints = field(repr=False)
    """The classes of attribute j are starts[j]:starts[j + 1]."""
    class_shares: Floats = field(repr=False)
    """The share of each class among the rows of its attribute."""
    value_shares: Floats = field(repr=False)
    """The share of each value."""
    truth: Codes | None = field(default=None, repr=False)
    """The place of the value of each row among those of its group, if it is known."""

    def __len__(self) -> int:
        """The number of groups."""
        return len(self.rows.groups.rows) - 1

    @property
    def true_places(self) -> Codes:
        """The place of the value of each row among those of its group."""
        if self.truth is None:
            raise InternalError("the values of rows must be known")
        return self.truth

    @property
    def true_values(self) -> Codes:
        """The value of each row."""
        groups = self.rows.groups
        return self.rows.values[groups.values[self.group] + self.true_places]

    @property
    def sizes(self) -> Ints:
        """Rows of each group."""
        return np.diff(self.rows.groups.rows)

    @property
    def group(self) -> Ints:
        """The group of each row."""
        return np.repeat(np.arange(len(self)), self.sizes)

    @property
    def width(self) -> Ints:
        """Values of the group of each row."""
        return np.repeat(np.diff(self.rows.groups.values), self.sizes)

    @property
    def shares(self) -> Floats:
        """For each row and value of its group, the share of the value in the group."""
        groups = self.rows.groups
        values = np.diff(groups.values)
        entry = runs(np.repeat(groups.values[:-1], self.sizes), self.width)
        return groups.counts[entry] / np.repeat(self.sizes, self.sizes * values)

    @property
    def states(self) -> Floats:
        """For each group the number of its states, Π (count + 1)."""
        groups = self.rows.groups
        logarithms = np.log2(groups.counts + 1.0)
        sums = np.concatenate([[0.0], np.cumsum(logarithms)])
        return np.exp2(np.round(sums[groups.values[1:]] - sums[groups.values[:-1]], 9))

    def select(self, chosen: Ints) -> ClassRows:
        """Some of the groups, in the order given."""
        groups = self.rows.groups
        sizes, values = self.sizes[chosen], np.diff(groups.values)[chosen]
        row = runs(groups.rows[chosen], sizes)
        entry = runs(groups.values[chosen], values)
        starts = np.concatenate([[0], np.cumsum(values)])
        return replace(
            self,
            rows=self.rows._replace(
                groups=row_groups(sizes, starts, groups.counts[entry]),
                values=self.rows.values[entry],
                tuples=self.rows.tuples[row],
            ),
            truth=None if self.truth is None else self.truth[row],
        )

    def without(self, known: Bools) -> ClassRows:
        """The rows of which the adversary does not know the value.

        Who knows that of a row takes it out of its group, and its value with it.
        """
        groups, truth = self.rows.groups, self.true_places
        entry = (groups.values[:-1].repeat(self.sizes) + truth)[known]
        counts = groups.counts - np.bincount(entry, minlength=len(groups.counts))
        sizes = np.bincount(self.group[~known], minlength=len(self))
        return replace(
            self,
            rows=self.rows._replace(
                groups=row_groups(sizes, groups.values, counts),
                tuples=self.rows.tuples[~known],
            ),
            truth=truth[~known],
        )

    def shuffle(self, order: Ints) -> ClassRows:
        """The same groups and values, with the tuples of rows in another order."""
        return replace(self, rows=self.rows._replace(tuples=self.rows.tuples[order]))


@dataclass(frozen=True, eq=False)
class TuplePlaces:
    """Tuples of quasi-identifiers, and the groups that their rows are in."""

    table: Groups = field(repr=False)
    """The groups."""
    dictionaries: Sequence[Dictionary]
    """The values of each quasi-identifier."""
    codes: Codes = field(repr=False)
    """The tuples: a line for each quasi-identifier, a column for each tuple."""
    tuples: Ints = field(repr=False)
    """A tuple..."""
    groups: Ints = field(repr=False)
    """... a group that has rows of it..."""
    rows: Ints = field(repr=False)
    """... and how many."""
    values: Mapping[str, Codes] = field(default_factory=dict, repr=False)
    """For each sensitive attribute the value that these rows have, if the owner says
    it."""
    kept: int = 0
    """The number of columns, the last ones, that are kept: published as they are."""


def class_rows(places: TuplePlaces, on: str) -> ClassRows:
    """The rows of groups, by the classes of their tuples, and a sensitive attribute."""
    histogram = places.table.histogram(on)
    every = np.bincount(places.tuples, places.rows, places.codes.shape[1])
    number, shares, columns = np.zeros(len(every), dtype=np.int64), [], []
    kinds, starts = 1, [0]
    for dictionary, codes in zip(places.dictionaries, places.codes, strict=True):
        rows = np.bincount(codes, every, dictionary.size).astype(np.int64)
        class_of = frequency_classes(dictionary, rows)
        column, classes = class_of[codes], int(class_of.max(initial=0)) + 1
        columns.append(column + starts[-1])
        shares.append(np.bincount(column, every, classes) / max(1.0, every.sum()))
        starts.append(starts[-1] + classes)
        keys, first = kernels.group_keys(number * classes + column, kinds * classes)
        number, kinds = keys.astype(np.int64), len(first)
    order = np.lexsort((number[places.tuples], places.groups))
    line = np.repeat(order, places.rows[order])
    one_of_each = np.empty(kinds, dtype=np.int64)
    one_of_each[number] = np.arange(len(number))
    classes_of_tuples = np.stack(columns, axis=1).astype(np.int32)[one_of_each]
    values = np.bincount(
        histogram.values, histogram.counts, histogram.sensitive.dictionary.size
    )
    return ClassRows(
        TupleRows(
            row_groups(histogram.sizes, histogram.starts, histogram.counts),
            histogram.values.astype(np.int32),
            number[places.tuples[line]].astype(np.int32),
            np.ascontiguousarray(classes_of_tuples),
        ),
        np.array(starts),
        np.concatenate(shares),
        values / max(1, int(values.sum())),
        places_of_values(histogram, places, line),
    )


def places_of_values(
    histogram: Histogram, places: TuplePlaces, line: Ints
) -> Codes | None:
    """The place of the value of each row among those of its group, if it is known."""
    values = places.values.get(histogram.sensitive.name)
    if values is None:
        return None
    size = histogram.sensitive.dictionary.size
    group = places.groups[line]
    keys = histogram.group * size + histogram.values
    found = np.searchsorted(keys, group * size + values[line])
    return (found - histogram.starts[group]).astype(np.int32)
