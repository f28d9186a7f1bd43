# SPDX-License-Identifier: Apache-2.0
"""Values of any table find their cell, or none."""

from __future__ import annotations

import datetime as dt

import pytest

from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Dates, Intervals
from diversa.hierarchies.coding import Coding
from diversa.hierarchies.rows import Rows
from diversa.recodings.public_cells import NO_CELL, PublicCells


def built(values, kind, column="text"):
    return kind.build(Dictionary.build("x", values, [1] * len(values), kind=column))


@pytest.mark.parametrize(
    ("cells", "kind", "expected"),
    [
        pytest.param(
            PublicCells((0, 5, 10)), Intervals((5,)), [0, 0, 1, 1], id="open ends"
        ),
        pytest.param(
            PublicCells((0, 5, 10), low=0, high=10),
            Intervals((5,)),
            [NO_CELL, 0, 1, NO_CELL],
            id="closed ends",
        ),
        pytest.param(
            PublicCells((0, 5, 10), bottom=0, top=10),
            Coding(bottom=0, top=10, then=Intervals((5,))),
            [0, 1, 2, 3],
            id="coded ends",
        ),
        pytest.param(
            PublicCells((0, 5, 10), bottom=0, top=10),
            Intervals((5,)),
            [0, 1, 2, 3],
            id="values that are coded only here",
        ),
    ],
)
def test_numbers_by_their_borders(cells, kind, expected):
    values = built([-3, 4, 7, 12], kind, "number")
    assert cells.place(values).tolist() == expected


def test_a_finer_number_has_no_cell_and_a_rougher_one_has():
    cells = PublicCells((0, 50, 100), digits=1)
    values = built([1, 7.5, 7.25], Intervals((5,)), "number")
    assert cells.place(values).tolist() == [0, NO_CELL, 1]


def test_missing_values_have_their_cell_or_none():
    values = built([1, 7, None], Intervals((5,)), "number")
    assert PublicCells((0, 5, 10)).place(values).tolist() == [0, 1, NO_CELL]
    assert PublicCells((0, 5, 10), missing=1).place(values).tolist() == [0, 1, 1]
    assert PublicCells((0, 5, 10), missing=0).place(values).tolist() == [1, 2, 0]


def test_days_are_no_numbers():
    days = built([dt.date(2020, 1, 1)], Dates(), "date")
    first = dt.date(2020, 1, 1).toordinal()
    cells = PublicCells((first - 1, first, first + 9), of_days=True)
    assert cells.place(days).tolist() == [1]
    assert PublicCells((0, 5)).place(days).tolist() == [NO_CELL]


TOWNS = Rows((("a", "A", "*"), ("b", "A", "*"), ("c", "C", "*"), ("d", "C", "*")))


def test_categories_by_value_by_node_or_the_rest():
    values = built(["a", "b", "c", "d"], TOWNS)
    listed = PublicCells(values=(("a",), ("c",)), names=(None, None))
    assert listed.place(values).tolist() == [0, NO_CELL, 1, NO_CELL]
    by_node = PublicCells(values=(("a",), ("c",)), names=(None, "C"))
    assert by_node.place(values).tolist() == [0, NO_CELL, 1, 1]
    rest = PublicCells(values=(("a",), ("c",), ()), names=(None, "C", None), rest=2)
    assert rest.place(values).tolist() == [0, 2, 1, 1]
