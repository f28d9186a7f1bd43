# SPDX-License-Identifier: Apache-2.0
"""Predicates: smaller sets of values inside the labels of a release.

"In this box, and the country is Cuba": an adversary narrows one label of a box. The
sets that are tried are each value, the ends of a range and runs of values from its
ends, the nodes of the hierarchy, and what each of them leaves of the label. All of them
are spans of the label's values in the order of the hierarchy, or what a span leaves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from diversa.array_types import Bools, Floats, Ints
from diversa.counts.light_numpy import changes, places_in_runs, runs
from diversa.metrics.sides import Sides
from diversa.metrics.value_spans import positions
from diversa.recodings.axes import leaf_order
from diversa.rehearsals.claim_sets import NOTHING, ClaimSets

VALUE, END, RUN, NODE, STATED = range(5)
"""Kinds of sets: a value, the end of a range, a run from an end, a node, and others
that a label states."""

RUNS = (2, 3)
"""Values of runs from an end of a range, beside a quarter and a half of it."""


class Spans(NamedTuple):
    """Sets of values: spans of the values of a label, or what they leave of it."""

    label: Ints
    """The label that each set is in."""
    first: Ints
    """The first place of the span among the values of the label."""
    stop: Ints
    """The place behind the last one."""
    rest: Bools
    """True for what the span leaves."""
    kind: Ints
    """The kind of the set."""


@dataclass(frozen=True, eq=False)
class Predicates:
    """All sets that are tried inside the labels of one quasi-identifier."""

    side: Sides = field(repr=False)
    """The labels."""
    stated: ClaimSets = field(default=NOTHING, repr=False)
    """The sets that labels say to be in their groups."""

    @cached_property
    def starts(self) -> Ints:
        """The values of a label are codes[starts[label]:starts[label + 1]]."""
        return np.concatenate([[0], np.cumsum(self.side.sizes)]).astype(np.int64)

    @cached_property
    def codes(self) -> Ints:
        """The values of each label, in the order of the hierarchy."""
        codes: Ints = self.order[self._keys % max(1, self.side.domain)]
        return codes

    @cached_property
    def order(self) -> Ints:
        """The codes of all values in the order of the hierarchy."""
        return leaf_order(self.side.hierarchy)

    @cached_property
    def _keys(self) -> Ints:
        """A number for each label and value, ascending."""
        side = self.side
        codes = side.order[runs(side.first, side.last - side.first + 1)]
        owner = np.repeat(side.owner, side.last - side.first + 1)
        return np.sort(owner * max(1, side.domain) + positions(self.order)[codes])

    def places(self, label: Ints, codes: Ints) -> Ints:
        """The place of each value among those of a label that covers it."""
        keys = label * max(1, self.side.domain) + positions(self.order)[codes]
        found = np.searchsorted(self._keys, keys)
        return found - self.starts[label]

    @cached_property
    def spans(self) -> Spans:
        """The sets, label after label, each of them once."""
        parts = [self._values(), *self._runs(), *self._nodes()]
        label, first, stop, _, kind = map(np.concatenate, zip(*parts, strict=True))
        both = np.tile(np.arange(len(label)), 2)
        rest = np.arange(len(both)) >= len(label)
        every = Spans(label[both], first[both], stop[both], rest, kind[both])
        parts = [self._in_one_form(every), self._stated[0]]
        every = Spans(*map(np.concatenate, zip(*parts, strict=True)))
        # The first of equal sets stays; those of a label stand together.
        _, place = np.unique(self._numbers(every), return_index=True)
        place = place[np.lexsort((place, every.label[place]))]
        return Spans(
            every.label[place],
            every.first[place],
            every.stop[place],
            every.rest[place],
            every.kind[place],
        )

    def _in_one_form(self, spans: Spans) -> Spans:
        """The same sets; what a span at an end leaves is a span itself."""
        size = self.side.sizes[spans.label]
        low, high = spans.first == 0, spans.stop == size
        turned = spans.rest & (low | high)
        first = np.where(turned, np.where(low, spans.stop, 0), spans.first)
        stop = np.where(turned, np.where(low, size, spans.first), spans.stop)
        return Spans(spans.label, first, stop, spans.rest & ~turned, spans.kind)

    def _numbers(self, spans: Spans) -> Ints:
        """A number for each set, the same for equal ones in one form."""
        width = self.side.domain + 1
        numbers: Ints = (spans.label * width + spans.first) * width + spans.stop
        return 2 * numbers + spans.rest

    @cached_property
    def _stated(self) -> tuple[Spans, Ints]:
        """The sets that labels state, with the rows behind each.

        Sets that are neither a span nor what a span leaves are left out.
        """
        stated, sizes = self.stated, np.diff(self.stated.starts)
        owner = np.repeat(np.arange(len(sizes)), sizes)
        place = self.places(stated.label[owner], stated.codes)
        order = np.lexsort((place, owner))
        owner, place = owner[order], place[order]
        # A set is a run of places, or two runs at the ends of the label.
        begins = np.flatnonzero(changes(owner) | np.append(True, np.diff(place) > 1))
        run_owner, low = owner[begins], place[begins]
        high = low + np.diff(begins, append=len(place))
        many = np.bincount(run_owner, minlength=len(sizes))
        first_run = np.searchsorted(run_owner, np.arange(len(sizes)))
        whole = self.side.sizes[stated.label]
        one, two = np.flatnonzero(many == 1), np.flatnonzero(many == 2)
        one = one[sizes[one] < whole[one]]
        left, right = first_run[two], first_run[two] + 1
        ends = (low[left] == 0) & (high[right] == whole[two])
        two, left, right = two[ends], left[ends], right[ends]
        chosen = np.concatenate([one, two])
        spans = Spans(
            stated.label[chosen],
            np.concatenate([low[first_run[one]], high[left]]),
            np.concatenate([high[first_run[one]], low[right]]),
            np.arange(len(chosen)) >= len(one),
            np.full(len(chosen), STATED),
        )
        return self._in_one_form(spans), stated.rows[chosen]

    @cached_property
    def backing(self) -> Ints:
        """Least rows in each set, as its label states; 0 where it states nothing."""
        backing = np.zeros(len(self.spans.label), dtype=np.int64)
        spans, rows = self._stated
        own = self._numbers(self.spans)
        order = np.argsort(own)
        place = order[np.searchsorted(own[order], self._numbers(spans))]
        np.maximum.at(backing, place, rows)
        return backing

    @cached_property
    def begins(self) -> Ints:
        """The sets of a label are begins[label]:begins[label + 1]."""
        return np.searchsorted(self.spans.label, np.arange(len(self.side.sizes) + 1))

    @property
    def _several(self) -> Ints:
        """The labels that stand for several values."""
        return np.flatnonzero(self.side.sizes > 1)

    def _values(self) -> Spans:
        """Each value of a label; the ends of ranges are marked."""
        labels = self._several
        sizes = self.side.sizes[labels]
        label, place = np.repeat(labels, sizes), places_in_runs(sizes)
        kind = np.full(len(label), VALUE)
        if self.side.hierarchy.is_number_line:
            last = place == np.repeat(sizes, sizes) - 1
            kind[last | (place == 0)] = END
        return Spans(label, place, place + 1, np.zeros(len(label), np.bool_), kind)

    def _runs(self) -> list[Spans]:
        """Runs of values from both ends of ranges of numbers."""
        if not self.side.hierarchy.is_number_line:
            return []
        labels = self._several
        sizes = self.side.sizes[labels]
        lengths = [np.full_like(sizes, run) for run in RUNS]
        lengths += [-(-sizes // 4), -(-sizes // 2)]
        found = []
        for number, length in enumerate(lengths):
            new = (length > 1) & (length < sizes)
            for other in lengths[:number]:
                new &= length != other
            label, size, run = labels[new], sizes[new], length[new]
            whole = np.zeros(len(label), np.bool_)
            kind = np.full(len(label), RUN)
            found.append(Spans(label, np.zeros_like(run), run, whole, kind))
            found.append(Spans(label, size - run, size, whole, kind))
        return found

    def _nodes(self) -> list[Spans]:
        """The nodes of the hierarchy that a label divides into, level after level."""
        found, hierarchy = [], self.side.hierarchy
        owner = np.repeat(np.arange(len(self.side.sizes)), self.side.sizes)
        for level in range(1, hierarchy.height + 1):
            node = hierarchy.maps[level][self.codes]
            begin = np.flatnonzero(changes(owner) | changes(node))
            length = np.diff(begin, append=len(node))
            label = owner[begin]
            kept = (length > 1) & (length < self.side.sizes[label])
            first = begin[kept] - self.starts[label[kept]]
            stop = first + length[kept]
            whole = np.zeros(len(first), np.bool_)
            kind = np.full(len(first), NODE)
            found.append(Spans(label[kept], first, stop, whole, kind))
        return found

    def weights(self, rows: Ints) -> tuple[Floats, Floats]:
        """The share of people, by their values, in each set; and in each label."""
        upto = np.concatenate([[0], np.cumsum(rows[self.codes])])
        whole = upto[self.starts[1:]] - upto[self.starts[:-1]]
        spans, begin = self.spans, self.starts[self.spans.label]
        inside = upto[begin + spans.stop] - upto[begin + spans.first]
        inside = np.where(spans.rest, whole[spans.label] - inside, inside)
        total = max(1, int(rows.sum()))
        return inside / total, whole / total

    @cached_property
    def sizes(self) -> Ints:
        """The number of values in each set."""
        spans = self.spans
        length = spans.stop - spans.first
        return np.where(spans.rest, self.side.sizes[spans.label] - length, length)
