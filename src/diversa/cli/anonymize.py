# SPDX-License-Identifier: Apache-2.0
"""The command `diversa anonymize`."""

from __future__ import annotations

from dataclasses import replace as changed
from pathlib import Path
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

import click

from diversa.cli.command import asks_for_json, command, show
from diversa.cli.failures import HOLDS
from diversa.cli.ledger_options import LEDGER, ledger_of, ledger_options
from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import (
    format_option,
    plan_options,
    replace_option,
    table_argument,
    tokens_option,
)
from diversa.cli.paths import FILE, TABLE, TableSource
from diversa.cli.progress import progress_bars
from diversa.cli.standard_streams import STREAM, folder_of

if TYPE_CHECKING:
    from diversa.plan.plan import Plan

WRITTEN = ("replace", "format", "tokens", "mapping", "recoding", "evidence", "explain")
"""Options on what is written and said, which are keywords as they are."""

ONE_TABLE = ("tokens", "mapping", "recoding", "levels", *LEDGER)
"""Options that are not for linked tables."""

SAME_EVERYWHERE = ("mapping", "recoding")
"""Options on files in which a value has one label in all rows."""

LONGEST = 9
"""Digits of the highest level that can be asked for."""


@command(
    table_argument("INPUT"),
    click.option(
        "--out",
        type=TABLE,
        metavar="FOLDER",
        required=True,
        help="The folder of the release, or a new table of a database"
        " (postgresql://user@host/db?table=schema.release); it appears after the audit"
        " has passed. With - the released table goes to standard output, and no"
        " manifest is kept.",
    ),
    click.option(
        "--evidence",
        type=FILE,
        metavar="FOLDER",
        help="Folder for manifest and report, if the release is a table of a database.",
    ),
    replace_option,
    format_option,
    plan_options,
    click.option(
        "--levels",
        metavar="A=1,B=2",
        help="Publish these levels of the quasi-identifiers, instead of searching for"
        " the best ones; 0 is unchanged. The release is audited like any other.",
    ),
    click.option(
        "--explain",
        type=click.FloatRange(min=0),
        default=1.0,
        metavar="SECONDS",
        help="Processor time to find out what makes a release lose much (from a loss of"
        " 0.1 on) and what to try next; 1 by default, 0 for nothing. Nothing is tried"
        " where the search alone took longer.",
    ),
    click.option(
        "--identifiers-as",
        metavar="drop|hash|tokens|mask",
        help="What becomes of identifiers: dropped (the default), a hash with the key"
        " in DIVERSA_KEY, random tokens, or *****.",
    ),
    tokens_option,
    click.option(
        "--mapping",
        type=FILE,
        metavar="FILE",
        help="File for the list of values and their labels; never inside the release.",
    ),
    click.option(
        "--recoding",
        type=FILE,
        metavar="FILE",
        help="File for the recoding, so that `diversa apply` recodes later rows the"
        " same way; it knows raw values, so it is never inside the release.",
    ),
    ledger_options,
    limit_options,
)
def anonymize(
    *,
    source: TableSource,
    plan_file: Path | None,
    out: TableSource,
    levels: str | None,
    **options: Any,  # noqa: ANN401 - the settings of a plan, and of what is written
) -> int:
    r"""Publish a table so that every privacy model holds in it.

    INPUT is a table about people: CSV (also .gz, .zst), Parquet, JSON, Excel, Stata,
    SPSS or SAS; a folder or pattern of CSV or Parquet files; - is standard input. The
    release folder holds release.csv (or .parquet), manifest.json and report.html. It
    appears only if every model holds when the written file is counted again; else
    nothing is written.

    Examples:
      diversa anonymize people.csv --plan plan.toml --out release
      diversa anonymize people.csv --qi zip,age --sensitive condition \
          --identifier name --model k-anonymity:4 \
          --model entropy-l-diversity:2.8 --suppression 0.02 --out release
      diversa anonymize people.csv --plan plan.toml --model k-anonymity:20 \
          --out stricter
      diversa anonymize people.csv --plan plan.toml --out release \
          --identifiers-as tokens --tokens secret/tokens.csv
      diversa anonymize people.csv --plan plan.toml --levels zip=2,age=1 \
          --out chosen
      diversa anonymize "postgresql://ann@db.org/clinic?table=people" \
          --plan plan.toml --evidence evidence \
          --out "postgresql://ann@db.org/clinic?table=open.people"
      diversa anonymize patients.csv --person id --qi birth,sex \
          --with encounters.csv:patient_id --visit-qi date,ward,sex \
          --visit-sensitive diagnosis --model k-anonymity:5 --out release
      zcat people.csv.gz | diversa anonymize - --plan plan.toml --out - > safe.csv

    `diversa suggest INPUT > plan.toml` writes a plan to start from. Without a plan, the
    method is `auto`, and the page says what it chose and why; --method full-domain
    gives every column one level for all rows.
    """
    from diversa.cli.plans import plan_from
    from diversa.cli.release_page import draw_release
    from diversa.errors import SecondReleaseWarning
    from diversa.pipeline import anonymize as publish

    plan = plan_from(plan_file, options)
    if plan_file is None and not (levels or any(options[w] for w in SAME_EVERYWHERE)):
        plan = with_auto(plan)
    if plan.linked.explicit_settings:
        return anonymize_two(source, plan, out, {**options, "levels": levels})
    if out == STREAM and asks_for_json():
        raise click.UsageError("--json must come with a folder, got --out -")
    with (
        engine_within_limits(source) as engine,
        progress_bars() as phases,
        folder_of(out) as folder,
        catch_warnings(),
    ):
        # The page shows it.
        simplefilter("ignore", SecondReleaseWarning)
        release = publish(
            source,
            plan,
            out=folder,
            **{word: options[word] for word in WRITTEN},
            levels=None if levels is None else read_levels(levels),
            ledger=ledger_of(options),
            second_release_anyway=options["second_release_anyway"],
            engine=engine,
            phases=phases,
        )
    if out == STREAM:  # its folder is gone
        from diversa.cli.page import Page

        draw_release(Page(on_error=True), changed(release, files=()))
    else:
        show(release, draw_release)
    return HOLDS


