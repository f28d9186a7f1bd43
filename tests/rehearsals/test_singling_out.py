# SPDX-License-Identifier: Apache-2.0
"""Singling out by predicates, against a brute force over rows and sets."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.rehearsals import lines as lines_module
from diversa.rehearsals.singling_out import best_of_boxes, single_out
from rehearsed_tables import (
    STYLES,
    counted_rows,
    fits,
    publish,
    raw_people,
    rows_of,
    three,
    tried_sets,
    value_sets,
)


def narrow(box, column, values):
    return (*box[:column], values, *box[column + 1 :])


def stated_by_hand(boxes, column, label):
    """The sets that a label states; `test_claim_sets` judges them."""
    sets = boxes.stated[column]
    whole = len(boxes.sides[column].codes(label))
    return {
        frozenset(sets.codes[sets.starts[one] : sets.starts[one + 1]].tolist())
        for one in np.flatnonzero(sets.label == label)
        if 0 < sets.starts[one + 1] - sets.starts[one] < whole
    }


def best_by_hand(boxes, thirds, number):
    """The greatest score in a box, and the people who fit the sets that have it."""
    known, released, control = (
        raw_people(third) for third in (thirds.shadow, thirds.released, thirds.control)
    )
    box, rows = value_sets(boxes)[number], int(boxes.sizes[number])
    tried = []
    for column, side in enumerate(boxes.sides):
        label = int(side.label[number])
        claimed = stated_by_hand(boxes, column, label)
        for values in {*tried_sets(side, label), *claimed}:
            one = narrow(box, column, set(values))
            hits, whole = (
                sum(fits(person, each) for person in known) for each in (one, box)
            )
            in_set, in_label = (
                sum(row[column] in each for (row,) in known)
                for each in (values, box[column])
            )
            base = in_set / in_label if in_set else 0
            q = (hits + 4 * base) / (whole + 4)
            score = rows * q * (1 - q) ** (rows - 1)
            if values in claimed:
                some = 1 - (1 - q) ** rows
                score = score / some if some else 1.0
            fitting = tuple(
                sum(fits(person, one) for person in people)
                for people in (released, control)
            )
            tried.append((score, fitting))
    best = max(score for score, _ in tried)
    return best, {found for score, found in tried if score >= best - 1e-12}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("seed", range(3))
def test_the_best_predicate_of_every_box_is_tried(style, seed, monkeypatch):
    if seed == 2:
        monkeypatch.setattr(lines_module, "MOST_LINES", 40)
    counted, plan = counted_rows(rows_of(seed, 90), **STYLES[style])
    thirds = three(counted, seed)
    boxes, _ = publish(thirds.released, plan)
    boxes = boxes.select(np.flatnonzero(boxes.generalized))
    people = [
        third.people for third in (thirds.shadow, thirds.released, thirds.control)
    ]
    found = single_out(boxes, *people)
    assert found.tries == len(boxes)
    for number in range(len(boxes)):
        score, fitting = best_by_hand(boxes, thirds, number)
        assert found.score[number] == pytest.approx(score)
        pair = int(found.released[number]), int(found.control[number])
        assert pair in fitting
    assert found.hits == (found.released == 1).sum()
    assert found.control_hits == (found.control == 1).sum()


def test_without_knowledge_of_the_people_the_attack_is_no_better_than_the_control():
    """A box that holds everybody: released people and control are drawn alike."""
    rates = np.zeros(2)
    for seed in range(40):
        counted, plan = counted_rows(
            rows_of(seed, 90), method="full-domain", models="k-anonymity:25"
        )
        thirds = three(counted, seed)
        boxes, _ = publish(thirds.released, plan)
        boxes = boxes.select(np.flatnonzero(boxes.generalized))
        found = single_out(
            boxes, thirds.shadow.people, thirds.released.people, thirds.control.people
        )
        rates += [found.hits / found.tries, found.control_hits / found.tries]
    assert abs(rates[0] - rates[1]) / 40 < 0.15
    assert rates.min() / 40 > 0.1


def test_the_first_of_the_best_lines_is_taken():
    box = np.array([0, 0, 0, 3, 4, 4])
    scores = np.array([0.2, 0.5, 0.5, 0.0, 0.1, 0.3])
    assert best_of_boxes(box, scores).tolist() == [1, 3, 5]
