# SPDX-License-Identifier: Apache-2.0
"""Boxes as a reader sees them, against rows looked at one by one."""

from __future__ import annotations

import numpy as np
import pytest

from rehearsed_tables import (
    STYLES,
    counted_rows,
    fits,
    publish,
    raw_people,
    rows_of,
    three,
    value_sets,
)


@pytest.mark.parametrize(
    ("style", "visits"), [*((style, 1) for style in STYLES), ("levels", 2)]
)
def test_members_are_those_who_fit(style, visits):
    rows = rows_of(3, 90, visits=visits)
    person = {"person": "who"} if visits > 1 else {}
    counted, plan = counted_rows(rows, **STYLES[style], **person)
    thirds = three(counted)
    boxes, _ = publish(thirds.released, plan)
    assert len({tuple(map(frozenset, one)) for one in value_sets(boxes)}) == len(boxes)
    for third in (thirds.released, thirds.shadow, thirds.control):
        box, entry = boxes.members(third.people)
        counts = third.people.count(box, entry, len(boxes))
        raw = raw_people(third)
        expected = [
            sum(fits(person, one) for person in raw) for one in value_sets(boxes)
        ]
        assert counts.tolist() == expected


@pytest.mark.parametrize("style", STYLES)
def test_sizes_are_the_published_rows_and_at_least_k(style):
    counted, plan = counted_rows(rows_of(4, 120), **STYLES[style])
    thirds = three(counted)
    boxes, recoded = publish(thirds.released, plan)
    assert boxes.sizes.sum() == recoded.rows_out
    assert boxes.sizes.min() >= 3
    own = np.bincount(boxes.own_box, boxes.own_rows, len(boxes))
    assert own.tolist() == boxes.sizes.tolist()
    members = set(
        zip(
            *(one.tolist() for one in boxes.members(thirds.released.people)),
            strict=True,
        )
    )
    pairs = zip(boxes.own_box.tolist(), boxes.own_entry.tolist(), strict=True)
    assert set(pairs) <= members


def test_chosen_boxes_keep_their_labels():
    counted, plan = counted_rows(rows_of(5, 120), **STYLES["tight"])
    boxes, _ = publish(three(counted).released, plan)
    chosen = np.flatnonzero(boxes.generalized)[::-1]
    some = boxes.select(chosen)
    every = value_sets(boxes)
    assert value_sets(some) == [every[box] for box in chosen]
    assert some.sizes.tolist() == boxes.sizes[chosen].tolist()
    assert all(any(len(side) > 1 for side in one) for one in value_sets(some))


def test_covering_boxes():
    counted, plan = counted_rows(rows_of(6, 120), **STYLES["region"])
    thirds = three(counted)
    boxes, _ = publish(thirds.released, plan)
    people, sets = thirds.control.people, value_sets(boxes)
    codes = [people.codes[column].astype(np.int64) for column in (0, 2)]
    (found,) = boxes.covering((0, 2), codes)
    for person in range(people.entries):
        for box, one in enumerate(sets):
            inside = codes[0][person] in one[0] and codes[1][person] in one[2]
            assert found[person, box] == inside
    box = np.arange(len(boxes))
    first = [np.full(len(boxes), code[0]) for code in codes]
    assert boxes.covers((0, 2), box, first).tolist() == found[0].tolist()


def test_an_average_says_nothing_of_the_range():
    counted, plan = counted_rows(rows_of(6, 120), method="mdav", labels="tight")
    boxes, _ = publish(three(counted).released, plan)
    ages = {len(one[0]) for one in value_sets(boxes)}
    assert ages == {boxes.sides[0].domain}
