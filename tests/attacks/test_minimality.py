# SPDX-License-Identifier: Apache-2.0
"""Minimality: the algorithm tells why it merged a group."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.attacks.minimality import minimality
from diversa.counts.groups import Groups
from diversa.models import parse

SEVEN = pd.DataFrame({"q": ["*"] * 7, "s": ["H", "H", "N", "N", "N", "N", "N"]})
"""Two people with q1, both H, and five with q2, published together."""


EVERYONE = pd.DataFrame({"q": ["q1"] * 2 + ["q2"] * 5})


RULE = "alpha-k-anonymity:alpha=1/2,k=1,value=H"


WORDS = {"quasi_identifiers": "q", "sensitive": "s"}


def test_minimality_of_a_table():
    found = diversa.attack(SEVEN, known=EVERYONE, models=RULE, **WORDS)["minimality"]
    assert (found.exposed, found.certain, found.worst) == (7, 7, 1)
    assert found.naive == pytest.approx(2 / 7)
    alone = diversa.attack(SEVEN, target={"q": "q1"}, **WORDS).target.posterior()
    assert alone == pytest.approx({"N": 5 / 7, "H": 2 / 7})


def test_groups_that_are_large_or_not_known_are_left_out():
    groups = Groups.from_counts([{"H": 2, "N": 5}, {"H": 2, "N": 5}], on="s")
    rule = parse(RULE).bind(["s"])
    found = minimality(groups.histogram(), [(0, [2, 5]), (1, [2, 2])], rule)
    assert (found.affected.tolist(), found.groups) == ([0], 1)
    none = minimality(groups.histogram(), [(1, [7])], rule)
    assert (none.worst, none.exposed, none.total) == (None, 0, 0)
