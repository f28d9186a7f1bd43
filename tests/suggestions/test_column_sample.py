# SPDX-License-Identifier: Apache-2.0
"""A bounded look at a column."""

from __future__ import annotations

from diversa.data.dictionary import Dictionary
from diversa.suggestions.column_sample import ColumnSample


def sample(values, counts=None):
    return ColumnSample.of(Dictionary.build("x", values, counts or [1] * len(values)))


def test_missing_values_do_not_count():
    look = sample([*map(str, range(30)), None], [1] * 30 + [300])
    assert (look.distinct, look.rows) == (30, 30)
    assert look.nearly_all_differ


def test_nearly_all_is_nine_in_ten():
    values = [f"a{n}" for n in range(9)]
    assert sample([*values, "b"]).mostly(lambda text: text.startswith("a"))
    assert not sample([*values, "b", "c"]).mostly(lambda text: text.startswith("a"))
    assert not sample([]).mostly(str)


def test_few_values_repeat():
    assert sample(["U", "R"], [5, 5]).is_few
    assert not sample(["U", "R"]).is_few
    assert not sample(list("abcd"), [5] * 4).is_few


def test_whole_numbers_and_fractions():
    assert sample(["1", "2.0"]).whole_numbers == (1, 2)
    assert sample(["1", "2.5"]).has_fractions
    assert not sample(["1", "x"]).has_fractions
    assert sample(["1", "x"]).whole_numbers is None
