# SPDX-License-Identifier: Apache-2.0
"""The command `diversa report`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from diversa.cli.command import asks_for_json, command
from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import (
    count_option,
    hierarchy_option,
    kind_options,
    missing_option,
    models_option,
    person_options,
    population_options,
    reading_options,
    role_options,
    sampling_fraction_option,
    section_options,
    table_argument,
)
from diversa.cli.paths import FILE, TABLE, TableSource
from diversa.cli.plans import table_keywords
from diversa.cli.printing import print_json
from diversa.cli.talk import is_quiet


@command(
    table_argument("FILE|FOLDER"),
    click.option(
        "--out",
        type=FILE,
        metavar="PAGE",
        default=Path("report.html"),
        show_default=True,
        help="The HTML page to write; a file there is replaced.",
    ),
    role_options,
    person_options,
    count_option,
    models_option,
    click.option(
        "--original",
        type=TABLE,
        metavar="FILE",
        help="The table that was anonymized, to show risk and attacks before as well.",
    ),
    sampling_fraction_option,
    missing_option,
    population_options,
    hierarchy_option("For models that ask how near sensitive values or groups are."),
    kind_options,
    reading_options,
    section_options("report"),
    limit_options,
)
def report(
    *,
    source: TableSource,
    out: Path,
    original: Path | None,
    **options: Any,  # noqa: ANN401 - the other options
) -> int:
    r"""Write one HTML page on a table or a release: risk, attacks and models.

    FILE is any table, anonymized or not, by any tool. FOLDER is a release of
    Diversa: its files are counted anew, and its report is made again. The page needs no
    network and holds no sensitive value.

    Examples:
      diversa report release --out checked.html
      diversa report people.csv --plan plan.toml
      diversa report people.csv --qi zip,age --sensitive condition
      diversa report visits.csv --qi zip,age --sensitive ill --person patient_id
      diversa report other_tool.csv --qi zip,age --sensitive condition \
          --original people.csv --model k-anonymity:5
    """
    from diversa.cli.audit import is_release, is_two_tables
    from diversa.report.report import write_report

    own = {name: options[name] for name in options if name not in REPORT_WORDS}
    is_release(source, own)  # refuses options that its manifest answers
    if isinstance(source, Path) and is_two_tables(source):
        return report_two(source, out, options)
    with engine_within_limits(source) as engine:
        page = write_report(
            source,
            out=out,
            original=original,
            sampling_fraction=options["sampling_fraction"],
            engine=engine,
            **table_keywords(options),
        )
    return tell_page(page)


def report_two(folder: Path, out: Path, options: dict[str, Any]) -> int:
    """Write the page on a release of two linked tables."""
    from diversa.linked.audited_report import write_linked_report

    words = {name: options[name] for name in REPORT_WORDS if options[name]}
    with engine_within_limits(folder) as engine:
        return tell_page(write_linked_report(folder, out=out, engine=engine, **words))


def tell_page(page: Path) -> int:
    """Say where a page is."""
    if asks_for_json():
        print_json({"page": str(page)})
    elif not is_quiet():
        click.echo(f"Wrote {page}")
    return 0


REPORT_WORDS = ("title", "author", "language")
"""Options that say what stands on the page."""
