# SPDX-License-Identifier: Apache-2.0
"""Shares, models and populations that a plan may give."""

from __future__ import annotations

import pytest

from diversa.errors import PlanError
from diversa.plan.sections import Privacy


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
