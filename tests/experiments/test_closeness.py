# SPDX-License-Identifier: Apache-2.0
"""The stable facts of the study of closeness."""

from __future__ import annotations

import pytest

EQUAL, ORDERED, SMOOTHED = "equal (EMD)", "ordered (EMD)", "smoothed Jensen-Shannon"


def numbers(outcome):
    rows = outcome("distances").tables["numbers"].rows
    return {name: cells for name, *cells in rows}


def test_distances_of_the_salaries(outcome):
    found = numbers(outcome)
    assert found[EQUAL][4:] == pytest.approx([2 / 3, 2 / 3])
    assert found[ORDERED][4:] == pytest.approx([3 / 8, 1 / 6])
    assert found[SMOOTHED][4:] == pytest.approx([0.1678, 0.0226], abs=5e-5)
    assert found["Jensen-Shannon"][4:] == pytest.approx([0.3183, 0.3183], abs=5e-5)


def test_probability_scaling(outcome):
    found = numbers(outcome)
    assert found[EQUAL][1:3] == pytest.approx([0.1, 0.1])
    assert found[SMOOTHED][1:3] == pytest.approx([0.025709, 0.005059], abs=1e-6)


def test_only_the_smoothed_distance_meets_every_desideratum(outcome):
    rows = outcome("distances").tables["desiderata"].rows
    met = {name for name, *verdicts in rows if set(verdicts) == {"yes"}}
    assert met == {SMOOTHED}


def test_releases_keep_their_promises(outcome):
    releases = outcome("protection").tables["releases"].where(family="t-closeness")
    assert releases.rows
    for _, _, t, _, _, distance, *_ in releases.rows:
        assert distance <= t + 1e-9


def test_closeness_protects_better_at_equal_loss(outcome):
    facts = outcome("protection").facts
    assert facts["loss_better"] + facts["loss_equal"] > facts["loss_compared"] / 2
    assert facts["closeness_reaches"] < facts["diversity_reaches"]


def test_diversity_does_not_stop_skewness_and_likeness_does(outcome):
    facts = outcome("exposed-groups").facts
    assert facts["entropy_skewed"] > 0.5
    assert facts["likeness_skewed"] == 0
    assert facts["close_skewed"] < facts["entropy_skewed"]


def test_groups_of_six_kinds_are_not_of_one_kind(outcome):
    facts = outcome("exposed-groups").facts
    assert facts["anonymity_of_one_kind"] > 0
    assert facts["distinct_of_one_kind"] == 0
