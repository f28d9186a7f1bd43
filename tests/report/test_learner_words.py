# SPDX-License-Identifier: Apache-2.0
"""Reports in every language warn of adversaries who learn."""

from __future__ import annotations

import re

import pandas as pd
import pytest

import diversa
from correlated_tables import drawn_release
from diversa.report.language import speaking
from diversa.report.learner_words import guesses_of_learners
from diversa.report.promise_section import disclosures
from report_words import record


def released(strength):
    """The record of a release whose attributes tell more or less of the value."""
    rows = drawn_release(200, strength=strength)
    known = pd.DataFrame([one for _, one, _ in rows], columns=["a", "b", "c"])
    table = known.assign(ill=[value for _, _, value in rows])
    words = {"method": "anatomy", "models": "frequency-l-diversity:3", "nearby": False}
    roles = {"quasi_identifiers": ["a", "b", "c"], "sensitive": "ill"}
    made = diversa.anonymize(table, evidence=True, suppression=0.1, **roles, **words)
    return made.record


@pytest.fixture(scope="module")
def warned():
    return released(0.9)


@pytest.mark.parametrize("code", ["de", "fr"])
def test_other_languages_give_the_figures_of_the_english_warning(warned, code):
    (english,) = [one for one in warned.discloses if one.startswith("Warning: groups")]
    with speaking(code):
        (warning,) = guesses_of_learners(warned)
        assert warning in list(disclosures(warned))
    told = [
        re.findall(r"[0-9]+(?=[0-9., \N{NO-BREAK SPACE}]* ?%)", text)
        for text in (english, warning)
    ]
    assert told[1] == told[0][: len(told[1])]
    assert "ill" in warning


def test_who_learns_nothing_is_not_warned_of():
    with speaking("de"):
        assert list(guesses_of_learners(released(0.0))) == []
        assert list(guesses_of_learners(record())) == []
