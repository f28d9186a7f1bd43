# SPDX-License-Identifier: Apache-2.0
"""Row share; its law against the judge is in `laws/test_people_models`."""

from __future__ import annotations

import pytest

from diversa.counts.visits import groups_of_people
from diversa.errors import ModelError
from diversa.models import KAnonymity, RowShare, parse


def test_one_person_has_nearly_all_rows():
    people = [["abcdefghi", "a"], ["ab", "cd", "e"], ["a", "b", "b"]]
    groups = groups_of_people(people, on="s")
    model = RowShare(2)
    assert model.measure(groups).floats.tolist() == [10 / 9, 2.5, 3]
    assert model.holds(groups).tolist() == [False, True, True]
    assert model.describe(model.attained(groups)) == "row share k = 1.111"


def test_rows_without_a_person_are_people(table):
    groups = table((2, 1), (5,))
    assert RowShare(3).measure(groups).floats.tolist() == [3, 5]


def test_flags():
    assert RowShare(3).implied() == (KAnonymity(3),)
    assert RowShare(3).prunes_people(suppression=False, shared=False)
    assert not RowShare(3).prunes_people(suppression=True, shared=False)
    assert not RowShare(3).prunes_people(suppression=False, shared=True)
    assert RowShare(3).least_rows == 3


def test_a_merge_with_one_who_has_many_rows_breaks_it():
    groups = groups_of_people([["a", "b"], ["a", "b", "abc"]], on="s")
    assert RowShare(2).holds(groups).tolist() == [True, False]


def test_spec_and_parameters():
    assert parse("row-share:5") == RowShare(5)
    with pytest.raises(ModelError, match="row-share: k must be at least 1, got 0"):
        RowShare(0)
