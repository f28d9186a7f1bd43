# SPDX-License-Identifier: Apache-2.0
"""Labels of sets: names, braces, and nodes whose name nothing else has."""

from __future__ import annotations

import pytest

from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.recodings.set_labels import SetLabels

TOWNS = ["Bonn", "Kiel", "Oslo", "Rome", None]


def labels(*columns):
    towns = Dictionary.build("town", TOWNS, [1] * 5)
    return SetLabels(Hierarchy.from_labels(towns, columns))


@pytest.mark.parametrize(
    ("members", "label"),
    [
        ([2], "Oslo"),
        ([0, 1], "Germany"),
        ([1, 2], "{Kiel, Oslo}"),
        ([3, 4], "{Rome, missing}"),
        ([0, 1, 2, 3, 4], "*"),
        ([4], None),
    ],
)
def test_a_region_has_the_name_of_its_node(members, label):
    countries = ["Germany", "Germany", "Norway", "Italy"]
    assert labels(countries).of_region(members) == label


@pytest.mark.parametrize(
    "columns",
    [
        [["Oslo", "Oslo", "North", "South"]],  # the name of a value
        [["{Bonn}", "{Bonn}", "North", "South"]],  # looks like a set
        [["[1-2]", "[1-2]", "North", "South"]],  # looks like a range
        [["x", "x", "y", "z"], ["w", "w", "x", "x"]],  # of other towns further up
    ],
)
def test_a_name_that_could_mean_something_else_is_not_used(columns):
    assert labels(*columns).of_region([0, 1]) in ("{Bonn, Kiel}", "w")


@pytest.mark.parametrize(
    ("members", "label"),
    [
        (range(9), "not {j, k, l}"),
        (range(8), "{a, b, c, d, e, f, g, h}"),
        (range(11), "not {l}"),
        (range(12), "*"),
    ],
)
def test_of_many_values_the_others_are_named(members, label):
    letters = Dictionary.build("letter", list("abcdefghijkl"), [1] * 12)
    labels = SetLabels(Hierarchy.from_labels(letters, []))
    assert labels.of_region(list(members)) == label
