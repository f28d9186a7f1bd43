# SPDX-License-Identifier: Apache-2.0
"""Singling out by predicates: describe exactly one person of a release.

In every box with a generalized label the adversary narrows one label, to the set of
values that he thinks exactly one person of the box has. He is right if exactly one
person of the table fits the box and the set. The control is the number of times that
the same descriptions fit exactly one person of as many other people.

Reference:
    A. Cohen, K. Nissim, Towards Formalizing the GDPR's Notion of Singling Out, PNAS
    2020;
    A. Cohen, Attacks on Deidentification's Defenses, USENIX Security 2022.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Floats, Ints
from diversa.labels.isolation import isolation_scores
from diversa.rehearsals.lines import (
    Members,
    PredicateLines,
    SideKnowledge,
    walk,
)
from diversa.rehearsals.release_boxes import ReleaseBoxes
from diversa.rehearsals.thirds import PeopleTuples

Score = Callable[[PredicateLines, SideKnowledge, Ints], Floats]
"""The chance, by an adversary, that lines single somebody out, from the lines, his side
knowledge and the rows of their boxes."""


@dataclass(frozen=True, eq=False)
class IsolationTries:
    """One predicate for each box that was tried, and the people who fit it."""

    score: Floats = field(repr=False)
    """The chance that the adversary gives it."""
    released: Ints = field(repr=False)
    """People of the release who fit."""
    control: Ints = field(repr=False)
    """People of the control who fit."""

    @property
    def tries(self) -> int:
        """Number of predicates."""
        return len(self.score)

    @property
    def hits(self) -> int:
        """Predicates that exactly one person of the release fits."""
        return int((self.released == 1).sum())

    @property
    def control_hits(self) -> int:
        """Predicates that exactly one person of the control fits."""
        return int((self.control == 1).sum())


def plain_score(lines: PredicateLines, known: SideKnowledge, rows: Ints) -> Floats:
    """The chance of an adversary who counts his own people, and reads the labels."""
    return isolation_scores(rows, known.share, lines.predicates.backing[lines.span])


def single_out(
    boxes: ReleaseBoxes,
    known: PeopleTuples,
    released: PeopleTuples,
    control: PeopleTuples,
    score: Score = plain_score,
) -> IsolationTries:
    """Try the best predicate of every box; all boxes have a generalized label."""
    best = np.full(len(boxes), -1.0)
    found = [np.zeros(len(boxes), dtype=np.int64) for _ in range(2)]
    inside = [Members.of(boxes, people) for people in (known, released, control)]
    for low, high, lines in walk(boxes):
        known_here, *others = (one.between(low, high) for one in inside)
        side = SideKnowledge.of(lines, known_here, high - low)
        scores = score(lines, side, boxes.sizes[low:high][lines.box])
        first = best_of_boxes(lines.box, scores)
        first = first[scores[first] > best[low:high][lines.box[first]]]
        chosen, place = lines.choose(first), low + lines.box[first]
        best[place] = scores[first]
        for counts, members in zip(found, others, strict=True):
            counts[place] = chosen.count_chosen(members, high - low)[chosen.box]
    return IsolationTries(best, *found)


def best_of_boxes(box: Ints, scores: Floats) -> Ints:
    """The first line with the greatest score of each box; lines are in box order.

    >>> best_of_boxes(np.array([0, 0, 2, 2]), np.array([0.1, 0.3, 0.5, 0.5])).tolist()
    [1, 2]
    """
    begins = np.flatnonzero(np.append(True, box[1:] != box[:-1]))
    most = np.repeat(
        np.maximum.reduceat(scores, begins), np.diff(begins, append=len(box))
    )
    places = np.flatnonzero(scores == most)
    own = box[places]
    return places[np.append(True, own[1:] != own[:-1])]
