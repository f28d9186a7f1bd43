# SPDX-License-Identifier: Apache-2.0
"""Lines: every set of values that is tried in every box, with what is known of it.

What an adversary knows of a set are the numbers of people of his own in the box and in
the set (side knowledge), and the shares of all values among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.light_numpy import runs
from diversa.rehearsals.predicates import Predicates
from diversa.rehearsals.release_boxes import ReleaseBoxes
from diversa.rehearsals.thirds import PeopleTuples

PRIOR = 4
"""Weight of the shares of values, in people, beside those who are counted in a box."""

MOST_LINES = 1 << 21
"""Lines that are looked at together."""


@dataclass(frozen=True, eq=False)
class Members:
    """The people who fit into boxes: pairs of a box and an entry, box after box."""

    people: PeopleTuples = field(repr=False)
    """The people."""
    box: Ints = field(repr=False)
    """The box of each pair."""
    entry: Ints = field(repr=False)
    """The entry of each pair."""
    rows: Ints = field(repr=False)
    """People of each pair."""

    @classmethod
    def of(cls, boxes: ReleaseBoxes, people: PeopleTuples) -> Members:
        """All people who fit into boxes."""
        box, entry = boxes.members(people)
        return cls(people, box, entry, people.rows[entry])

    @classmethod
    def published(cls, boxes: ReleaseBoxes, people: PeopleTuples) -> Members:
        """The people who are published with boxes, and no others that fit."""
        return cls(people, boxes.own_box, boxes.own_entry, boxes.own_rows)

    def between(self, low: int, high: int) -> Members:
        """Those of boxes from `low` up to `high`, which are numbered from 0."""
        first, stop = np.searchsorted(self.box, [low, high])
        some = slice(first, stop)
        return Members(
            self.people, self.box[some] - low, self.entry[some], self.rows[some]
        )

    def total(self, boxes: int) -> Ints:
        """The people of each box."""
        return self.people.count(self.box, self.entry, boxes)


@dataclass(frozen=True, eq=False)
class PredicateLines:
    """The sets of one column that are tried in some boxes, box after box."""

    predicates: Predicates = field(repr=False)
    """The sets by label."""
    column: int
    """The column."""
    label: Ints = field(repr=False)
    """The label of each box."""
    box: Ints = field(repr=False)
    """The box of each line."""
    span: Ints = field(repr=False)
    """The set of each line."""

    @classmethod
    def of(cls, predicates: Predicates, column: int, label: Codes) -> PredicateLines:
        """Every set of the label of every box."""
        lengths = np.diff(predicates.begins)[label]
        span = runs(predicates.begins[label], lengths)
        box = np.repeat(np.arange(len(label)), lengths)
        return cls(predicates, column, label.astype(np.int64), box, span)

    def __len__(self) -> int:
        return len(self.box)

    def places(self, members: Members) -> Ints:
        """The place of the value of each pair among the values of its box's label."""
        codes = members.people.codes[self.column][members.entry]
        return self.predicates.places(self.label[members.box], codes)

    def count(self, members: Members) -> Ints:
        """The people in the set of each line.

        A person with two values of a set that are both in the box counts twice here;
        `count_chosen` counts everybody once.
        """
        sizes = self.predicates.side.sizes[self.label]
        begins = np.cumsum(sizes) - sizes
        place = begins[members.box] + self.places(members)
        rows = np.bincount(place, members.rows, int(sizes.sum())).astype(np.int64)
        upto = np.concatenate([[0], np.cumsum(rows)])
        spans, begin = self.predicates.spans, begins[self.box]
        first, stop = spans.first[self.span], spans.stop[self.span]
        inside = upto[begin + stop] - upto[begin + first]
        whole = upto[begin + sizes[self.box]] - upto[begin]
        return np.where(spans.rest[self.span], whole - inside, inside)

    def choose(self, lines: Ints) -> PredicateLines:
        """Some of the lines."""
        return PredicateLines(
            self.predicates, self.column, self.label, self.box[lines], self.span[lines]
        )

    def count_chosen(self, members: Members, boxes: int) -> Ints:
        """The people in the set of each box, of which each box has one at most."""
        chosen = np.full(boxes, -1, dtype=np.int64)
        chosen[self.box] = self.span
        span = chosen[members.box]
        tried = span >= 0
        spans, span = self.predicates.spans, span[tried]
        some = Members(
            members.people,
            members.box[tried],
            members.entry[tried],
            members.rows[tried],
        )
        place = self.places(some)
        inside = (spans.first[span] <= place) & (place < spans.stop[span])
        inside ^= spans.rest[span]
        return members.people.count(some.box[inside], some.entry[inside], boxes)


@dataclass(frozen=True, eq=False)
class SideKnowledge:
    """An adversary's knowledge of the lines of a column, from people of his own."""

    people: Ints = field(repr=False)
    """His people in the box of each line."""
    hits: Ints = field(repr=False)
    """Those of them in the set."""
    base: Floats = field(repr=False)
    """The share of the set in its label, by the shares of all values."""

    @classmethod
    def of(cls, lines: PredicateLines, members: Members, boxes: int) -> SideKnowledge:
        """Count the people of an adversary in the boxes and sets of lines."""
        predicates, people = lines.predicates, members.people
        domain = predicates.side.domain
        rows = np.bincount(people.codes[lines.column], people.rows, domain)
        inside, whole = predicates.weights(rows.astype(np.int64))
        label = predicates.spans.label
        base = np.divide(
            inside, whole[label], out=np.zeros_like(inside), where=inside > 0
        )
        return cls(
            members.total(boxes)[lines.box], lines.count(members), base[lines.span]
        )

    @property
    def share(self) -> Floats:
        """The share of the box that is expected in the set (q)."""
        expected = (self.hits + PRIOR * self.base) / (self.people + PRIOR)
        return np.clip(expected, 0.0, 1.0)


def walk(boxes: ReleaseBoxes) -> Iterator[tuple[int, int, PredicateLines]]:
    """All lines, for runs of boxes and column after column.

    Each run is given by its first box and the one behind its last; the lines number its
    boxes from 0.
    """
    predicates = boxes.predicates
    for low, high in chunks(predicates, boxes):
        for column, sets in enumerate(predicates):
            lines = PredicateLines.of(sets, column, sets.side.label[low:high])
            if len(lines):
                yield low, high, lines


def chunks(
    predicates: Sequence[Predicates], boxes: ReleaseBoxes
) -> list[tuple[int, int]]:
    """Runs of boxes that have few enough lines together."""
    lines = np.zeros(len(boxes), dtype=np.int64)
    for column in predicates:
        lines += np.diff(column.begins)[column.side.label]
        lines += column.side.sizes[column.side.label]
    part = np.cumsum(lines) // MOST_LINES
    edges = [0, *(np.flatnonzero(np.diff(part)) + 1).tolist(), len(boxes)]
    return [(low, high) for low, high in pairwise(edges) if low < high]
