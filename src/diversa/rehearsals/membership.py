# SPDX-License-Identifier: Apache-2.0
"""Membership: people of a population who are certainly among those released.

The population are the released people and the control, and the adversary knows it by
its raw values. He is certain of everybody in a box that has as many rows as people of
the population fit it, and in a set of which a label states as many rows as people fit
it. The rate is the share of the released people who are named; that of the control, of
people who are named though they were not released.

Reference:
    A. Cohen, Attacks on Deidentification's Defenses, USENIX Security 2022.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Bools, Floats, Ints
from diversa.counts.light_numpy import runs
from diversa.record.rehearsal_record import MembershipRecord
from diversa.rehearsals.learner import PredicateLearner
from diversa.rehearsals.lines import Members, PredicateLines, SideKnowledge, walk
from diversa.rehearsals.release_boxes import ReleaseBoxes
from diversa.rehearsals.thirds import PeopleTuples, Thirds


@dataclass
class CertainMembers:
    """People who are named as members, each of them once."""

    people: PeopleTuples = field(repr=False)
    """The people."""
    by_labels: Bools = field(repr=False)
    """Entries that are named because of what a label states."""
    by_box: Bools = field(repr=False)
    """Entries that are named because nobody else fits their box."""

    @classmethod
    def among(cls, people: PeopleTuples) -> CertainMembers:
        """Nobody so far."""
        return cls(people, *np.zeros((2, people.entries), dtype=np.bool_))

    def count(self, named: Bools) -> int:
        """The people of the entries that are named."""
        entry = np.flatnonzero(named)
        return int(self.people.count(np.zeros_like(entry), entry, 1)[0])


@dataclass(frozen=True)
class MembershipCount:
    """People who are named as members, counted."""

    population: int = 0
    certain: int = 0
    right: int = 0
    by_labels: int = 0
    by_box: int = 0

    def __add__(self, other: MembershipCount) -> MembershipCount:
        both = zip(vars(self).values(), vars(other).values(), strict=True)
        return MembershipCount(*(one + more for one, more in both))

    @property
    def record(self) -> MembershipRecord:
        """The numbers as a manifest stores them."""
        return MembershipRecord(**vars(self))

    def hits(self, thirds: Thirds) -> tuple[Floats, Floats]:
        """Marks of the released people, and of the control: 1 for who is named."""
        wrong, control = self.certain - self.right, thirds.control.people.total
        return marks(self.right, thirds.released.people.total), marks(wrong, control)


def marks(named: int, people: int) -> Floats:
    """A mark for each of some people; so many are named."""
    return (np.arange(people) < named).astype(np.float64)


def find_members(
    boxes: ReleaseBoxes, thirds: Thirds, learner: PredicateLearner | None
) -> MembershipCount:
    """Name the people of released and control who must have been released."""
    thirds_tried = (thirds.released.people, thirds.control.people)
    named = [CertainMembers.among(people) for people in thirds_tried]
    inside = [Members.of(boxes, people) for people in thirds_tried]
    full = sum(one.total(len(boxes)) for one in inside) == boxes.sizes
    for members, found in zip(inside, named, strict=True):
        found.by_box[members.entry[np.asarray(full)[members.box]]] = True
    side = None if learner is None else Members.of(boxes, thirds.shadow.people)
    for low, high, lines in walk(boxes):
        here = [members.between(low, high) for members in inside]
        stated = lines.predicates.backing[lines.span]
        if learner is not None and side is not None:
            facts = SideKnowledge.of(lines, side.between(low, high), high - low)
            sure = learner.is_sure(lines, facts, boxes.sizes[low:high][lines.box])
            stated = np.maximum(stated, sure)
        fitting = sum(lines.count(members) for members in here)
        chosen = lines.choose(np.flatnonzero((stated > 0) & (fitting == stated)))
        for members, found in zip(here, named, strict=True):
            found.by_labels[entries_in(chosen, members)] = True
    released, control = named
    by_labels, by_box = (
        sum(one.count(getattr(one, why)) for one in named)
        for why in ("by_labels", "by_box")
    )
    right = released.count(released.by_labels | released.by_box)
    wrong = control.count(control.by_labels | control.by_box)
    population = sum(people.total for people in thirds_tried)
    return MembershipCount(population, right + wrong, right, by_labels, by_box)


def entries_in(lines: PredicateLines, members: Members) -> Ints:
    """The entries of the people who fit the box and the set of some line."""
    begins = np.searchsorted(members.box, lines.box)
    lengths = np.searchsorted(members.box, lines.box, "right") - begins
    pair, line = runs(begins, lengths), np.repeat(np.arange(len(lines)), lengths)
    codes = members.people.codes[lines.column][members.entry[pair]]
    place = lines.predicates.places(lines.label[lines.box[line]], codes)
    spans, span = lines.predicates.spans, lines.span[line]
    fits = (spans.first[span] <= place) & (place < spans.stop[span])
    fits ^= spans.rest[span]
    return members.entry[pair[fits]]
