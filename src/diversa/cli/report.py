# SPDX-License-Identifier: Apache-2.0
"""The command `diversa report`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import (
    FILE,
    TABLE,
    TableSource,
    format_options,
    hierarchy_option,
    json_option,
    keep_examples,
    kind_options,
    missing_option,
    models_option,
    plan_file_option,
    population_options,
    quasi_identifiers_option,
    section_options,
    sensitive_option,
)
from diversa.cli.printing import print_json
from diversa.cli.standard_streams import from_stream
from diversa.cli.table_options import table_keywords
from diversa.cli.talk import is_quiet, talk_options


@keep_examples
@click.command()
@click.argument("source", metavar="FILE|FOLDER", type=TABLE, callback=from_stream)
@click.option(
    "--out",
    type=FILE,
    metavar="PAGE",
    default=Path("report.html"),
    show_default=True,
    help="The HTML page to write; a file there is replaced.",
)
@plan_file_option
@quasi_identifiers_option
@sensitive_option
@models_option
@click.option(
    "--original",
    type=TABLE,
    metavar="FILE",
    help="The table that was anonymized, to show risk and attacks before as well.",
)
@click.option(
    "--sampling-fraction",
    type=float,
    metavar="SHARE",
    help="The share of the population that is in the table, such as 0.05, to estimate"
    " who is unique in the population.",
)
@missing_option
@population_options
@hierarchy_option("For models that ask how near sensitive values or groups are.")
@kind_options
@format_options
@section_options("report")
@limit_options
@json_option
@talk_options
def report(
    *,
    source: TableSource,
    out: Path,
    original: Path | None,
    memory: str | None,
    threads: int | None,
    engine_name: str | None,
    as_json: bool,
    **options: Any,  # noqa: ANN401 - the other options
) -> int:
    r"""Show the danger on one HTML page: risk, attacks, what holds and what does not.

    FILE is any table, anonymized or not, by whatever tool. FOLDER is a release of
    Diversa: its files are counted anew, and its report is made again. The page needs no
    network and holds no sensitive value.

    Examples:
      diversa report release --out checked.html
      diversa report people.csv --plan plan.toml
      diversa report people.csv --qi zip,age --sensitive condition
      diversa report other_tool.csv --qi zip,age --sensitive condition \
          --original people.csv --model k-anonymity:5
    """
    from diversa.cli.audit import is_release
    from diversa.report.report import write_report

    own = {name: options[name] for name in options if name not in REPORT_WORDS}
    is_release(source, own)  # refuses options that its manifest answers
    with engine_within_limits(memory, threads, engine_name, source) as engine:
        page = write_report(
            source,
            out=out,
            original=original,
            sampling_fraction=options["sampling_fraction"],
            engine=engine,
            **table_keywords(options),
        )
    if as_json:
        print_json({"page": str(page)})
    elif not is_quiet():
        click.echo(f"Wrote {page}")
    return 0


REPORT_WORDS = ("title", "author", "language")
"""Options that say what stands on the page."""
