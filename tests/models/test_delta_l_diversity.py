# SPDX-License-Identifier: Apache-2.0
"""(δ,l)-diversity by the letter: the table of spec §4.2."""

from __future__ import annotations

import pytest

from diversa.models import DeltaLDiversity, EpsilonMAnonymity, parse


@pytest.mark.parametrize(
    ("values", "at_15", "at_7_5"),
    [([40, 60], 1, 2), ([40, 50, 60], 1, 1), ([40, 50, 60, 80], 1, 4 / 3)],
)
def test_level(numbers, values, at_15, at_7_5):
    groups = numbers(values)
    assert DeltaLDiversity(15, 1).attained(groups) == at_15
    assert DeltaLDiversity("7.5", 1).attained(groups) == at_7_5


def test_it_is_epsilon_m_anonymity_by_another_name():
    literal = DeltaLDiversity(7.5, 2.5, on="s", joint=True)
    alias = EpsilonMAnonymity(15, 2.5, on="s", joint=True)
    assert literal.by_another_name == alias
    assert literal.implied() == alias.implied()
    assert not literal.prunes(suppression=False)


def test_one_row(numbers):
    assert DeltaLDiversity(1, 1).attained(numbers([5])) == 1


def test_missing_values_may_be_anywhere(numbers):
    assert DeltaLDiversity(7.5, 1).attained(numbers([40, 60], unknown=[1])) == 1


def test_spec():
    assert parse("delta-l-diversity:7.5,l=2").spec == "delta-l-diversity:delta=7.5,l=2"
