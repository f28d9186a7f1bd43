# SPDX-License-Identifier: Apache-2.0
"""The release of a third of the people is one as the plan makes it."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.models.k_anonymity import KAnonymity
from diversa.rehearsals import trial_release
from diversa.rehearsals.trial_release import TrialRelease, by_plan
from rehearsed_tables import STYLES, counted_rows, rows_of, three


@pytest.mark.parametrize("name", STYLES)
def test_the_models_hold_in_the_release_of_a_third(name):
    counted, plan = counted_rows(rows_of(2, 240), **STYLES[name])
    release = TrialRelease.of(three(counted).released, plan)
    assert KAnonymity(3).holds(release.recoded.groups).all()
    assert release.recoded.total == 80
    assert not release.has_two_tables


def test_a_decision_can_be_given():
    counted, plan = counted_rows(rows_of(2, 240), **STYLES["levels"])
    third, seen = three(counted).released, []

    def decide(table):
        seen.append(table)
        return by_plan(plan, table)

    TrialRelease.of(third, plan, decide)
    assert seen == [third.counted]


def test_two_tables_are_known():
    words = {"method": "anatomy", "models": "distinct-l-diversity:2"}
    counted, plan = counted_rows(rows_of(2, 240), **words)
    assert TrialRelease.of(three(counted).released, plan).has_two_tables


def test_some_of_many_boxes_are_drawn(monkeypatch):
    counted, plan = counted_rows(rows_of(2, 240), **STYLES["tight"])
    release = TrialRelease.of(three(counted).released, plan)
    every = release.generalized(np.random.default_rng(0))
    assert len(every) == release.boxes.generalized.sum()
    monkeypatch.setattr(trial_release, "MOST_BOXES", 3)
    assert len(release.generalized(np.random.default_rng(0))) == 3
