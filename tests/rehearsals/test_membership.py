# SPDX-License-Identifier: Apache-2.0
"""Membership through labels, against people looked at one by one."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.rehearsals.membership import MembershipCount, find_members
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


def by_hand(boxes, thirds):
    """The certain people of both thirds, by labels and by boxes."""
    tried = [raw_people(third) for third in (thirds.released, thirds.control)]
    population = [
        (whose, number) for whose in (0, 1) for number in range(len(tried[whose]))
    ]
    by_labels, by_box = set(), set()
    for number, box in enumerate(value_sets(boxes)):
        inside = [one for one in population if fits(tried[one[0]][one[1]], box)]
        if len(inside) == boxes.sizes[number]:
            by_box |= set(inside)
        for column, (side, sets) in enumerate(
            zip(boxes.sides, boxes.stated, strict=True)
        ):
            for one in np.flatnonzero(sets.label == side.label[number]):
                values = set(
                    sets.codes[sets.starts[one] : sets.starts[one + 1]].tolist()
                )
                if not values or values == box[column]:
                    continue
                narrow = (*box[:column], values, *box[column + 1 :])
                there = [who for who in inside if fits(tried[who[0]][who[1]], narrow)]
                if len(there) == sets.rows[one]:
                    by_labels |= set(there)
    return by_labels, by_box


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("seed", range(3))
def test_the_certain_people_are_those_found_by_hand(style, seed):
    counted, plan = counted_rows(rows_of(seed, 120), **STYLES[style])
    thirds = three(counted, seed)
    boxes, _ = publish(thirds.released, plan)
    boxes = boxes.select(np.flatnonzero(boxes.generalized))
    found = find_members(boxes, thirds, None)
    by_labels, by_box = by_hand(boxes, thirds)
    assert (found.by_labels, found.by_box) == (len(by_labels), len(by_box))
    assert found.certain == len(by_labels | by_box)
    assert found.population == 80
    # What labels state is true, so that whoever is named was released.
    assert (
        found.right == found.certain == sum(who == 0 for who, _ in by_labels | by_box)
    )
    released, control = found.hits(thirds)
    assert (len(released), len(control)) == (40, 40)
    assert (released.sum(), control.sum()) == (found.right, 0)
    if style in ("levels", "region"):
        assert found.by_labels == 0
    if style == "tight":
        assert found.by_labels > 0


class Sure:
    """A learner who is sure that each value of a label occurs."""

    def is_sure(self, lines, known, rows):
        del known, rows
        return lines.predicates.sizes[lines.span] == 1


def test_a_learner_may_be_wrong():
    counted, plan = counted_rows(rows_of(1, 120), **STYLES["region"])
    thirds = three(counted)
    boxes, _ = publish(thirds.released, plan)
    boxes = boxes.select(np.flatnonzero(boxes.generalized))
    found = find_members(boxes, thirds, Sure())
    assert found.by_labels > 0
    assert found.right < found.certain
    _, control = found.hits(thirds)
    assert control.sum() == found.certain - found.right


def test_counts_add_up():
    both = MembershipCount(9, 4, 3, 2, 1) + MembershipCount(9, 1, 1, 1, 1)
    assert both == MembershipCount(18, 5, 4, 3, 2)
    assert both.record.by_box == 2
