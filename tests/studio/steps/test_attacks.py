# SPDX-License-Identifier: Apache-2.0
"""Attacks on a plan are those of the library, each beside its control."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.attacks.correlation import Correlation
from diversa.rehearsals.rehearsal import rehearse
from diversa.report.rehearsal_section import QUESTIONS
from diversa.studio.steps.attacks import attack_plan, findings_of

WORDS = {"models": ["k-anonymity:3"], "suppression": 0.05}


def test_a_plan_is_rehearsed_beside_a_control(table):
    view = attack_plan(table, **WORDS)
    proposal = table.search(**WORDS)
    expected = rehearse(proposal.counted, proposal.plan)
    colours = [one.colour for one in view.rehearsed]
    order = (*QUESTIONS, "membership")
    assert colours == [rate.colour for name in order for rate in expected.of(name)]
    assert view.rehearsed == findings_of(expected)  # the draw is that of the table
    text = " ".join(one.words for one in view.rehearsed)
    assert "Excess" in text
    assert "in a table of other people" in text
    assert f"{expected.people:,} rows are released" in view.lead
    assert view.correlations == ()


def test_a_plan_without_a_release_cannot_be_attacked(table):
    (only,) = attack_plan(table, models=["k-anonymity:900"]).rehearsed
    assert only.colour == "grey"


@pytest.fixture(scope="module")
def wards():
    """The ward goes with the illness, so that groups tell more than they promise."""
    draw = np.random.default_rng(5)
    ward = draw.integers(0, 4, 1200)
    others = draw.integers(0, 4, 1200)
    own = np.where(draw.random(1200) < 0.85, ward, others)
    frame = pd.DataFrame({"ward": ward, "age": draw.integers(0, 9, 1200)})
    return frame.assign(ill=[f"ill{one}" for one in own])


def test_two_tables_are_guessed_by_what_goes_with_what(wards):
    words = {"models": ["distinct-l-diversity:2"], "method": "anatomy"}
    with diversa.open(
        wards, quasi_identifiers=["ward", "age"], sensitive="ill"
    ) as opened:
        view = attack_plan(opened, nearby=False, **words)
        release = opened.publish(opened.search(nearby=False, **words), evidence=True)
    (found,) = view.correlations
    (recorded,) = [
        one
        for one in release.evidence.attacks["after"].found
        if isinstance(one, Correlation)
    ]
    shares = [guess.right for guess in found.guesses]
    assert shares == [
        recorded.promised,
        recorded.learner.share,
        recorded.oracle.share,
        recorded.half_known,
        recorded.without_groups,
        recorded.control,
    ]
    assert found.finding.colour == "red"
    assert max(shares[1:3]) > shares[0] + 0.2
    assert abs(shares[-1] - shares[0]) < 0.05  # nothing goes with shuffled rows


def test_few_groups_are_not_measured(table):
    words = {"models": ["distinct-l-diversity:2"], "method": "anatomy"}
    (found,) = attack_plan(table, **words).correlations
    assert found.finding.colour == "grey"
    assert "groups to learn from" in found.finding.words
