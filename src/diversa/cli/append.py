# SPDX-License-Identifier: Apache-2.0
"""The command `diversa append`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diversa.cli.command import command, show
from diversa.cli.failures import HOLDS
from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import (
    columns_option,
    out_option,
    several_rows_options,
    table_argument,
)
from diversa.cli.paths import FILE, TableSource
from diversa.cli.printing import many
from diversa.cli.progress import progress_bars

if TYPE_CHECKING:
    from diversa.cli.page import Page
    from diversa.series.append_result import BatchResult


@command(
    click.argument("recoding", metavar="RECODING", type=FILE),
    table_argument("BATCH"),
    out_option,
    click.option(
        "--register",
        type=FILE,
        metavar="FILE",
        required=True,
        help="The private file with the rows that wait; it is brought up to date. Never"
        " inside the release.",
    ),
    click.option(
        "--first",
        is_flag=True,
        help="Nothing was published before: begin a table and make the register.",
    ),
    click.option(
        "--apart/--together",
        default=None,
        help="With --first: whether the rows that a batch adds to a group satisfy the"
        " models by themselves, too, or only together with those that are published."
        " Apart, more rows wait, and comparing two states of the table shows no smaller"
        " group; it is the default, unless a model compares groups with the table.",
    ),
    click.option(
        "--again",
        is_flag=True,
        help="Append a file whose content was appended before.",
    ),
    click.option(
        "--unseen",
        metavar="refuse|suppress",
        default="refuse",
        show_default=True,
        help="What happens to rows with values that the recoding has no label for: the"
        " batch is refused, or these rows are never published.",
    ),
    columns_option(
        "--keep-anyway",
        help="Kept columns to publish although their values single people out here.",
    ),
    several_rows_options,
    limit_options,
)
def append(
    *,
    recoding: Path,
    source: TableSource,
    register: Path,
    **options: Any,  # noqa: ANN401 - the words of a plan and what is written
) -> int:
    r"""Append rows that come again and again to one published table.

    RECODING is the file that `diversa anonymize --recoding FILE` wrote. BATCH is a
    table with the same columns, of any size, such as the rows of last night. Every
    value is published as it was before. What is published so far and the new rows
    together must satisfy the models of the first plan, and so must the new rows of each
    group by themselves: only rows that do appear, the others wait in the register and
    appear when enough of their group have come. Rows that are published never change.
    All published rows are audited before the new state appears.

    Examples:
      diversa append secret/recoding.json 2026-11-17.csv --out public/visits \
          --register secret/visits.json --first
      diversa append secret/recoding.json 2026-11-18.csv --out public/visits \
          --register secret/visits.json

    The recoding comes from a trial with the rows of some weeks:
      diversa anonymize october.csv --plan plan.toml --out trial \
          --recoding secret/recoding.json

    A run that is killed leaves the state before or the one after it. Run it again: a
    file that was appended already is refused with exit code 2, and nothing is lost.
    """
    from diversa.plan.uses import SEVERAL_ROWS
    from diversa.series.append import append as publish

    absent = [word for word in SEVERAL_ROWS if options[word] in (None, ())]
    stated = {name: value for name, value in options.items() if name not in absent}
    with engine_within_limits(source) as engine, progress_bars() as phases:
        result = publish(
            source, recoding, register=register, engine=engine, phases=phases, **stated
        )
    show(result, partial(draw_batch, register=register))
    return HOLDS


def draw_batch(page: Page, result: BatchResult, *, register: Path) -> None:
    """Show what was published now, what waits, and what comparing states tells."""
    from diversa.cli.release_page import draw_details, withheld_columns

    came = f"batch {result.number}, {many(result.rows, 'row')}"
    if result.release is None:
        page.verdict("NOTHING NEW", f"{came}: the table stays as it was", good=True)
    else:
        late = f", {result.late:,} of them late" if result.late else ""
        now = f"{many(result.published, 'row')} now{late}"
        page.verdict("PUBLISHED", f"{came}: {now}; {result.total:,} in all", good=True)
    for line in (*said_of_rows(result), *said_of_comparing(result)):
        page.say(line)
    if result.release is not None:
        for line in withheld_columns(result.release):
            page.say(line)
        draw_details(page, result.release)
    page.say(f"Register with the rows that wait, to be kept secret: {register}")


def said_of_rows(result: BatchResult) -> list[str]:
    """Say which rows are not published, and why."""
    lines = []
    if result.waiting:
        since = (
            f", some since {result.longest:,} batches ago" if result.longest > 1 else ""
        )
        fails = (
            "the rows of their groups, or the new ones alone, do not satisfy the models"
            if result.apart
            else "their groups do not satisfy the models with them"
        )
        lines.append(
            f"{many(result.waiting, 'row')} waiting{since}: {fails} yet"
            f" ({result.choice})"
        )
    if result.left_out:
        lines.append(
            f"{many(result.left_out, 'row')} never published: a sensitive value is"
            " missing, or the recoding has no label for a value"
        )
    return lines


def said_of_comparing(result: BatchResult) -> list[str]:
    """Say what somebody learns who has the state before."""
    lines = []
    if result.few:
        wait = ". A table begun without --together lets them wait"
        lines.append(
            f"Warning: {many(result.few, 'row')} of these joined groups with so few"
            " others that the new rows alone do not satisfy the models: whoever has the"
            " state before, and knows that a person came since, finds them among these"
            + ("" if result.of_table else wait)
        )
    if result.of_table and result.published:
        lines.append(
            f"Warning: new rows are not judged by themselves, because"
            f" {' and '.join(result.of_table)} can only compare groups with the whole"
            " table: whoever has the state before may find few people among them"
        )
    return lines
