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

VALUE, END, RUN, NODE = range(4)
"""Kinds of sets: a value, the end of a range, a run from an end, a node."""

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
        """The sets, label after label."""
        parts = [self._values(), *self._runs(), *self._nodes()]
        label, first, stop, _, kind = map(np.concatenate, zip(*parts, strict=True))
        size = self.side.sizes[label]
        left = np.flatnonzero(stop - first < size - 1)  # one value is tried by itself
        both = np.concatenate([np.arange(len(label)), left])
        rest = np.arange(len(both)) >= len(label)
        order = np.argsort(label[both], kind="stable")
        both = both[order]
        return Spans(label[both], first[both], stop[both], rest[order], kind[both])

    @cached_property
    def begins(self) -> Ints:
        """The sets of a label are begins[label]:begins[label + 1]."""
        return np.searchsorted(self.spans.label, np.arange(len(self.side.sizes) + 1))

    @cached_property
    def stated(self) -> Bools:
        """True for the sets that a row of the group has, as the label says."""
        return np.zeros(len(self.spans.label), dtype=np.bool_)

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
