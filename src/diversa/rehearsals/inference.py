# SPDX-License-Identifier: Apache-2.0
"""Inference: guess the sensitive value of a person from the release.

The groups that may hold the person vote with their sensitive values; a group counts
more the more rows it has for the room that its box takes among people. Of equally
likely values one is guessed at random: the chance that it is right is what counts. The
control are people of whom the release has no row: what is learnt of them is about
everybody, and not about being in the table.

Reference:
    Article 29 Working Party, Opinion 05/2014 on Anonymisation Techniques, WP216.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Floats, Ints
from diversa.counts.light_numpy import runs
from diversa.metrics.recoded import Recoded
from diversa.rehearsals.release_boxes import ReleaseBoxes
from diversa.rehearsals.thirds import PeopleTuples, Third

MOST_PEOPLE = 2000
"""People who are tried, at most."""

LEAST_ROOM = 1e-200
"""Least share of people whom a box covers, so that no weight is endless."""


@dataclass(frozen=True, eq=False)
class Votes:
    """The sensitive values of each box, with their weight."""

    starts: Ints = field(repr=False)
    """The votes of box i are values[starts[i]:starts[i + 1]]."""
    values: Ints = field(repr=False)
    """The value of each vote, as the whole table codes it."""
    weights: Floats = field(repr=False)
    """Its weight."""
    usual: int
    """The most frequent value, for people whom no box covers."""

    @classmethod
    def of(
        cls,
        recoded: Recoded,
        boxes: ReleaseBoxes,
        room: Floats,
        released: Third,
        place: int,
    ) -> Votes:
        """The votes on one sensitive attribute.

        Args:
            recoded: The release.
            boxes: Its boxes.
            room: The share of people whom each box covers, by the shares of values.
            released: The people of the release.
            place: Which of the sensitive attributes.
        """
        box, combination, rows = recoded.expectation
        own = recoded.groups.combinations[combination, place]
        value = released.secrets[place][own]
        size = int(released.secrets[place].max(initial=0)) + 1
        pairs, which = np.unique(boxes.number[box] * size + value, return_inverse=True)
        counts = np.bincount(which.ravel(), rows, len(pairs))
        owner, values = np.divmod(pairs, size)
        starts = np.searchsorted(owner, np.arange(len(boxes) + 1))
        everybody = np.bincount(values, counts, size)
        weights = counts / np.maximum(room, LEAST_ROOM)[owner]
        return cls(starts, values, weights, int(everybody.argmax()))

    def chances(
        self, boxes: ReleaseBoxes, people: PeopleTuples, entries: Ints, truth: Ints
    ) -> Floats:
        """The chance that the value of each person is guessed."""
        columns = range(len(boxes.sides))
        codes = [people.codes[column][entries] for column in columns]
        found, begin = [], 0
        for fits in boxes.covering(columns, codes):
            stop = begin + len(fits)
            person, box = np.nonzero(fits)
            found.append(self._chances(person, box, truth[begin:stop]))
            begin = stop
        return np.concatenate([np.empty(0), *found])

    def _chances(self, person: Ints, box: Ints, truth: Ints) -> Floats:
        lengths = np.diff(self.starts)[box]
        vote = runs(self.starts[box], lengths)
        size = int(max(self.values.max(initial=0), truth.max(initial=0))) + 1
        keys = np.repeat(person, lengths) * size + self.values[vote]
        pairs, which = np.unique(keys, return_inverse=True)
        weights = np.bincount(which.ravel(), self.weights[vote], len(pairs))
        owner, value = np.divmod(pairs, size)
        most = np.zeros(len(truth))
        np.maximum.at(most, owner, weights)
        best = weights >= most[owner] * (1 - 1e-9)
        ties = np.bincount(owner[best], minlength=len(truth))
        right = np.bincount(owner[best & (value == truth[owner])], minlength=len(truth))
        alone = ties == 0  # no box covers this person
        guess = np.where(alone, truth == self.usual, right)
        chances: Floats = guess / np.maximum(ties, 1)
        return chances


def room_of(boxes: ReleaseBoxes, known: PeopleTuples) -> Floats:
    """The share of people whom each box covers, as the product of shares of values."""
    room = np.ones(len(boxes))
    for side, codes in zip(boxes.sides, known.codes, strict=True):
        rows = np.bincount(codes, known.rows, side.domain)
        upto = np.concatenate([[0], np.cumsum(rows[side.order])])
        inside = upto[side.last + 1] - upto[side.first]
        share = np.bincount(side.owner, inside, len(side.sizes)) / max(1, rows.sum())
        room *= share[side.label]
    return room


def people_with_secrets(third: Third, place: int) -> tuple[PeopleTuples, Ints]:
    """People by quasi-identifiers and one sensitive value: each entry with its value.

    Somebody with several values is tried for each of them.
    """
    counted = third.counted
    names = [hierarchy.attribute for hierarchy in counted.hierarchies]
    codes = np.array([counted.cells.column(name) for name in names], dtype=np.int32)
    codes = codes.reshape(len(names), len(counted.cells.counts))
    return PeopleTuples(codes, counted.cells.counts), third.secret_codes(place)
