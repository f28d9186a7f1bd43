# SPDX-License-Identifier: Apache-2.0
"""A proposal belongs to its table, and is published as it is."""

from __future__ import annotations

import pytest

import diversa
from diversa.errors import InputError, PlanError
from swept_table import OPENED


def test_a_proposal_is_published_as_it_was_decided(table, patients):
    proposal = table.search(models="k-anonymity:2", suppression=0.1)
    with pytest.raises(PlanError, match="seed: must come with chosen levels"):
        table.publish(proposal, seed=3)
    with (
        diversa.open(patients, **OPENED) as other,
        pytest.raises(InputError, match="search of this table"),
    ):
        other.publish(proposal)
