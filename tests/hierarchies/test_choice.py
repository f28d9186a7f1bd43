# SPDX-License-Identifier: Apache-2.0
"""Which hierarchy a column gets: the declared one, or one by its values."""

from __future__ import annotations

from columns import column
from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Coding, Masking, Suppression
from diversa.hierarchies.choice import Choice

ZIPS = column("13053", "13068", "14850")


def test_a_declared_hierarchy_is_taken():
    choice = Choice.of(ZIPS, Suppression())
    assert (choice.kind, choice.declared, choice.column) == (
        Suppression(),
        True,
        "work",
    )
    assert choice.hierarchy.labels == (("13053", "13068", "14850"), ("*",))


def test_values_choose_where_none_is_declared():
    choice = Choice.of(ZIPS, None)
    assert isinstance(choice.kind, Masking)
    assert not choice.declared
    assert choice.hierarchy.labels[1] == ("1305*", "1306*", "1485*")


def test_a_levels_file_holds_what_comes_after_the_coding():
    ages = Dictionary.build("age", [20, 30, 95], [1, 1, 1], kind="number")
    coded = Choice.of(ages, Coding(top=90, then=Suppression()))
    assert coded.coded is not None
    assert coded.without_coding().labels == ((20, 30, 95), ("*",))
    plain = Choice.of(ages, Suppression())
    assert plain.coded is None
    assert plain.without_coding() is plain.hierarchy


def test_values_are_not_printed():
    assert "13053" not in repr(Choice.of(ZIPS, None))
