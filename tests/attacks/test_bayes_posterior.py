# SPDX-License-Identifier: Apache-2.0
"""The beliefs of an adversary who knows the population."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

import diversa
from diversa.attacks.bayes_posterior import bayes_posterior
from diversa.counts.groups import Groups
from diversa.counts.population import Population

WORDS = {"quasi_identifiers": "q", "sensitive": "s"}


def test_the_belief_about_umeko():
    """f(.|q*) is (.3, .3, .4) and hers (.01, .49, .5): 49/50 for a viral infection."""
    groups = Groups.from_counts([{"heart": 2, "viral": 2}], on="ill")
    people = {
        "Umeko": {"heart": 1, "viral": 49, "cancer": 50},
        "others": {"heart": 59, "viral": 11, "cancer": 30},
    }
    known = replace(groups, population=Population.from_counts([people], on="ill"))
    found = bayes_posterior(known.histogram())
    assert found.worst == pytest.approx(49 / 50)
    assert found.exposed == 0
    # The others: 2 * 59/60 to 2 * 11/60 against .59 and .11 before.
    assert found.change == pytest.approx(50 / 100)


def test_a_population_table_with_the_sensitive_attribute():
    table = pd.DataFrame({"q": ["1*"] * 2, "s": ["flu", "acne"]})
    people = pd.DataFrame({"q": ["1*"] * 4, "s": ["flu", "flu", "acne", "acne"]})
    found = diversa.attack(table, population=people, **WORDS)
    assert found["presence"].worst == 1 / 2
    assert found["Bayes posterior"].change == 0
    without = diversa.attack(table, population=people[["q"]], **WORDS)
    assert without["presence"].worst == 1 / 2
    why = {one.attack: one.why for one in without.not_made}
    assert "with the column 's'" in why["Bayes posterior"]
