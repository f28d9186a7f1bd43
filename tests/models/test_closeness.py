# SPDX-License-Identifier: Apache-2.0
"""What models of closeness share: which distance, and what may stand beside it."""

from __future__ import annotations

import pytest

from diversa.counts.groups import Groups
from diversa.errors import ModelError
from diversa.models import NtCloseness, TCloseness, parse

MAKE = [
    lambda **words: TCloseness(0.2, **words),
    lambda **words: NtCloseness(9, 0.2, **words),
]


@pytest.mark.parametrize("make", MAKE)
def test_words_that_do_not_go_together(make):
    with pytest.raises(ModelError, match="order must be left out for the distance equ"):
        make(order=["a", "b"])
    with pytest.raises(ModelError, match="distance must be a known word, got 'euclid'"):
        make(distance="euclid")
    with pytest.raises(ModelError, match="ground must be a known word, got 'smoothed-"):
        make(distance="smoothed-js", ground="smoothed-js")


def test_the_level_says_by_which_distance():
    assert TCloseness(0.2).describe(0.125) == "t = 0.125"
    assert TCloseness(0.2, distance="numeric").describe(0.125) == "numeric t = 0.125"


def test_a_spec_string_says_all_of_it():
    spec = "t-closeness:0.2,distance=smoothed-js,order=a|b,bandwidth=0.3"
    assert parse(spec).spec == spec
    assert parse(spec).ground == "ordered"


def test_a_distance_is_made_once_for_an_attribute():
    attribute = Groups.from_counts([{1: 1, 2: 1}], on="s").sensitive[0]
    first = TCloseness(0.2, distance="ordered").between(attribute)
    assert TCloseness(0.9, distance="ordered").between(attribute) is first
    assert TCloseness(0.2, distance="numeric").between(attribute) is not first
