# SPDX-License-Identifier: Apache-2.0
"""Row frequency; its laws against the judge are in `laws/test_people_models`."""

from __future__ import annotations

from fractions import Fraction

import pytest

from diversa.counts.visits import groups_of_people
from diversa.errors import ModelError
from diversa.models import FrequencyLDiversity, RowFrequency, parse


def test_who_has_many_rows_has_a_frequent_value():
    """`a:y b:f c:yxf d:x`: two of six rows have y, and c has three rows."""
    groups = groups_of_people([["y", "f", "yxf", "x"], ["ab", "cd"]], on="s")
    assert FrequencyLDiversity(2).holds(groups).all()
    model = RowFrequency(2)
    assert model.measure(groups).floats.tolist() == [1, 2]
    assert model.holds(groups).tolist() == [False, True]
    assert model.describe(model.attained(groups)) == "row frequency l = 1"


def test_rows_without_a_person_have_the_frequency_of_rows(table):
    groups = table((2, 2, 1), (3, 1))
    assert RowFrequency(2).measure(groups).floats.tolist() == [2.5, 4 / 3]


def test_a_missing_value_counts_as_the_most_frequent_one():
    groups = groups_of_people([[[1, None], [2], [3], [4]]], on="s", missing="worst")
    assert RowFrequency(1).measure(groups).exact(0) == Fraction(5, 4)


def test_flags():
    model = RowFrequency(2, on="s")
    assert model.implied() == FrequencyLDiversity(2, on="s").implied()
    assert not model.prunes_people(suppression=False, shared=False)


def test_spec_and_parameters():
    assert parse("row-frequency:2.5,on=s") == RowFrequency(2.5, on="s")
    with pytest.raises(ModelError, match="row-frequency: l must be at least 1"):
        RowFrequency(0)
