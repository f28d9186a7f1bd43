# SPDX-License-Identifier: Apache-2.0
"""The sets that labels state, against the rows of their groups."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.data.dictionary import Dictionary
from diversa.data.label_meaning import AREA, CODED, TIGHT
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics.sides import Sides
from diversa.rehearsals.claim_sets import state, values_of
from diversa.rehearsals.predicates import Predicates
from rehearsed_tables import STYLES, counted_rows, publish, rows_of, three

NAMES = ["a", "b", "c", "d"]
LETTERS = Dictionary.build("x", NAMES, [5, 5, 5, 5])
TREE = Hierarchy.from_labels(LETTERS, [["ab", "ab", "cd", "cd"], ["*"] * 4])


def side_of(*sets):
    """Labels that stand for sets of letters."""
    owner = [number for number, letters in enumerate(sets) for _ in letters]
    codes = [NAMES.index(letter) for letters in sets for letter in letters]
    return Sides.of_values(
        TREE, np.arange(len(sets)), np.array(owner), np.array(codes), len(sets)
    )


def test_a_tight_set_states_each_member():
    side, sets = state(
        side_of("ac", "b"), ["{a, c}", "b"], LETTERS, TIGHT, np.array([5, 5])
    )
    letters = [NAMES[code] for code in sets.codes.tolist()]
    assert sorted(letters) == ["a", "c"]
    assert sets.rows.tolist() == [1, 1]
    assert side.label[sets.label[0]] == side.label[0]


def test_an_ancestor_of_two_states_both():
    _, sets = state(side_of("ab"), ["ab"], LETTERS, TIGHT, np.array([5]))
    assert sorted(NAMES[code] for code in sets.codes.tolist()) == ["a", "b"]


def test_a_star_of_several_values_states_that_not_all_rows_have_one():
    _, sets = state(side_of("abcd"), ["*"], LETTERS, TIGHT, np.array([5]))
    found = [
        sets.codes[sets.starts[one] : sets.starts[one + 1]].tolist()
        for one in range(len(sets.label))
    ]
    assert sorted(found) == [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]


def test_a_region_states_nothing():
    _, sets = state(side_of("ac"), ["{a, c}"], LETTERS, AREA, np.array([5]))
    assert len(sets.label) == 0


def test_the_same_values_with_two_texts_are_two_labels():
    both = side_of("ab", "ab")
    side, sets = state(both, ["{a, b}", "ab"], LETTERS, CODED, np.array([5, 5]))
    assert len(set(side.label.tolist())) == 2
    assert {int(label) for label in sets.label} <= set(side.label.tolist())


def test_finer_labels_are_read_as_values():
    cells = ["a", "cd", "{a, d}", "*"]
    found = [codes.tolist() for codes in values_of(cells, LETTERS, TREE)]
    assert found == [[0], [2, 3], [0, 3], [0, 1, 2, 3]]


def test_a_stated_set_is_tried_with_its_backing():
    side, sets = state(side_of("acd"), ["{a, c, d}"], LETTERS, TIGHT, np.array([5]))
    predicates = Predicates(side, sets)
    single = predicates.sizes == 1
    assert predicates.backing[single].tolist() == [1, 1, 1]
    assert not predicates.backing[~single].any()


@pytest.mark.parametrize("style", ["tight", "local"])
@pytest.mark.parametrize(
    "more", [{}, {"sets": "ancestor"}, {"sets": "star", "numbers": "star"}]
)
@pytest.mark.parametrize("seed", range(4))
def test_every_stated_set_has_its_rows_in_each_group_of_its_label(style, more, seed):
    counted, plan = counted_rows(rows_of(seed, 240), **STYLES[style], **more)
    thirds = three(counted, seed)
    boxes, _ = publish(thirds.released, plan)
    codes, found = thirds.released.people.codes, 0
    for column, (side, sets) in enumerate(zip(boxes.sides, boxes.stated, strict=True)):
        value = codes[column][boxes.own_entry]
        for one in range(len(sets.label)):
            inside = sets.codes[sets.starts[one] : sets.starts[one + 1]]
            for box in np.flatnonzero(side.label == sets.label[one]):
                own = (boxes.own_box == box) & np.isin(value, inside)
                assert boxes.own_rows[own].sum() >= sets.rows[one]
                found += 1
    assert found > 0
