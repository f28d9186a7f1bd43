# SPDX-License-Identifier: Apache-2.0
"""The boxes of a release as a reader sees them, and the people who fit into each.

Groups with the same labels are one box. A mean or a median says nothing certain of the
numbers behind it, so that its box is as wide as the column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.counts import kernels
from diversa.counts.light_numpy import runs
from diversa.data.label_meaning import AREA, LabelMeaning
from diversa.metrics.recoded import Recoded
from diversa.metrics.sides import Sides
from diversa.metrics.value_spans import positions
from diversa.recodings.recoding import Recoding
from diversa.rehearsals.claim_sets import NOTHING, ClaimSets, state
from diversa.rehearsals.predicates import Predicates
from diversa.rehearsals.thirds import PeopleTuples, Third

MOST_BYTES = 1 << 26
"""Bytes of one step of the search for people in boxes."""


@dataclass(frozen=True, eq=False)
class ReleaseBoxes:
    """The distinct boxes of a release."""

    sides: tuple[Sides, ...] = field(repr=False)
    """The sides of the boxes; their `label` has one entry for each box."""
    sizes: Ints = field(repr=False)
    """People, or rows, that are published with each box."""
    own_box: Ints = field(repr=False)
    """A box..."""
    own_entry: Ints = field(repr=False)
    """... an entry of the released people who are published with it..."""
    own_rows: Ints = field(repr=False)
    """... and how many of them."""
    number: Ints = field(repr=False)
    """The number here of each box of the recoding; -1 where it was not chosen."""
    stated: tuple[ClaimSets, ...] = field(repr=False)
    """For each column, the sets that its labels say to be in their groups."""

    def __len__(self) -> int:
        return len(self.sizes)

    @classmethod
    def of(
        cls,
        recoded: Recoded,
        recoding: Recoding,
        released: Third,
        meaning: LabelMeaning = AREA,
    ) -> ReleaseBoxes:
        """The boxes of the release of a third; `meaning` is what its labels say."""
        sides, stated = sides_by_text(recoded, recoding, released, meaning)
        number, first = distinct_boxes(sides, recoded.boxes)
        chosen = tuple(of_boxes(side, first) for side in sides)
        if recoded.entries is None:
            message = "a release without its table has no boxes to rehearse"
            raise ValueError(message)
        entries = recoded.entries
        kept = entries.box >= 0
        box, cell = number[entries.box[kept]], entries.cell[kept]
        pairs, which = match_entries(released, box, cell)
        own_box, own_entry = np.divmod(pairs, max(1, released.people.entries))
        if released.people.owner is None:
            rows = np.bincount(which, entries.rows[kept], len(pairs)).astype(np.int64)
            sizes = np.bincount(own_box, rows, len(first)).astype(np.int64)
        else:
            rows = released.people.rows[own_entry]
            sizes = released.people.count(own_box, own_entry, len(first))
        return cls(chosen, sizes, own_box, own_entry, rows, number, stated)

    @cached_property
    def generalized(self) -> Bools:
        """True for boxes with a label that stands for several values."""
        marks = np.zeros(len(self), dtype=np.bool_)
        for side in self.sides:
            marks |= side.sizes[side.label] > 1
        return marks

    def select(self, chosen: Ints) -> ReleaseBoxes:
        """Some of the boxes, in this order."""
        place = np.full(len(self), -1, dtype=np.int64)
        place[chosen] = np.arange(len(chosen))
        box = place[self.own_box]
        return ReleaseBoxes(
            tuple(of_boxes(side, chosen) for side in self.sides),
            self.sizes[chosen],
            box[box >= 0],
            self.own_entry[box >= 0],
            self.own_rows[box >= 0],
            place[self.number],
            self.stated,
        )

    @cached_property
    def predicates(self) -> tuple[Predicates, ...]:
        """The sets that are tried inside the labels, column after column."""
        return tuple(map(Predicates, self.sides, self.stated))

    def members(self, people: PeopleTuples) -> tuple[Ints, Ints]:
        """Pairs of a box and an entry of people who fit into it, box after box."""
        step = max(1, MOST_BYTES // max(1, people.entries))
        found = [
            self._members(np.arange(begin, min(begin + step, len(self))), people)
            for begin in range(0, len(self), step)
        ]
        empty = np.empty(0, dtype=np.int64)
        boxes, entries = zip(*found, strict=True) if found else ((empty,), (empty,))
        return np.concatenate(boxes), np.concatenate(entries)

    def _members(self, boxes: Ints, people: PeopleTuples) -> tuple[Ints, Ints]:
        """The same for some of the boxes: one bit for each box and entry."""
        fits = np.full((len(boxes), (people.entries + 7) // 8), 255, dtype=np.uint8)
        for side, codes in zip(self.sides, people.codes, strict=True):
            labels, which = np.unique(side.label[boxes], return_inverse=True)
            bits = np.packbits(cover(side, labels)[:, codes], axis=1)
            fits &= bits[which.ravel()]
        box, entry = np.nonzero(np.unpackbits(fits, axis=1, count=people.entries))
        return boxes[box], entry.astype(np.int64)

    def covering(
        self, columns: Sequence[int], codes: Sequence[Ints]
    ) -> Iterator[Bools]:
        """For some people at a time, the boxes that cover them on some columns.

        `codes` has the codes of each person, column after column.
        """
        people = len(codes[0]) if codes else 0
        step = max(1, MOST_BYTES // max(1, len(self)))
        for begin in range(0, people, step):
            some = slice(begin, begin + step)
            fits = np.ones((len(codes[0][some]), len(self)), dtype=np.bool_)
            for column, own in zip(columns, codes, strict=True):
                values, which = np.unique(own[some], return_inverse=True)
                label = self.sides[column].label
                fits &= self._covers[column].T[values][:, label][which.ravel()]
            yield fits

    def covers(self, columns: Sequence[int], box: Ints, codes: Sequence[Ints]) -> Bools:
        """For pairs of a box and codes, whether the box covers them on some columns."""
        fits = np.ones(len(box), dtype=np.bool_)
        for column, own in zip(columns, codes, strict=True):
            fits &= self._covers[column][self.sides[column].label[box], own]
        return fits

    @cached_property
    def _covers(self) -> tuple[Bools, ...]:
        """Label by value code, for each column."""
        return tuple(cover(side, np.arange(len(side.sizes))) for side in self.sides)


def cover(side: Sides, labels: Codes | Ints) -> Bools:
    """Label by value code: the values that a label stands for."""
    lengths = np.diff(side.starts)[labels]
    spans = runs(side.starts[labels], lengths)
    owner = np.repeat(np.arange(len(labels)), lengths)
    edges = np.zeros((len(labels), side.domain + 1), dtype=np.int32)
    np.add.at(edges, (owner, side.first[spans]), 1)
    np.add.at(edges, (owner, side.last[spans] + 1), -1)
    inside = np.cumsum(edges[:, :-1], axis=1) > 0
    covers: Bools = inside[:, positions(side.order)]
    return covers


def of_boxes(side: Sides, boxes: Ints) -> Sides:
    """The same labels for some boxes, in this order."""
    return replace(side, label=side.label[boxes])


def sides_by_text(
    recoded: Recoded, recoding: Recoding, released: Third, meaning: LabelMeaning
) -> tuple[tuple[Sides, ...], tuple[ClaimSets, ...]]:
    """The sides of boxes with one label for each text, and the sets that they state."""
    sides = tuple(wide_if_average(side, recoding) for side in recoded.sides)
    grouping, cells = recoding.grouping, released.counted.cells
    if grouping is None or grouping.labels is None or meaning.states_nothing:
        return sides, (NOTHING,) * len(sides)
    both = [
        state(side, labels, cells.dictionary(name), meaning, recoded.box_rows)
        for side, labels, name in zip(
            sides, grouping.labels, recoded.names, strict=True
        )
    ]
    return tuple(side for side, _ in both), tuple(sets for _, sets in both)


def wide_if_average(side: Sides, recoding: Recoding) -> Sides:
    """The side; all values where averages are published."""
    if recoding.averages is None or not side.hierarchy.is_number_line:
        return side
    lows = np.zeros(len(side.label), dtype=np.int64)
    highs = lows + len(side.order) - 1
    return Sides.of_spans(side.hierarchy, side.order, lows, highs)


def distinct_boxes(sides: Sequence[Sides], boxes: int) -> tuple[Ints, Ints]:
    """Number boxes by their labels; and the first box of each number."""
    alike, first = np.zeros(boxes, dtype=np.int64), np.arange(min(boxes, 1))
    groups = 1
    for side in sides:  # boxes with the same labels so far, split by one more
        keys = alike * len(side.sizes) + side.label[:boxes]
        number, first = kernels.group_keys(keys, groups * len(side.sizes))
        alike, groups = number.astype(np.int64), len(first)
    return alike, first.astype(np.int64)


def match_entries(third: Third, box: Ints, cell: Ints) -> tuple[Ints, Ints]:
    """Numbers of boxes with entries of people, from boxes with cells.

    Returns the distinct numbers, ascending, and which of them each pair of a box and an
    entry is; without several tuples of a person, pairs are those that were given.
    """
    cells, entry = third.own_entries
    order = np.argsort(cells, kind="stable")
    starts = np.searchsorted(cells[order], np.arange(cell.max(initial=-1) + 2))
    lengths = np.diff(starts)[cell]
    entries = entry[order[runs(starts[cell], lengths)]]
    numbers = np.repeat(box, lengths) * max(1, third.people.entries) + entries
    pairs, which = np.unique(numbers, return_inverse=True)
    return pairs, which.ravel()
