# SPDX-License-Identifier: Apache-2.0
"""Downcoding: make generalized rows finer by what their labels claim.

A claim is a smaller set of values of which a label says that a row of its group is in
it. Claims are those that labels state, and those that a learner is sure of although
chance alone would not make them so. Claims on disjoint sets of one column are about
different rows: so many rows of the group can be made finer.

Reference:
    A. Cohen, Attacks on Deidentification's Defenses, USENIX Security 2022.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.record.rehearsal_record import DowncodingRecord
from diversa.rehearsals.learner import PredicateLearner
from diversa.rehearsals.lines import Members, PredicateLines, SideKnowledge, walk
from diversa.rehearsals.release_boxes import ReleaseBoxes
from diversa.rehearsals.thirds import PeopleTuples


@dataclass(frozen=True)
class Downcoding:
    """Claims of the labels of a release, counted."""

    groups: int = 0
    rows: int = 0
    claims: int = 0
    true: int = 0
    backed_by_one: int = 0
    finer: int = 0
    restored: int = 0

    def __add__(self, other: Downcoding) -> Downcoding:
        both = zip(vars(self).values(), vars(other).values(), strict=True)
        return Downcoding(*(one + more for one, more in both))

    @property
    def record(self) -> DowncodingRecord:
        """The numbers as a manifest stores them."""
        return DowncodingRecord(**vars(self))


def downcode(
    boxes: ReleaseBoxes,
    known: PeopleTuples,
    released: PeopleTuples,
    learner: PredicateLearner | None,
) -> Downcoding:
    """Count the claims of boxes, all of which have a generalized label."""
    own = Members.published(boxes, released)
    side = Members.of(boxes, known) if learner is not None else None
    several = np.zeros(len(boxes), dtype=np.int64)
    for labels in boxes.sides:
        several += labels.sizes[labels.label] > 1
    finer = np.zeros(len(boxes), dtype=np.int64)
    claims = true = single = 0
    for low, high, tried in walk(boxes):
        claimed = tried.predicates.backing[tried.span] > 0
        if learner is not None and side is not None:
            facts = SideKnowledge.of(tried, side.between(low, high), high - low)
            rows = boxes.sizes[low:high][tried.box]
            claimed = claimed | learner.is_sure(tried, facts, rows)
        lines = tried.choose(np.flatnonzero(claimed))
        backing = lines.count(own.between(low, high))
        claims += len(lines)
        true += int((backing > 0).sum())
        single += int((backing == 1).sum())
        apart = disjoint_claims(lines, backing > 0, high - low)
        finer[low:high] = np.maximum(finer[low:high], apart)
    finer = np.minimum(finer, boxes.sizes)
    restored = (several == 1) & (finer == boxes.sizes)
    return Downcoding(
        len(boxes),
        int(boxes.sizes.sum()),
        claims,
        true,
        single,
        int(finer.sum()),
        int(boxes.sizes[restored].sum()),
    )


def disjoint_claims(lines: PredicateLines, true: Bools, boxes: int) -> Ints:
    """The most true claims of each box, in one column, that share no value.

    Of spans, the one that ends first never stands in the way of more than another.
    What a span leaves of its label is not counted beside others.
    """
    spans, counts = lines.predicates.spans, np.zeros(boxes, dtype=np.int64)
    kept = np.flatnonzero(true)
    counts[lines.box[kept]] = 1
    kept = kept[~spans.rest[lines.span[kept]]]
    box, first = lines.box[kept], spans.first[lines.span[kept]]
    stop = spans.stop[lines.span[kept]]
    order = np.lexsort((stop, box))
    box, first, stop = box[order], first[order], stop[order]
    taken = np.zeros(boxes, dtype=np.int64)
    reached = np.zeros(boxes, dtype=np.int64)
    # One round for each claim of the box that has most of them.
    while len(box):
        free = first >= reached[box]
        box, first, stop = box[free], first[free], stop[free]
        if not len(box):
            break
        begins = np.flatnonzero(np.append(True, box[1:] != box[:-1]))
        taken[box[begins]] += 1
        reached[box[begins]] = stop[begins]
    return np.maximum(counts, taken)
