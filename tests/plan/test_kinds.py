# SPDX-License-Identifier: Apache-2.0
"""Shares, models, populations and rows of a person that a plan may give."""

from __future__ import annotations

import pytest

from diversa.errors import PlanError
from diversa.plan.sections import People, Privacy


@pytest.mark.parametrize("share", [-0.1, 1.5, "x", "1/0", None, True, [0.1]])
def test_a_share_of_rows(share):
    with pytest.raises(PlanError, match=r"privacy\.suppression: must be .*share of"):
        Privacy(suppression=share)


def test_every_wrong_model_is_told():
    with pytest.raises(PlanError) as caught:
        Privacy(models=["k-anonymity:0", "x"])
    assert len(caught.value.faults) == 2
    with pytest.raises(PlanError, match=r"privacy\.models: must be models or"):
        Privacy(models=3)


@pytest.mark.parametrize(
    ("said", "meant"), [("distinct", "distinct"), ("all", "all"), (3, 3), ("12", 12)]
)
def test_the_rows_of_a_person(said, meant):
    assert People(rows=said).rows == meant


@pytest.mark.parametrize("said", [0, -1, "0", "some", 1.5, True, None, "-2", "²"])
def test_rows_of_a_person_that_cannot_be(said):
    with pytest.raises(
        PlanError, match=r"people\.rows: must be one of distinct, all or"
    ):
        People(rows=said)
