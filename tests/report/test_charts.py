# SPDX-License-Identifier: Apache-2.0
"""Charts: labels, long names and many numbers have their room."""

from __future__ import annotations

import re

from diversa.report import charts


def test_labels_are_drawn_as_they_are():
    """Dollars begin no formula, and the stand-in of a colour may be a label."""
    labels = ["$20_{ - $30", "$\\frac$", "#000001"]
    drawn = charts.histogram("n", "t", labels, {"after": [0.2, 0.3, 0.5]}, unit="rows")
    assert [label for label in labels if f">{label}</text>" not in drawn] == []


def test_long_names_have_room_beside_a_chart():
    name = "background knowledge (an attribute with a long name)"
    drawn = charts.changes("n", "t", [charts.Change(name, [0.5])], unit="rows")
    (shown,) = re.findall(r">(backg[^<]*)</text>", drawn)
    assert len(shown) <= charts.LONGEST
    assert shown.endswith("name)")


def test_a_matrix_of_many_has_no_numbers_that_overlap():
    for size, numbers in ((4, 16), (12, 0)):
        found = charts.matrix("n", "t", ["a"] * size, [[0.5] * size] * size)
        assert found.count(">.50</text>") == numbers
