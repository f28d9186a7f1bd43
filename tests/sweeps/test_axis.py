# SPDX-License-Identifier: Apache-2.0
"""What varies: values as they are written, and what cannot vary."""

from __future__ import annotations

import pytest

from diversa.errors import InputError, ModelError, PlanError
from diversa.sweeps.axis import Axis


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("k=2..5", ("2", "3", "4", "5")),
        ("k=2..9:3", ("2", "5", "8")),
        ("t=0.1..0.3:0.1", ("0.1", "0.2", "0.3")),
        ("t=0..0.1:0.05", ("0", "0.05", "0.1")),
        ("l=2, 3 ,4", ("2", "3", "4")),
        ("k=2..4,10,20", ("2", "3", "4", "10", "20")),
        ("k=5,5", ("5",)),
        ("method=full-domain,mondrian", ("full-domain", "mondrian")),
    ],
)
def test_values_as_they_are_written(text, values):
    axis = Axis.read(text)
    assert axis.values == values
    assert axis.name == text.partition("=")[0]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("k", "must be written name=values"),
        ("=3", "must be written name=values"),
        ("k=", "must be written name=values"),
        ("k=9..2", "from its least to its greatest"),
        ("k=2..9:0", "step above 0"),
        ("k=a..b", "must be written low..high"),
        ("k=1..99999999", "at most 2,000 values"),
        ("k=NaN..3", "must be written low..high|from its least"),
        ("t=0.1..0.5", "must have a step"),
    ],
)
def test_values_that_are_none(text, fault):
    with pytest.raises(PlanError, match=fault):
        Axis.read(text)


@pytest.mark.parametrize(
    ("over", "words", "fault"),
    [
        ({"q": [2]}, {}, r"'q' must be a parameter.*k \(k-anonymity\)"),
        ({}, {}, "something must vary"),
        ({"k": []}, {}, "at least one value"),
        ({"k": range(2, 3000)}, {}, "at most 2,000 searches"),
        ({"sensitive": ["zip"]}, {}, "'sensitive' must be a parameter"),
        ({"l": [2]}, {"models": ["distinct-l-diversity:2", "entropy-l-diversity:2"]},
         "write distinct-l-diversity.l or entropy-l-diversity.l"),
        ({"k": [2]}, {"privacy": "safety"}, "must be one of average risk, highest"),
    ],
)  # fmt: skip
def test_what_cannot_vary_is_refused(table, over, words, fault):
    with pytest.raises(PlanError, match=fault):
        table.sweep(over, **{"models": "k-anonymity:2"} | words)


def test_a_value_that_is_none_is_refused_before_any_search(table):
    with pytest.raises(ModelError, match="k must be at least 1"):
        table.sweep({"k": [2, 0]}, models="k-anonymity:2")
    with pytest.raises(InputError, match="suppression"):
        table.sweep({"suppression": [2]}, models="k-anonymity:2")
