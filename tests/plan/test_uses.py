# SPDX-License-Identifier: Apache-2.0
"""Which settings a command has no use for."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.errors import PlanError
from diversa.open_tables.open_table import open as open_table
from diversa.plan.keywords import PlanKeywords
from diversa.plan.settings import all_settings
from diversa.plan.uses import PUBLISHED, UNUSED, USED, check_used

TABLE = pd.DataFrame({"zip": ["1", "1", "2", "2"], "ill": ["a", "b", "a", "b"]})
ABOUT = ("report", "writing")
"""Sections about what is published."""
WORDS = {"quasi_identifiers": "zip", "models": "k-anonymity:2"}


def test_only_settings_are_named():
    named = {word for words in (*UNUSED.values(), *USED.values()) for word in words}
    assert named <= {*PlanKeywords.__annotations__}
    published = {place.keyword for place in all_settings() if place.section in ABOUT}
    assert published <= {*PUBLISHED}


@pytest.mark.parametrize("algorithm", ["datafly", "samarati", "optimal", "descent"])
def test_a_search_that_lists_nothing_is_refused(algorithm):
    with pytest.raises(PlanError, match=r"search\.algorithm: .*incognito, exhaustive"):
        diversa.lattice(TABLE, **WORDS, algorithm=algorithm)


@pytest.mark.parametrize("algorithm", ["incognito", "exhaustive"])
def test_a_search_that_lists_nodes_is_the_one_that_runs(algorithm):
    report = diversa.lattice(TABLE, **WORDS, algorithm=algorithm)
    assert report.result.algorithm == algorithm
    with open_table(TABLE, **WORDS) as table:
        assert table.lattice(algorithm=algorithm).result.algorithm == algorithm


def test_what_is_published_has_no_place_where_nothing_is():
    with pytest.raises(PlanError) as caught:
        check_used("sweep", {"title": "T", "spreadsheet_safe": True, "keep": "ward"})
    assert len(caught.value.faults) == 3
    check_used("sweep", {"seed": 3, "models": "k-anonymity:2"})


def test_a_plan_file_may_say_more_than_a_command_needs():
    plan = diversa.make_plan(**WORDS, title="T", algorithm="datafly")
    assert diversa.lattice(TABLE, plan).best is not None
