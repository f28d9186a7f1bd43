# SPDX-License-Identifier: Apache-2.0
"""The values that a saved label stands for."""

from __future__ import annotations

from diversa.data.dictionary import Dictionary
from diversa.hierarchies.intervals import Intervals
from diversa.recodings.file_attribute import SavedAttribute
from diversa.recodings.file_sides import SavedSide, cover

AGE = Intervals((10,))


def test_a_missing_value_is_covered_where_a_label_says_so():
    sides = [SavedSide("{1, missing}", low=1.0, high=1.0, missing=True), SavedSide("1")]
    values = Dictionary.build("age", [1, None], [1, 1], kind="number")
    attribute = SavedAttribute.of(values, AGE.build(values), AGE)
    found = cover(sides, values, attribute.look_up(values))
    assert found.tolist() == [[True, True], [False, False]]
