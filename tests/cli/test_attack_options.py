# SPDX-License-Identifier: Apache-2.0
"""The options of `attack` say the defaults of the library."""

from __future__ import annotations

import click

from diversa.attacks.assumptions import Assumptions
from diversa.attacks.rule_table import RuleAssumptions
from diversa.cli.attack_options import adversary_options, rehearse_option


@adversary_options
@rehearse_option
@click.command
def some_command(**_):
    """A command with the options."""


DEFAULTS = {option.name: option.default for option in some_command.params}


def test_defaults_are_those_of_the_library():
    assumed, rules = Assumptions(), RuleAssumptions()
    assert DEFAULTS["facts"] == assumed.facts
    assert float(DEFAULTS["ratio"]) == assumed.ratio
    assert int(DEFAULTS["height"]) == assumed.e
    assert DEFAULTS["corruption"] == assumed.corruption
    assert (DEFAULTS["rules"], DEFAULTS["support"]) == (rules.conditions, rules.support)


def test_every_option_has_a_help():
    assert all(option.help for option in some_command.params)
