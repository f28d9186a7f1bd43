# SPDX-License-Identifier: Apache-2.0
"""The command `diversa anonymize`."""

from __future__ import annotations

import shlex
from dataclasses import replace as changed
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diversa.cli.command import asks_for_json, command, show
from diversa.cli.failures import HOLDS
from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import (
    format_option,
    plan_options,
    replace_option,
    table_argument,
    tokens_option,
)
from diversa.cli.paths import FILE, TABLE, TableSource
from diversa.cli.printing import many, number
from diversa.cli.progress import progress_bars
from diversa.cli.standard_streams import STREAM, folder_of

if TYPE_CHECKING:
    from diversa.cli.page import Page
    from diversa.release.release import Release
    from diversa.search.search_summary import SearchSummary

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
    limit_options,
)
def anonymize(
    *,
    source: TableSource,
    out: TableSource,
    evidence: Path | None,
    replace: bool,
    format: str | None,  # noqa: A002 - the word of the option
    plan_file: Path | None,
    tokens: Path | None,
    mapping: Path | None,
    recoding: Path | None,
    levels: str | None,
    **options: Any,  # noqa: ANN401 - the settings of a plan
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
      zcat people.csv.gz | diversa anonymize - --plan plan.toml --out - > safe.csv

    `diversa suggest INPUT > plan.toml` writes a plan to start from.
    """
    from diversa.cli.plans import plan_from
    from diversa.pipeline import anonymize as publish

    plan = plan_from(plan_file, options)
    if out == STREAM and asks_for_json():
        raise click.UsageError("--json must come with a folder, got --out -")
    with (
        engine_within_limits(source) as engine,
        progress_bars() as phases,
        folder_of(out) as folder,
    ):
        release = publish(
            source,
            plan,
            out=folder,
            replace=replace,
            format=format,
            tokens=tokens,
            mapping=mapping,
            recoding=recoding,
            levels=None if levels is None else read_levels(levels),
            evidence=evidence,
            engine=engine,
            phases=phases,
        )
    if out == STREAM:  # its folder is gone
        from diversa.cli.page import Page

        draw_release(Page(on_error=True), changed(release, files=()))
    else:
        show(release, draw_release)
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


def draw_release(page: Page, release: Release) -> None:
    """Show what was published and how it was reached."""
    published = f"{release.rows_out:,} of {many(release.rows_in, 'row')}"
    groups = many(release.audit.groups, "group")
    page.verdict("PUBLISHED", f"{published} in {groups}", good=True)
    for line in withheld_rows(release):
        page.say(line)
    draw_levels(page, release)
    draw_details(page, release)


def draw_details(page: Page, release: Release) -> None:
    """Show what the release attains, what is left, how it was found, and its files."""
    from diversa.metrics import meaning_of

    page.table(
        "Models, measured on the published file",
        ("model", "attained"),
        [
            (
                verdict.spec,
                ""
                if verdict.attained is None
                else verdict.model.describe(verdict.attained),
            )
            for verdict in release.audit.models
        ],
    )
    page.table(
        "What is left of the data",
        ("metric", "value", "meaning"),
        [
            (name, number(value), meaning_of(name))
            for name, value in release.record.metrics.items()
        ],
        right=("value",),
    )
    page.say()
    page.say(how_found(release))
    if release.files:
        page.say("Files:")
    for path in release.files:
        page.say(f"  {path}")
    if release.replaced:
        page.say(f"Replaced: {release.replaced}")


def withheld_rows(release: Release) -> list[str]:
    """Say which rows are not published, or not as themselves."""
    from diversa.cli.page import share
    from diversa.suggestions.role_words import role_by_name

    lines = []
    if release.suppressed:
        how = "published as *" if release.record.is_starred else "dropped"
        lines.append(f"{share(release.suppressed, release.rows_in)} suppressed: {how}")
    if release.dropped:
        rows = share(release.dropped, release.rows_in)
        lines.append(f"{rows} dropped: a sensitive value is missing")
    lines += one_spelling(release)
    lines += withheld_columns(release)
    if release.kept:
        lines.append(f"Kept, published as they are: {', '.join(release.kept)}")
    if release.kept_risk is not None:
        lines.append(f"{release.kept_risk}.")
    if release.headcount is not None:
        lines.append(f"{release.headcount}.")
    lines += release.discloses
    lines += [
        f"Warning: '{name}' looks like an identifier; if it names people, publish again"
        f" with --identifier {shlex.quote(name)}"
        for name in release.kept
        if (role_by_name(name) or ("",))[0] == "identifiers"
    ]
    return lines


def one_spelling(release: Release) -> list[str]:
    """Say which columns are published otherwise than they were written."""
    if not release.variants:
        return []
    columns = ", ".join(found.column for found in release.variants)
    return [
        f"One spelling is published of each value that was written in several ways:"
        f" {columns} (--equality exact publishes all)"
    ]


def withheld_columns(release: Release) -> list[str]:
    """Say which columns are not published for want of a role, and what to do."""
    if not release.withheld:
        return []
    return [
        f"Withheld: {', '.join(release.withheld)} (no role; declare one, or --keep"
        " what nobody can know)"
    ]


def draw_levels(page: Page, release: Release) -> None:
    """Show how far every quasi-identifier was generalized, with an example."""
    if release.levels is None or release.recoding is None:
        return
    rows = [
        (
            hierarchy.attribute,
            f"{level} of {hierarchy.height}",
            example(hierarchy.labels[level], level),
        )
        for hierarchy, level in zip(
            release.recoding.hierarchies, release.levels.values(), strict=True
        )
    ]
    page.table(
        "Generalization",
        ("quasi-identifier", "level", "published as"),
        rows,
        right=("level",),
    )


def example(labels: tuple[object, ...], level: int) -> str:
    """Show a label of a level; values that were not changed need no example."""
    if level == 0:
        return "unchanged"
    shown = [label for label in labels if label is not None]
    return str(shown[len(shown) // 2]) if shown else ""


def levels_of(search: SearchSummary) -> str:
    """The levels of a floor."""
    return ", ".join(f"{name}={level}" for name, level in search.floor.items())


def how_found(release: Release) -> str:
    """Say how the generalization was found and how long it took."""
    search, seconds = release.search, sum(release.seconds.values())
    counted = (
        ""
        if search.nodes is None
        else f"; {search.checked:,} of {many(search.nodes, 'node')} counted"
    )
    if search.gap:
        counted = f"; {search.gap:.1%} better at most{counted}"
    if search.floor:
        counted = f"; searched from this floor upwards: {levels_of(search)}{counted}"
    return (
        f"Search: {search.algorithm}, {search.optimality} by"
        f" {search.objective} ({search.reason}){counted}."
        f" {seconds:.2f} s in all."
    )
