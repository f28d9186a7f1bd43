# SPDX-License-Identifier: Apache-2.0
"""The command `diversa compare`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diversa.cli.command import command, show
from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import (
    count_option,
    hierarchy_option,
    kind_options,
    missing_option,
    person_options,
    reading_options,
    role_options,
    sampling_fraction_option,
    threshold_option,
)
from diversa.cli.paths import TABLE
from diversa.cli.plans import table_keywords
from diversa.cli.printing import many, number

if TYPE_CHECKING:
    from diversa.cli.page import Page
    from diversa.comparisons.comparison import Comparison
    from diversa.comparisons.difference import Difference
    from diversa.comparisons.release_measures import MeasuredRelease


@command(
    click.argument("first", metavar="A", type=TABLE),
    click.argument("second", metavar="B", type=TABLE),
    click.option(
        "--original",
        type=TABLE,
        metavar="FILE",
        help="The table that both were made from, to measure what they keep of it.",
    ),
    role_options,
    person_options,
    count_option,
    missing_option,
    sampling_fraction_option,
    threshold_option,
    click.option(
        "--seed",
        type=int,
        default=0,
        show_default=True,
        metavar="N",
        help="Seed of the random COUNT queries.",
    ),
    hierarchy_option("For labels that do not say what they stand for."),
    kind_options,
    reading_options,
    limit_options,
)
def compare(
    *,
    first: Path,
    second: Path,
    **options: Any,  # noqa: ANN401 - the other options
) -> int:
    r"""Show two releases of one table side by side: which is safer, which keeps more.

    A and B are release folders of Diversa, or tables of any tool with --qi and
    --sensitive or a plan. With --original, utility is measured against that table;
    without it, the metrics of the manifests are shown.

    Examples:
      diversa compare release other_release --original people.csv
      diversa compare ours.csv theirs.csv --qi zip,age --sensitive condition \
          --original people.csv
    """
    from diversa.comparisons.comparison import compare as compare_releases

    with engine_within_limits(first) as engine:
        comparison = compare_releases(
            first,
            second,
            original=options["original"],
            sampling_fraction=options["sampling_fraction"],
            threshold=options["threshold"],
            engine=engine,
            **table_keywords(options),
        )
    show(comparison, draw_comparison)
    return 0


def draw_comparison(page: Page, comparison: Comparison) -> None:
    """Say which is safer and which keeps more, then show every number."""
    from diversa.comparisons.comparison import TITLES

    for letter, release in (("A", comparison.first), ("B", comparison.second)):
        page.say(f"{letter}  {in_words(release)}")
        if release.note:
            page.say(f"   {release.note}")
    for line in comparison.words:
        page.say(f"{line}.", style="bold")
    for section, title in TITLES.items():
        lines = comparison.of(section)
        if lines:
            draw_section(page, title, lines)
    if comparison.first.utility is None:
        page.say("Name the table that both were made from by --original to see more.")


def in_words(release: MeasuredRelease) -> str:
    """A release in a line."""
    method = "" if release.method is None else f" ({release.method})"
    rows, groups = many(release.audit.rows, "row"), many(release.audit.groups, "group")
    people = release.risk.people
    whose = "" if people is None else f" of {many(people, 'person')}"
    return f"{release.name}{method}: {rows}{whose} in {groups}"


def draw_section(page: Page, title: str, lines: Sequence[Difference]) -> None:
    """Show some numbers of both releases."""
    page.table(
        title,
        ("", "A", "B", "difference"),
        [
            (line.name, format_value(line.first), format_value(line.second), line.words)
            for line in lines
        ],
        right=("A", "B"),
    )


def format_value(value: float | None) -> str:
    """A number for people."""
    if value is None:
        return "-"
    return "infinite" if math.isinf(value) else number(value)
