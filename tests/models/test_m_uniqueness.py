# SPDX-License-Identifier: Apache-2.0
"""m-uniqueness."""

from __future__ import annotations

import pytest

from diversa.errors import ModelError
from diversa.models import MUniqueness, parse


def test_rows_of_different_values(table):
    groups = table((1, 1, 1), (1, 1), (2, 1), (1,))
    assert MUniqueness(1).measure(groups).floats.tolist() == [3, 2, 1, 1]
    assert MUniqueness(1).holds(groups).all()
    assert MUniqueness(2).holds(groups).tolist() == [True, True, False, False]
    assert MUniqueness(3).holds(groups).tolist() == [True, False, False, False]


def test_a_union_repeats_a_value(table):
    assert MUniqueness(2).holds(table((1, 1, 0), (0, 1, 1))).all()
    assert not MUniqueness(2).holds(table((1, 2, 1))).any()


def test_a_missing_value_may_be_one_of_the_others(table):
    assert not MUniqueness(2).holds(table((1, 1), unknown=(1,))).any()


def test_spec_and_parameters():
    assert parse("m-uniqueness:3,on=s").spec == "m-uniqueness:3,on=s"
    with pytest.raises(ModelError, match="m must be at least 1, got 0"):
        MUniqueness(0)
    implied = [one.spec for one in MUniqueness(3, on="s").implied()]
    assert implied == ["distinct-l-diversity:3,on=s", "k-anonymity:3"]
