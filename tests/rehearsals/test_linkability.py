# SPDX-License-Identifier: Apache-2.0
"""Linkability, against loops over people, halves and groups."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from diversa.rehearsals import release_boxes
from diversa.rehearsals.linkability import draw_others, draw_people, halves, link
from rehearsed_tables import STYLES, counted_rows, publish, rows_of, three, value_sets


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("whose", ["released", "control"])
def test_a_person_is_linked_as_by_hand(style, whose, monkeypatch):
    monkeypatch.setattr(release_boxes, "MOST_BYTES", 200)
    counted, plan = counted_rows(rows_of(1, 150), **STYLES[style])
    thirds = three(counted)
    boxes, _ = publish(thirds.released, plan)
    people, random = getattr(thirds, whose).people, np.random.default_rng(0)
    tried = draw_people(people, 40, random)
    others = draw_others(people, tried, 4, random)
    left, right = columns = halves(3)
    chances = link(boxes, people, tried, others, columns)
    sets = value_sets(boxes)
    for person, entry in enumerate(tried):
        codes = people.codes[:, entry]
        choices = [entry, *others[person]]
        weights = []
        for other in choices:
            half = people.codes[:, other]
            weights.append(
                sum(
                    int(rows)
                    for box, rows in zip(sets, boxes.sizes, strict=True)
                    if all(codes[column] in box[column] for column in left)
                    and all(half[column] in box[column] for column in right)
                )
            )
        best = [
            other
            for other, weight in zip(choices, weights, strict=True)
            if weight == max(weights)
        ]
        right_ones = [
            other
            for other in best
            if all(people.codes[c, other] == codes[c] for c in right)
        ]
        assert chances[person] == pytest.approx(len(right_ones) / len(best))


def test_halves_are_disjoint_and_all_columns():
    for columns in range(2, 9):
        left, right = halves(columns)
        assert [*left, *right] == list(range(columns))
        assert 0 <= len(left) - len(right) <= 1


def test_nobody_is_drawn_twice():
    counted, _ = counted_rows(rows_of(1, 60, visits=3), person="who")
    people = three(counted).released.people
    drawn = draw_people(people, 1000, np.random.default_rng(0))
    assert len(drawn) == people.total
    found = Counter(people.owner[drawn].tolist())
    expected = dict(zip(people.owner.tolist(), people.rows.tolist(), strict=True))
    assert found == expected


def test_others_are_people_of_the_same_table():
    counted, _ = counted_rows(rows_of(1, 60))
    people = three(counted).released.people
    others = draw_others(people, np.arange(5), 9, np.random.default_rng(0))
    assert others.shape == (5, 9)
    assert set(others.ravel()) <= set(range(people.entries))
