# SPDX-License-Identifier: Apache-2.0
"""The options by which a table is opened, as keywords."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from diversa.cli.table_options import people_from, table_keywords
from diversa.data.population_source import PeopleSource


def test_what_is_not_given_is_left_out():
    options = {"quasi_identifiers": (), "missing": None, "hierarchies": ()}
    assert table_keywords(options) == {}


def test_options_become_keywords():
    keywords = table_keywords(
        {
            "quasi_identifiers": ("zip",),
            "missing": "own",
            "number_columns": ("age",),
            "delimiter": ";",
            "hierarchies": ("zip=masking",),
            "population": Path("people.csv"),
            "population_count": "n",
        }
    )
    assert keywords.pop("reading").delimiter == ";"
    assert keywords == {
        "quasi_identifiers": ("zip",),
        "missing": "own",
        "kinds": {"age": "number"},
        "hierarchies": {"zip": "masking"},
        "population": PeopleSource(Path("people.csv"), "n"),
    }


def test_a_count_of_nobody():
    with pytest.raises(click.UsageError, match="--population-count must come with"):
        people_from({"population": None, "population_count": "n"})
