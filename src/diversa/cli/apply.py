# SPDX-License-Identifier: Apache-2.0
"""The command `diversa apply`."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

import click

from diversa.cli.command import command, show
from diversa.cli.failures import HOLDS
from diversa.cli.ledger_options import LEDGER, ledger_of, ledger_options
from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import (
    columns_option,
    format_option,
    out_option,
    replace_option,
    several_rows_options,
    table_argument,
    tokens_option,
)
from diversa.cli.paths import FILE, TableSource
from diversa.cli.progress import progress_bars
from diversa.errors import SecondReleaseWarning


@command(
    click.argument("recoding", metavar="RECODING", type=FILE),
    table_argument("NEW"),
    out_option,
    replace_option,
    click.option(
        "--unseen",
        metavar="refuse|suppress",
        default="refuse",
        show_default=True,
        help="What happens to rows with values that the recoding has no label for: the"
        " table is refused, or these rows are left out.",
    ),
    click.option(
        "--suppression",
        metavar="SHARE",
        help="Share of rows that may be suppressed because a model fails in their"
        " group; that of the plan by default.",
    ),
    format_option,
    tokens_option,
    columns_option(
        "--keep-anyway",
        help="Kept columns to publish although their values single people out here.",
    ),
    several_rows_options,
    ledger_options,
    limit_options,
)
def apply(
    *,
    recoding: Path,
    source: TableSource,
    **options: Any,  # noqa: ANN401 - the words of a plan and what is written
) -> int:
    r"""Publish rows that came later, recoded as those of an earlier release.

    RECODING is the file that `diversa anonymize --recoding FILE` wrote; NEW is a table
    with the same columns. Every value is published as it was before, and the release
    is audited as always: it appears only if every model of the first plan holds.

    Examples:
      diversa apply secret/recoding.json newcomers.csv --out newcomers
      diversa apply secret/recoding.json newcomers.csv --out newcomers \
          --unseen suppress --suppression 0.05

    The first command of a series:
      diversa anonymize people.csv --plan plan.toml --out release \
          --recoding secret/recoding.json
    """
    from diversa.cli.release_page import draw_release
    from diversa.later_rows import apply as publish
    from diversa.plan.uses import SEVERAL_ROWS

    words = ("suppression", *SEVERAL_ROWS)
    absent = [word for word in words if options[word] in (None, ())]
    stated = {
        name: value for name, value in options.items() if name not in (*absent, *LEDGER)
    }
    with (
        engine_within_limits(source) as engine,
        progress_bars() as phases,
        catch_warnings(),
    ):
        # The page shows it.
        simplefilter("ignore", SecondReleaseWarning)
        release = publish(
            source,
            recoding,
            ledger=ledger_of(options),
            second_release_anyway=options["second_release_anyway"],
            engine=engine,
            phases=phases,
            **stated,
        )
    show(release, draw_release)
    return HOLDS
