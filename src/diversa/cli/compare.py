# SPDX-License-Identifier: Apache-2.0
"""The command `diversa compare`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import (
    TABLE,
    format_options,
    hierarchy_option,
    json_option,
    keep_examples,
    kind_options,
    missing_option,
    plan_file_option,
    quasi_identifiers_option,
    sensitive_option,
)
from diversa.cli.printing import many, number, print_json
from diversa.cli.table_options import table_keywords
from diversa.cli.talk import talk_options

if TYPE_CHECKING:
    from diversa.cli.page import Page
    from diversa.comparisons.comparison import Comparison
    from diversa.comparisons.difference import Difference
    from diversa.comparisons.release_measures import MeasuredRelease


@keep_examples
@click.command()
@click.argument("first", metavar="A", type=TABLE)
@click.argument("second", metavar="B", type=TABLE)
@click.option(
    "--original",
    type=TABLE,
    metavar="FILE",
    help="The table that both were made from, to measure what they keep of it.",
)
@plan_file_option
@quasi_identifiers_option
@sensitive_option
@missing_option
@click.option(
    "--sampling-fraction",
    type=float,
    metavar="SHARE",
    help="The share of the population that is in the table, such as 0.05, to estimate"
    " who is unique in the population.",
)
@click.option(
    "--threshold",
    type=float,
    default=0.2,
    show_default=True,
    metavar="RISK",
    help="The risk of a row that is too high; 0.2 is that of a group of five.",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    help="Seed of the random COUNT queries; 0 by default.",
)
@hierarchy_option("For labels that do not say what they stand for.")
@kind_options
@format_options
@limit_options
@json_option
@talk_options
def compare(
    *,
    first: Path,
    second: Path,
    memory: str | None,
    threads: int | None,
    engine_name: str | None,
    as_json: bool,
    **options: Any,  # noqa: ANN401 - the other options
) -> int:
    r"""Show two releases of one table side by side: which is safer, which keeps more.

    A and B are release folders of Diversa, or tables of whatever tool with --qi and
    --sensitive or a plan. With --original, what they keep is measured against that
    table; else only what their manifests state is shown.

    Examples:
      diversa compare release other_release --original people.csv
      diversa compare ours.csv theirs.csv --qi zip,age --sensitive condition \
          --original people.csv
    """
    from diversa.cli.page import Page
    from diversa.comparisons.comparison import compare as compare_releases

    with engine_within_limits(memory, threads, engine_name, first) as engine:
        comparison = compare_releases(
            first,
            second,
            original=options["original"],
            sampling_fraction=options["sampling_fraction"],
            threshold=options["threshold"],
            seed=options["seed"],
            engine=engine,
            **table_keywords(options),
        )
    if as_json:
        print_json(comparison.to_json())
    else:
        draw_comparison(Page(), comparison)
    return 0


def draw_comparison(page: Page, comparison: Comparison) -> None:
    """Say which is safer and which keeps more, then show every number."""
    from diversa.comparisons.comparison import TITLES

    for letter, release in (("A", comparison.first), ("B", comparison.second)):
        page.say(f"{letter}  {in_words(release)}")
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
    return f"{release.name}{method}: {rows} in {groups}"


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
