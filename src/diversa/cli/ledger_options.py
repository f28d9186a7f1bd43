# SPDX-License-Identifier: Apache-2.0
"""The options on earlier releases of the same people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from diversa.cli.command import Option, with_options
from diversa.cli.paths import FILE

LEDGER = ("ledger", "no_ledger", "second_release_anyway")
"""Their names."""

ledger_options: Option[Any] = with_options(
    click.option(
        "--ledger",
        type=FILE,
        metavar="FILE",
        help="Private file that knows earlier releases and warns of a second one of the"
        " same people; by default DIVERSA_LEDGER, else diversa/ledger.json in the state"
        " folder of the user ($XDG_STATE_HOME, ~/.local/state).",
    ),
    click.option(
        "--no-ledger",
        is_flag=True,
        help="Keep no line of this release, and look for no earlier one.",
    ),
    click.option(
        "--second-release-anyway",
        is_flag=True,
        help="Publish people again who were in an earlier release, without a warning;"
        " the manifest says so.",
    ),
)
"""The options, in the order of the help."""


def ledger_of(options: dict[str, Any]) -> Path | bool | None:
    """The ledger that the options name; contradictions are refused."""
    if options["no_ledger"] and (options["ledger"] or options["second_release_anyway"]):
        other = "--ledger" if options["ledger"] else "--second-release-anyway"
        raise click.UsageError(
            f"--no-ledger must come without {other}, got both; leave one of them out"
        )
    return False if options["no_ledger"] else options["ledger"]
