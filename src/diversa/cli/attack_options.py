# SPDX-License-Identifier: Apache-2.0
"""The options of `diversa attack`: the knowledge of the adversary."""

from __future__ import annotations

import click

from diversa.cli.command import with_options
from diversa.cli.paths import TABLE

adversary_options = with_options(
    click.option(
        "--known",
        type=TABLE,
        metavar="FILE",
        help="A table of people whom the adversary knows by some quasi-identifiers.",
    ),
    click.option(
        "--target",
        multiple=True,
        metavar="COLUMN=VALUE",
        help="A fact about one person; repeat it for more. The answer shows sensitive"
        " values.",
    ),
    click.option(
        "--exclude",
        multiple=True,
        metavar="[COLUMN=]VALUE",
        help="A sensitive value that this person is known not to have; repeat it for"
        " more.",
    ),
    click.option(
        "--neighbour",
        "neighbour_values",
        multiple=True,
        metavar="[COLUMN=]VALUE",
        help="The sensitive value of somebody in the group of this person, who is"
        " known; repeat it for more.",
    ),
    click.option(
        "--neighbours",
        type=TABLE,
        metavar="FILE",
        help="A table of people of the release whose sensitive values are known, with"
        " their quasi-identifiers.",
    ),
    click.option(
        "--facts",
        type=click.IntRange(min=0),
        default=3,
        show_default=True,
        metavar="N",
        help="Try up to N facts of the kind 'this person does not have value s'.",
    ),
    click.option(
        "--width",
        "widths",
        multiple=True,
        metavar="COLUMN=WIDTH",
        help="Numbers of a sensitive attribute that lie in an interval of this length"
        " are near.",
    ),
    click.option(
        "--height",
        default="1",
        show_default=True,
        metavar="E",
        help="Values below one node of this height in a taxonomy are of one kind.",
    ),
    click.option(
        "--ratio",
        default="2",
        show_default=True,
        metavar="RATIO",
        help="A group is skewed if a value is this many times as likely in it as in the"
        " whole table.",
    ),
    click.option(
        "--rules",
        type=click.IntRange(min=0),
        default=2,
        show_default=True,
        metavar="N",
        help="Mine rules 'nobody with X has s', X with up to N conditions, from the"
        " original (--reference) or the population; 0 for none. With --groups they are"
        " shown, with sensitive values.",
    ),
    click.option(
        "--support",
        type=click.IntRange(min=1),
        default=30,
        show_default=True,
        metavar="ROWS",
        help="Least rows that have the conditions of a rule.",
    ),
    click.option(
        "--corruption",
        type=click.FloatRange(0, 1),
        default=0.5,
        show_default=True,
        metavar="SHARE",
        help="The share of people, drawn by the seed, whose sensitive values are known;"
        " 0 leaves this attack out.",
    ),
    click.option(
        "--model",
        "models",
        multiple=True,
        metavar="SPEC",
        help="A model of which the adversary knows that the publisher had to satisfy"
        " it; repeat it for more.",
    ),
    click.option(
        "--release",
        "releases",
        type=TABLE,
        multiple=True,
        metavar="FILE",
        help="Another release of the same people, a table or a release folder; repeat"
        " it for more, the oldest first. Without --key, releases are put together by"
        " the quasi-identifiers of --known, of --reference, or by their labels.",
    ),
    click.option(
        "--key",
        metavar="COLUMN",
        help="The column that tells people apart in all releases.",
    ),
)


rehearse_option = click.option(
    "--rehearse",
    is_flag=False,
    flag_value="plain",
    type=click.Choice(["plain", "adaptive"]),
    help="Release a third of the people by the plan, and attack it beside a control of"
    " other people: by who counts (plain), or who also learns from a release of his own"
    " (adaptive; needs scikit-learn). FILE or --reference is the original.",
)
