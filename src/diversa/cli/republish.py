# SPDX-License-Identifier: Apache-2.0
"""The command `diversa republish`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diversa.cli.command import command, show
from diversa.cli.failures import HOLDS
from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import (
    format_option,
    out_option,
    plan_options,
    replace_option,
    table_argument,
)
from diversa.cli.paths import FILE, TableSource
from diversa.cli.printing import many
from diversa.cli.progress import progress_bars

if TYPE_CHECKING:
    from diversa.cli.page import Page
    from diversa.series.series_release import Republished


@command(
    table_argument("CURRENT"),
    click.option(
        "--key",
        metavar="COLUMN",
        required=True,
        help="The column that tells people apart in all releases; it is not published.",
    ),
    click.option(
        "--register",
        type=FILE,
        metavar="FILE",
        required=True,
        help="The secret file that knows who was published with which values; it is"
        " brought up to date. Never inside the release.",
    ),
    click.option(
        "--first",
        is_flag=True,
        help="Nothing was published before: begin a series and make the register.",
    ),
    out_option,
    replace_option,
    format_option,
    plan_options,
    limit_options,
)
def republish(
    *,
    source: TableSource,
    plan_file: Path | None,
    key: str,
    register: Path,
    first: bool,
    out: Path,
    **options: Any,  # noqa: ANN401 - the settings of a plan, and of what is written
) -> int:
    r"""Publish the next release of a table whose people come and go.

    CURRENT is the table as it is now, with a key of the people. Everyone who was
    published before is in a group with the same sensitive values as before, so that
    comparing releases reveals nothing (m-invariance). If nobody has one of these values
    any more, a counterfeit row has it; counterfeits.csv has the number of such rows in
    each group. Newcomers who do not fit wait for a later release.

    The release has the quasi-identifiers, the sensitive attribute and the number of the
    group, and no other column. Of the search options only --seed, --boxes, --sets and
    --numbers apply; others are refused.

    Examples:
      diversa republish january.csv --key patient --register secret/register.json \
          --first --qi zip,age --sensitive condition --model m-invariance:3 \
          --out january
      diversa republish february.csv --key patient --register secret/register.json \
          --qi zip,age --sensitive condition --model m-invariance:3 --out february

    Without --first the register of the last release must exist.
    """
    from diversa.cli.plans import plan_from
    from diversa.series.republish import republish as publish

    with engine_within_limits(source) as engine, progress_bars() as phases:
        release = publish(
            source,
            plan_from(plan_file, options),
            key=key,
            register=register,
            first=first,
            out=out,
            replace=options["replace"],
            format=options["format"],
            engine=engine,
            phases=phases,
        )
    show(release, partial(draw_republished, register=register))
    return HOLDS


def draw_republished(page: Page, release: Republished, *, register: Path) -> None:
    """Show what was published, who was not, and what the audit found."""
    from diversa.cli.release_page import (
        draw_details,
        one_spelling,
        withheld_columns,
    )

    people = many(release.rows_out - release.counterfeits, "person")
    rows = many(release.counterfeits, "counterfeit row")
    groups = many(release.audit.groups, "group")
    page.verdict(
        "PUBLISHED",
        f"release {release.number}: {people} and {rows} in {groups}",
        good=True,
    )
    for line in (
        *not_published(release),
        *one_spelling(release),
        *withheld_columns(release),
        *release.discloses,
    ):
        page.say(line)
    draw_details(page, release)
    page.say(f"Register, to be kept secret: {register}")


def not_published(release: Republished) -> list[str]:
    """Say who is not in the release, and why."""
    reasons = {
        "waiting for a later release: too few newcomers with other values": (
            release.waiting
        ),
        "withheld: their value is not one of their earlier group any more": (
            release.withheld_people
        ),
        "dropped: the sensitive value is missing": release.dropped,
    }
    return [
        f"{many(number, 'person')} {reason}"
        for reason, number in reasons.items()
        if number
    ]
