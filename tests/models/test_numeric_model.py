# SPDX-License-Identifier: Apache-2.0
"""What models of numbers refuse, and their exact intervals."""

from __future__ import annotations

import datetime as dt
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPolicy
from diversa.errors import ModelError
from diversa.models import MODELS, parse
from diversa.models.numeric_model import (
    NumericModel,
    floor_line,
    places_from,
    places_up_to,
)
from examples import examples

SPECS = [
    "epsilon-m-anonymity:epsilon=1,m=2,on=s",
    "epsilon-m-anonymity:epsilon=0.1,m=2,relative=true,on=s",
    "window-diversity:delta=1,l=2,on=s",
    "delta-l-diversity:delta=1,l=2,on=s",
    "multi-level-l-diversity:l=2,cuts=1,on=s",
    "ke-anonymity:k=2,e=1,on=s",
    "variance-control:1,on=s",
]


def attribute(*values, missing="raise", **words):
    dictionary = Dictionary.build("s", values, [1] * len(values), **words)
    return Sensitive(dictionary, MissingPolicy(missing))


def test_every_numeric_model_is_here():
    numeric = {name for name, one in MODELS.items() if issubclass(one, NumericModel)}
    assert {spec.partition(":")[0] for spec in SPECS} == numeric


@pytest.mark.parametrize("spec", SPECS)
def test_text_is_refused_without_a_value(spec):
    with pytest.raises(ModelError) as error:
        parse(spec).check([attribute("1", "2", "canary", "inf", "1e400")])
    assert "must be numbers, got 3 of 5 distinct values that are not" in str(
        error.value
    )
    assert "canary" not in str(error.value)


@pytest.mark.parametrize("spec", SPECS)
def test_dates_are_refused(spec):
    days = attribute(dt.date(2024, 5, 31), dt.date(2024, 6, 1), kind="date")
    with pytest.raises(ModelError, match="must be numbers, got dates"):
        parse(spec).check([days])


@pytest.mark.parametrize("spec", SPECS)
def test_too_many_digits_are_refused(spec):
    for wide in ("1e200", "1" + "0" * 155, "1e-200"):
        with pytest.raises(ModelError, match="at most 140 digits"):
            parse(spec).check([attribute("1", wide)])
    parse(spec).check([attribute("1", "1e130", "0.25")])


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("policy", ["worst", "drop", "raise"])
def test_missing_values_need_a_policy_that_makes_sense(spec, policy):
    parse(spec).check([attribute("1", "2", None, missing=policy)])
    with pytest.raises(ModelError, match="one of the policies drop, raise, worst"):
        parse(spec).check([attribute("1", "2", None, missing="own")])
    parse(spec).check([attribute("1", "2", missing="own")])


@pytest.mark.parametrize("spec", SPECS)
def test_nothing_but_missing_values(spec):
    model = parse(spec)
    groups = Groups.from_counts([{None: 3}, {None: 1}], on="s", missing="worst")
    model.check(groups.sensitive)
    assert not model.holds(groups).any()


@pytest.mark.parametrize("places", [9, 10, 19, 130])
@pytest.mark.parametrize("spec", SPECS)
def test_no_group_of_a_table_with_many_decimals(spec, places):
    model = parse(spec)
    groups = Groups.from_counts([{"0." + "1" * places: 1, "2": 1}], on="s")
    histogram = groups.histogram("s")
    assert len(model.judge(histogram)) == len(model.level(histogram)) == 1
    nothing = histogram.select(np.zeros(1, dtype=bool))
    assert len(model.judge(nothing)) == len(model.level(nothing)) == 0
    assert len(model.most_of(nothing)) == 0


WHOLE = st.integers(-(10**20), 10**20)
RATIOS = st.fractions(-(10**9), 10**9, max_denominator=10**6)


@examples(100)
@given(st.lists(WHOLE | st.integers(-99, 99), min_size=1), RATIOS, RATIOS)
def test_the_floor_of_a_line_is_exact(points, factor, shift):
    wide = any(abs(one) > 2**53 for one in points)
    found = floor_line(np.array(points, object if wide else np.int64), factor, shift)
    assert found.tolist() == [math.floor(factor * x + shift) for x in points]


DECIMALS = st.decimals(-99, 99, places=2) | st.integers(-99, 99)


@examples(100)
@given(
    st.lists(DECIMALS.map(str), min_size=1, max_size=8, unique=True),
    st.fractions(0, 3, max_denominator=60),
    st.fractions(-50, 50, max_denominator=60),
)
def test_places_are_where_the_numbers_are(texts, factor, shift):
    numbers = sorted({Fraction(text) for text in texts})
    of_text = attribute(*texts)
    lines = [factor * x + shift for x in numbers]
    assert places_up_to(of_text, factor, shift).tolist() == [
        sum(y <= line for y in numbers) for line in lines
    ]
    assert places_from(of_text, factor, shift).tolist() == [
        sum(y < line for y in numbers) for line in lines
    ]
