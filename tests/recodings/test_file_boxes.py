# SPDX-License-Identifier: Apache-2.0
"""Which saved box covers which tuple."""

from __future__ import annotations

import json

import numpy as np
import pytest

from diversa.codec import from_json, to_json
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import frequency_set
from diversa.data.dictionary import Dictionary
from diversa.errors import SourceError
from diversa.hierarchies.intervals import Intervals
from diversa.hierarchies.rows import Rows
from diversa.recodings.file_attribute import SavedAttribute
from diversa.recodings.file_boxes import SavedBoxes
from diversa.recodings.file_sides import SavedSide

AGE = Intervals((10,))
PLACE = Rows((("a", "ab", "*"), ("b", "ab", "*"), ("c", "cd", "*"), ("d", "cd", "*")))
AGES = Dictionary.build("age", [20, 25, 40], [1] * 3, kind="number")
PLACES = Dictionary.build("place", ["a", "c"], [1] * 2)
ATTRIBUTES = (
    SavedAttribute.of(AGES, AGE.build(AGES), AGE),
    SavedAttribute.of(PLACES, PLACE.build(PLACES), PLACE),
)

BOXES = SavedBoxes(
    (
        (SavedSide("[20-25]", low=20.0, high=25.0), SavedSide("*", missing=True)),
        (SavedSide("a", ("a",)), SavedSide("cd", ("c",), ancestor=True)),
    ),
    np.array([[0, 0], [1, 0], [1, 1]]),
    np.array([[1, 0, 1], [2, 1, -1]]),
)
"""Of 25 and a, which two boxes cover, the wider one; 40 and c were suppressed."""


def placed(*rows):
    """Where a table of ages and places goes."""
    ages, places = (list(dict.fromkeys(column)) for column in zip(*rows, strict=True))
    first = Dictionary.build("age", ages, [1] * len(ages), kind="number")
    second = Dictionary.build("place", places, [1] * len(places))
    codes = [
        (first.values.tolist().index(age), second.values.tolist().index(place))
        for age, place in rows
    ]
    cells = Cells(
        (first, second), np.array(codes, dtype=np.int32), np.ones(len(rows), dtype=int)
    )
    built = [
        one.build(values)
        for one, values in zip(ATTRIBUTES, (first, second), strict=True)
    ]
    finest = frequency_set(cells, built, ())
    found = BOXES.place(finest, (first, second), ATTRIBUTES)
    where = {
        (first.values[age], second.values[place]): int(box)
        for age, place, box in zip(*finest.codes, found, strict=True)
    }
    return [where[row] for row in rows]


@pytest.mark.parametrize(
    ("row", "box"),
    [
        pytest.param((20, "a"), 0, id="the first box that covers it"),
        pytest.param((25, "a"), 1, id="where it went before"),
        pytest.param((40, "c"), -1, id="suppressed before"),
        pytest.param((22, "a"), 0, id="a number inside a range"),
        pytest.param((26, "a"), 1, id="a number outside of it"),
        pytest.param((26, "d"), 2, id="a later value below an ancestor"),
        pytest.param((20, "b"), -2, id="a later value that no set has"),
        pytest.param((20, "x"), -2, id="a value that nobody knows"),
    ],
)
def test_a_tuple_goes_to_one_box(row, box):
    assert placed(row) == [box]


def test_many_tuples_at_once():
    assert placed((20, "a"), (25, "a"), (40, "c"), (20, "x")) == [0, 1, -1, -2]


def test_a_file_holds_all_of_it():
    again = from_json(SavedBoxes, json.loads(json.dumps(to_json(BOXES))), where="")
    assert again.sides == BOXES.sides
    assert again.boxes.tolist() == BOXES.boxes.tolist()
    assert again.exceptions.tolist() == BOXES.exceptions.tolist()


@pytest.mark.parametrize("box", [[[9, 0]], [[-1, 0]]])
def test_a_box_of_sides_that_are_not_there_is_refused(box):
    content = {**to_json(BOXES), "boxes": box, "exceptions": []}
    with pytest.raises(SourceError, match="sides of the file"):
        from_json(SavedBoxes, content, where="file")
