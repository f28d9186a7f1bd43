# SPDX-License-Identifier: Apache-2.0
"""Linkability: join what two sources know of a person through the release.

One source knows some quasi-identifiers of a person, another source the others. The
adversary has the second half of ten people, one of whom is the person, and takes the
half that most of the rows have that may be hers. Of equally good halves he takes one at
random: the chance that it is the right one is what counts. The control is the same for
people of whom the release has no row.

Reference:
    Article 29 Working Party, Opinion 05/2014 on Anonymisation Techniques, WP216.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diversa.array_types import Floats, Ints
from diversa.rehearsals.release_boxes import ReleaseBoxes
from diversa.rehearsals.thirds import PeopleTuples

HALVES = 10
"""Second halves to choose from: the right one and those of other people."""

MOST_PEOPLE = 1000
"""People who are tried, at most."""


def halves(columns: int) -> tuple[range, range]:
    """The columns of both sources: the first half as the plan names them, the rest."""
    return range((columns + 1) // 2), range((columns + 1) // 2, columns)


def draw_people(people: PeopleTuples, count: int, random: np.random.Generator) -> Ints:
    """The entries of people drawn at random, nobody twice; all of them if few."""
    entry = np.repeat(np.arange(people.entries), people.rows)
    if people.owner is not None:
        first = np.unique(people.owner, return_index=True)[1]
        entry = np.repeat(first, people.rows[first])
    return random.permutation(entry)[:count]


def draw_others(
    people: PeopleTuples, tried: Ints, count: int, random: np.random.Generator
) -> Ints:
    """For each person, the entries of `count` other people, one line each."""
    every = draw_people(people, people.total, random)
    return every[random.integers(0, len(every), (len(tried), count))]


def link(
    boxes: ReleaseBoxes,
    people: PeopleTuples,
    tried: Ints,
    others: Ints,
    columns: tuple[Sequence[int], Sequence[int]],
) -> Floats:
    """The chance of each person that the right half is chosen.

    Args:
        boxes: The boxes of the release.
        people: The people who are tried, in the release or not.
        tried: Their entries.
        others: For each of them, the entries of others, one line each.
        columns: The columns that the first and the second source know.
    """
    left, right = columns
    choices = np.concatenate([tried[:, None], others], axis=1)
    weights = np.zeros(choices.shape)
    known, begin = [people.codes[column][tried] for column in left], 0
    for fits in boxes.covering(left, known):
        person, box = np.nonzero(fits)
        for place in range(choices.shape[1]):
            entry = choices[begin + person, place]
            both = boxes.covers(right, box, [people.codes[c][entry] for c in right])
            weights[begin : begin + len(fits), place] = np.bincount(
                person[both], boxes.sizes[box[both]], len(fits)
            )
        begin += len(fits)
    best = weights == weights.max(axis=1, keepdims=True)
    same = np.ones(choices.shape, dtype=np.bool_)
    for column in right:
        codes = people.codes[column][choices]
        same &= codes == codes[:, :1]
    return (best & same).sum(axis=1) / best.sum(axis=1)