def with_auto(plan: Plan) -> Plan:
    """The plan with the method `auto`, unless a method is given."""
    if "method" in plan.search.explicit_settings or plan.linked.explicit_settings:
        return plan
    return changed(plan, search=changed(plan.search, method="auto"))


def anonymize_two(
    source: TableSource, plan: Plan, out: TableSource, options: dict[str, Any]
) -> int:
    """Publish a table of people and a table of their visits."""
    from diversa.cli.linked_page import draw_linked
    from diversa.linked.publish import anonymize_linked

    unused = [word for word in ONE_TABLE if options[word]]
    if unused or out == STREAM:
        word = f"--{unused[0].replace('_', '-')}" if unused else "--out -"
        raise click.UsageError(
            f"{word} must come with one table, got --with; of linked tables there are"
            " no chosen levels, later rows (apply), ledger or streams"
        )
    with engine_within_limits(source) as engine, progress_bars() as phases:
        release = anonymize_linked(
            source,
            plan,
            out=out,
            replace=options["replace"],
            format=options["format"],
            evidence=options["evidence"],
            engine=engine,
            phases=phases,
        )
    show(release, draw_linked)
    return HOLDS


def read_levels(text: str) -> dict[str, int]:
    """Read the levels of quasi-identifiers as they are written on the command line.

    >>> read_levels("age=2, zip=3")
    {'age': 2, 'zip': 3}
    """
    levels = {}
    for part in text.split(","):
        name, _, level = part.rpartition("=")
        if not name.strip() or not level.strip().isdecimal() or len(level) > LONGEST:
            raise click.UsageError(
                "--levels must be a level for each quasi-identifier, such as"
                f" zip=2,age=1, got {text!r}"
            )
        levels[name.strip()] = int(level)
    return levels
