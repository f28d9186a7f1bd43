# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from diversa.cli.options import (
    help_of,
    metavar_of,
    section_options,
    split_columns,
)
from diversa.plan.settings import all_settings


@pytest.mark.parametrize(
    ("given", "names"),
    [
        (("zip,age", "sex"), ("zip", "age", "sex")),
        ((" zip , age ",), ("zip", "age")),
        (('"last, first",age',), ("last, first", "age")),
        (("",), ()),
        ((), ()),
    ],
)
def test_column_names(given, names):
    assert split_columns(None, None, given) == names


def place(key):
    return next(place for place in all_settings() if place.key == key)


def test_help_is_made_of_sentence_words_and_methods():
    assert help_of(place("search.nearby")).endswith("models allow. For anatomy, mbf.")
    assert help_of(place("search.cut")).startswith(
        "Where groups are cut: cheapest (the default; where least is lost) or median"
    )
    assert help_of(place("search.seed")).endswith("; 0 by default.")
    assert help_of(place("reading.quoted_missing")).startswith("Unless given, a text")


def test_few_words_stand_beside_the_option():
    assert metavar_of(place("search.cut")) == "cheapest|median"
    assert metavar_of(place("search.method")) == "NAME"
    assert metavar_of(place("search.objective")) == "METRIC"


def test_what_is_not_given_is_none_or_nothing():
    @click.command()
    @section_options("roles")
    @section_options("search")
    @section_options("reading")
    def show(**options):
        click.echo(sorted({str(value) for value in options.values()}))

    done = CliRunner().invoke(show, [])
    assert done.output == "['()', 'None']\n"
