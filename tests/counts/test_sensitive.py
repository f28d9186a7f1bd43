# SPDX-License-Identifier: Apache-2.0
"""Sensitive attributes: exact numbers and the tree of the values."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPolicy
from diversa.hierarchies import Taxonomy
from examples import examples


def attribute(*values, **words):
    return Sensitive(Dictionary.build("s", values, [1] * len(values)), **words)


@examples(100)
@given(
    st.lists(
        st.decimals(-(10**40), 10**40, allow_nan=False, allow_infinity=False)
        | st.integers(-99, 99).map(Decimal),
        max_size=6,
    )
)
def test_numbers_are_exact(decimals):
    one = attribute(*{str(value) for value in decimals})
    values = one.dictionary.values.tolist()
    exact = [Fraction(value) for value in values]
    assert one.is_numeric
    assert [Fraction(int(x), one.scale) for x in one.exact_numbers] == exact
    assert [Fraction(int(x), one.scale) for x in one.points] == sorted(set(exact))
    assert [one.points[rank] for rank in one.ranks] == one.exact_numbers.tolist()


def test_small_numbers_are_plain_integers():
    assert attribute("0.5", "20").exact_numbers.dtype == np.int64
    assert attribute("0.5", "20").exact_numbers.tolist() == [5, 200]
    assert attribute("1e20", "0.5").exact_numbers.tolist() == [5, 10**21]
    assert attribute().exact_numbers.tolist() == []


@pytest.mark.parametrize(
    "value", ["x", "", "inf", "nan", "1e400", "2024-05-31", dt.date(2024, 5, 31)]
)
def test_what_is_no_number(value):
    assert not attribute("1", value).is_numeric


@pytest.mark.parametrize("value", [1, 2.5, True, np.int64(3), " 4 ", "5e2", "-0"])
def test_what_is_a_number(value):
    assert attribute(value).is_numeric


def test_the_tree_has_the_values_that_occur_in_groups():
    tree = Taxonomy(tree={"*": {"p": ["a", "b"], "q": ["c"]}})
    values = Dictionary.build("s", ["a", "c", None], [1, 1, 1])
    lost = {"taxonomy": tree.build(values)}
    assert Sensitive(values, MissingPolicy.OWN, **lost).tree.depths.tolist() == [
        2,
        2,
        1,
    ]
    assert Sensitive(values, MissingPolicy.WORST, **lost).tree.depths.tolist() == [2, 2]
    with pytest.raises(ValueError, match="taxonomy is needed"):
        _ = Sensitive(values).tree


@pytest.mark.parametrize(
    ("values", "text", "marked"),
    [
        pytest.param([True, False], "true", [False, True], id="truth value"),
        pytest.param([1.0, 2.5], "1", [True, False], id="whole number"),
        pytest.param([Decimal("1.10"), 2], "1.1", [True, False], id="decimal"),
        pytest.param(
            [dt.datetime(2020, 1, 1), dt.datetime(2020, 3, 5)],
            "2020-01-01",
            [True, False],
            id="day without its midnight",
        ),
        pytest.param(["007", "7"], "7", [False, True], id="as it is written"),
        pytest.param(["007", "08"], "7", [False, False], id="a code is no number"),
    ],
)
def test_a_text_names_a_value_by_what_it_means(values, text, marked):
    assert attribute(*values).mask([text]).tolist() == marked


@pytest.mark.parametrize("text", ["Healthy", " HEALTHY", "healthy\u200b"], ids=ascii)
def test_a_text_names_a_value_however_both_are_written(text):
    values = Dictionary.build("s", ["flu", "healthy"], [1, 1])
    by_meaning = Sensitive(replace(values, by_meaning=True))
    assert by_meaning.mask([text]).tolist() == [False, True]
    assert not Sensitive(values).mask([text.upper()]).any()
