# SPDX-License-Identifier: Apache-2.0
"""Which hierarchy a column gets: the declared one, or one by its values."""

from __future__ import annotations

import numpy as np

from columns import column
from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Coding, Masking, Suppression
from diversa.hierarchies.automatic_hierarchy import automatic
from diversa.hierarchies.choice import HierarchyChoice

ZIPS = column("13053", "13068", "14850")


def test_a_declared_hierarchy_is_taken():
    choice = HierarchyChoice.of(ZIPS, Suppression())
    assert (choice.kind, choice.is_declared, choice.column) == (
        Suppression(),
        True,
        "work",
    )
    assert choice.hierarchy.labels == (("13053", "13068", "14850"), ("*",))


def test_values_choose_where_none_is_declared():
    choice = HierarchyChoice.of(ZIPS, None)
    assert isinstance(choice.kind, Masking)
    assert not choice.is_declared
    assert choice.hierarchy.labels[1] == ("1305*", "1306*", "1485*")


def test_a_levels_file_holds_what_comes_after_the_coding():
    ages = Dictionary.build("age", [20, 30, 95], [1, 1, 1], kind="number")
    coded = HierarchyChoice.of(ages, Coding(top=90, then=Suppression()))
    assert coded.coding_of_ends is not None
    assert coded.without_coding().labels == ((20, 30, 95), ("*",))
    plain = HierarchyChoice.of(ages, Suppression())
    assert plain.coding_of_ends is None
    assert plain.without_coding() is plain.hierarchy


def test_some_of_the_rows_may_choose():
    ages = Dictionary.build("age", [*range(20, 60), 1000], [3] * 41, kind="number")
    rows = ages.counts.copy()
    choice = HierarchyChoice.of(ages, None, least=3)
    assert choice.is_automatic
    assert choice.by_rows(rows, 3) is choice
    rows[-1] = 0
    other = choice.by_rows(rows, 3)
    assert other.kind == automatic(ages.narrow(np.arange(40), rows), 3) != choice.kind
    assert other.hierarchy.sizes[0] == 41
    assert choice.hidden().kind == Suppression()
    assert not choice.hidden().is_automatic


def test_a_choice_that_has_no_place_for_all_values_is_not_taken():
    codes = column("13053", "13068", "14850", "n/a")
    choice = HierarchyChoice.of(codes, None)
    assert choice.by_rows(np.array([1, 1, 1, 0]), 1).hierarchy.sizes[0] == 4


def test_a_longer_code_of_other_rows_does_not_keep_codes_from_being_masked():
    codes = column("123456", "13053", "13068", "14850", None)
    choice = HierarchyChoice.of(codes, None)
    assert not isinstance(choice.kind, Masking)
    masked = choice.by_rows(np.array([0, 1, 1, 1, 0]), 1)
    assert masked.kind == HierarchyChoice.of(ZIPS, None).kind
    assert masked.hierarchy.labels[1] == ("*", "1305*", "1306*", "1485*", None)
    assert masked.hierarchy.labels[-1] == ("*",)


def test_values_are_not_printed():
    assert "13053" not in repr(HierarchyChoice.of(ZIPS, None))
