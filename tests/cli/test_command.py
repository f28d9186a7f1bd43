# SPDX-License-Identifier: Apache-2.0
"""What all commands have: options in order, examples as written, JSON or a page."""

from __future__ import annotations

import json

import click
import pytest
from click.testing import CliRunner

from diversa.cli.command import asks_for_json, command, show
from diversa.cli.main import COMMANDS, main
from diversa.cli.talk import notes


class Answer:
    def to_json(self):
        return {"rows": 3}


@command(click.option("--first"), click.option("--second"))
def ask(*, first, second):
    """Ask.

    Example:
      diversa ask   --first 1
    """
    del first, second
    show(Answer(), lambda page, answer: page.say(f"{answer.to_json()['rows']} rows"))


@command()
def nothing():
    """Say whether JSON is asked for."""
    click.echo(asks_for_json())


def test_an_answer_is_json_or_a_page():
    assert CliRunner().invoke(ask, []).stdout == "3 rows\n"
    assert json.loads(CliRunner().invoke(ask, ["--json"]).stdout) == {"rows": 3}
    with notes():
        assert CliRunner().invoke(ask, ["--quiet"]).stdout == ""
    assert CliRunner().invoke(nothing, []).stdout == "False\n"


def test_options_keep_their_order_and_examples_their_blanks():
    names = [option.opts[0] for option in ask.params]
    assert names == ["--first", "--second", "--json", "--quiet", "--verbose"]
    assert "diversa ask   --first 1" in CliRunner().invoke(ask, ["--help"]).stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_the_same_last_options(name):
    found = main.get_command(click.Context(main), name)
    names = [option.opts[0] for option in found.params]
    assert names[-3:] == ["--json", "--quiet", "--verbose"]
    assert found.name == name
