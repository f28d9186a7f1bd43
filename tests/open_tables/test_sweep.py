# SPDX-License-Identifier: Apache-2.0
"""A sweep of a table is that of the table when it is open."""

from __future__ import annotations

import pytest

import diversa
from diversa.errors import PlanError
from swept_table import OPENED

WORDS = {"models": "k-anonymity:2", "suppression": 0.05}


def test_a_sweep_is_that_of_the_open_table(table, patients):
    alone = diversa.sweep(patients, over={"k": [2, 9]}, **OPENED, **WORDS)
    assert alone.to_json() == table.sweep({"k": [2, 9]}, **WORDS).to_json()
    loss = [table.search(**{**WORDS, "models": f"k-anonymity:{k}"}) for k in (2, 9)]
    assert [one.loss for one in alone.points] == [one.metrics["loss"] for one in loss]


def test_words_about_a_release_are_refused(patients):
    with pytest.raises(PlanError, match="sweep, which publishes nothing"):
        diversa.sweep(patients, over={"k": [2]}, title="Sweep", **OPENED, **WORDS)
