# SPDX-License-Identifier: Apache-2.0
"""The command `diversa apply`."""

from __future__ import annotations

from pathlib import Path

import click

from diversa.cli.failures import HOLDS
from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import (
    FILE,
    TABLE,
    TableSource,
    columns_option,
    json_option,
    keep_examples,
    replace_option,
)
from diversa.cli.printing import print_json
from diversa.cli.progress import progress_bars
from diversa.cli.standard_streams import from_stream
from diversa.cli.talk import talk_options


@keep_examples
@click.command()
@click.argument("recoding", metavar="RECODING", type=FILE)
@click.argument("source", metavar="NEW", type=TABLE, callback=from_stream)
@click.option(
    "--out",
    type=FILE,
    metavar="FOLDER",
    required=True,
    help="The folder of the release; it appears when all is done.",
)
@replace_option
@click.option(
    "--unseen",
    metavar="refuse|suppress",
    default="refuse",
    show_default=True,
    help="What happens to rows with values that the recoding has no label for: the"
    " table is refused, or these rows are left out.",
)
@click.option(
    "--suppression",
    metavar="SHARE",
    help="Share of rows that may be suppressed because a model fails in their group;"
    " that of the plan by default.",
)
@click.option(
    "--format",
    metavar="csv|parquet",
    help="Of the released table; Parquet stays Parquet, all else is CSV by default.",
)
@click.option(
    "--tokens",
    type=FILE,
    metavar="FILE",
    help="File for the secret list of tokens; never inside the release.",
)
@columns_option(
    "--keep-anyway",
    help="Kept columns to publish although their values single people out here.",
)
@limit_options
@json_option
@talk_options
def apply(
    *,
    recoding: Path,
    source: TableSource,
    out: Path,
    replace: bool,
    unseen: str,
    suppression: str | None,
    format: str | None,  # noqa: A002 - the word of the option
    tokens: Path | None,
    keep_anyway: tuple[str, ...],
    memory: str | None,
    threads: int | None,
    engine_name: str | None,
    as_json: bool,
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
    from diversa.later_rows import apply as publish
    from diversa.plan.keywords import PlanKeywords

    words = PlanKeywords(keep_anyway=keep_anyway)
    if suppression is not None:
        words["suppression"] = suppression
    with (
        engine_within_limits(memory, threads, engine_name, source) as engine,
        progress_bars() as phases,
    ):
        release = publish(
            source,
            recoding,
            out=out,
            replace=replace,
            unseen=unseen,
            format=format,
            tokens=tokens,
            engine=engine,
            phases=phases,
            **words,
        )
    if as_json:
        print_json(release.to_json())
    else:
        from diversa.cli.anonymize import draw_release
        from diversa.cli.page import Page

        draw_release(Page(), release)
    return HOLDS
