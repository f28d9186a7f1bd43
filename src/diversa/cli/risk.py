# SPDX-License-Identifier: Apache-2.0
"""The command `diversa risk`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import (
    TABLE,
    TableSource,
    format_options,
    json_option,
    keep_examples,
    kind_options,
    plan_file_option,
    population_options,
    quasi_identifiers_option,
)
from diversa.cli.printing import many, print_json
from diversa.cli.standard_streams import from_stream
from diversa.cli.table_options import table_keywords
from diversa.cli.talk import talk_options

if TYPE_CHECKING:
    from diversa.cli.page import Page
    from diversa.record.risk import Risk
    from diversa.risks.table_risk import TableRisk


@keep_examples
@click.command()
@click.argument("source", metavar="FILE|FOLDER", type=TABLE, callback=from_stream)
@plan_file_option
@quasi_identifiers_option
@population_options
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
@kind_options
@format_options
@limit_options
@json_option
@talk_options
def risk(
    *,
    source: TableSource,
    memory: str | None,
    threads: int | None,
    engine_name: str | None,
    as_json: bool,
    **options: Any,  # noqa: ANN401 - the other options
) -> int:
    """Say how likely people are found in a table, and which columns give them away.

    FILE is any table, anonymized or not. FOLDER is a release of Diversa, whose manifest
    says the columns.

    Examples:
      diversa risk release
      diversa risk people.csv --plan plan.toml
      diversa risk people.csv --qi zip,age,sex
      diversa risk people.csv --qi zip,age,sex --sampling-fraction 0.05
      diversa risk release.csv --qi zip,age,sex --threshold 0.09
    """
    from diversa.risks.table_risk import risk as measure

    with engine_within_limits(memory, threads, engine_name, source) as engine:
        measured = measure(
            source,
            sampling_fraction=options["sampling_fraction"],
            threshold=options["threshold"],
            engine=engine,
            **table_keywords(options),
        )
    if as_json:
        print_json(measured.to_json())
    else:
        from diversa.cli.page import Page

        draw_risk(Page(), measured)
    return 0


def draw_risk(page: Page, table_risk: TableRisk) -> None:
    """Show the risk, and the columns behind it."""
    measured = table_risk.risk
    page.say(f"{many(measured.rows, 'row')} in {many(measured.groups, 'group')}")
    page.table(
        "Risk of being found",
        ("attacker", "average", "highest", f"rows above {percent(measured.threshold)}"),
        list(attackers(measured)),
        right=("average", "highest", f"rows above {percent(measured.threshold)}"),
    )
    page.say()
    for line in uniques(measured):
        page.say(line)
    if not table_risk.sets:
        page.say("No three of the columns alone tell nine of ten rows apart.")
        return
    page.table(
        "Smallest sets of columns that nearly identify",
        ("columns", "different tuples", "pairs told apart"),
        [
            (
                ", ".join(columns.columns),
                percent(columns.distinction),
                percent(columns.separation),
            )
            for columns in table_risk.sets
        ],
        right=("different tuples", "pairs told apart"),
    )


def attackers(measured: Risk) -> Iterator[tuple[str, str, str, str]]:
    """The attackers whose risk is known: without a population, the prosecutor."""
    others = ("journalist", "marketer") if measured.population_known else ()
    for name in ("prosecutor", *others):
        attacker = getattr(measured, name)
        above = f"{attacker.rows_above:,} ({percent(attacker.share_above)})"
        yield name, percent(attacker.average), percent(attacker.highest), above


def uniques(measured: Risk) -> Iterator[str]:
    """Lines on unique people: in the table, and estimated in the population."""
    alone = percent(measured.unique_share)
    yield f"Unique in the table: {many(measured.sample_uniques, 'row')} ({alone})"
    people = measured.population_uniques
    if people is None:
        return
    for estimate in people.estimates:
        said = (
            estimate.reason
            if estimate.uniques is None
            else f"{estimate.uniques:,.0f} people"
        )
        chosen = ", the one to believe" if estimate == people.chosen else ""
        where = f"Unique in the population of {people.people:,}"
        yield f"{where} ({estimate.name}): {said}{chosen}"


def percent(share: float | None) -> str:
    """Write a share for people."""
    return "-" if share is None else f"{100 * share:.3g} %"
