# SPDX-License-Identifier: Apache-2.0
"""The command `diversa risk`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from diversa.cli.command import command, show
from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import (
    count_option,
    kind_options,
    person_options,
    plan_file_option,
    population_options,
    quasi_identifiers_option,
    reading_options,
    sampling_fraction_option,
    table_argument,
    threshold_option,
    weight_option,
)
from diversa.cli.paths import TableSource
from diversa.cli.plans import table_keywords
from diversa.cli.printing import many
from diversa.notebook import percent

if TYPE_CHECKING:
    from diversa.cli.page import Page
    from diversa.record.risk import Risk
    from diversa.risks.table_risk import TableRisk


@command(
    table_argument("FILE|FOLDER"),
    plan_file_option,
    quasi_identifiers_option,
    person_options,
    count_option,
    population_options,
    weight_option,
    sampling_fraction_option,
    threshold_option,
    kind_options,
    reading_options,
    limit_options,
)
def risk(
    *,
    source: TableSource,
    **options: Any,  # noqa: ANN401 - the other options
) -> int:
    """Measure the risk that people are found, and the columns that give them away.

    FILE is any table, anonymized or not. FOLDER is a release of Diversa, whose manifest
    says the columns.

    Examples:
      diversa risk release
      diversa risk people.csv --plan plan.toml
      diversa risk people.csv --qi zip,age,sex
      diversa risk visits.csv --qi zip,age,sex --person patient_id
      diversa risk people.csv --qi zip,age,sex --sampling-fraction 0.05
      diversa risk survey.csv --qi region,age,sex --sampling-weight w
      diversa risk release.csv --qi zip,age,sex --threshold 0.09
    """
    from diversa.risks.table_risk import risk as measure

    with engine_within_limits(source) as engine:
        measured = measure(
            source,
            sampling_fraction=options["sampling_fraction"],
            threshold=options["threshold"],
            engine=engine,
            **table_keywords(options),
        )
    show(measured, draw_risk)
    return 0


def draw_risk(page: Page, table_risk: TableRisk) -> None:
    """Show the risk, and the columns behind it."""
    measured = table_risk.risk
    people = "" if measured.people is None else f" of {many(measured.people, 'person')}"
    rows = many(measured.rows, "row")
    page.say(f"{rows}{people} in {many(measured.groups, 'group')}")
    if table_risk.note:
        page.say(table_risk.note)
    above = f"{measured.units} above {percent(measured.threshold)}"
    page.table(
        "Risk of being found",
        ("attacker", "average", "highest", above),
        list(attackers(measured)),
        right=("average", "highest", above),
    )
    page.say()
    if measured.population_estimate is not None:
        page.say(measured.expectation.capitalize())
    for line in uniques(measured):
        page.say(line)
    if not table_risk.sets:
        units = (
            "people" if measured.people is not None and not table_risk.note else "rows"
        )
        page.say(f"No three of the columns alone tell nine of ten {units} apart.")
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
    for name, attacker in measured.attackers.items():
        above = f"{attacker.rows_above:,} ({percent(attacker.share_above)})"
        yield name, percent(attacker.average), percent(attacker.highest), above


def uniques(measured: Risk) -> Iterator[str]:
    """Lines on unique people: in the table, and estimated in the population."""
    alone = percent(measured.unique_share)
    one = "row" if measured.people is None else "person"
    yield f"Unique in the table: {many(measured.sample_uniques, one)} ({alone})"
    people = measured.population_uniques
    if people is None:
        return
    for estimate in people.estimates:
        said = (
            estimate.reason
            if estimate.uniques is None
            else f"{estimate.uniques:,.0f} people"
        )
        chosen = ", the best estimate here" if estimate == people.chosen else ""
        where = f"Unique in the population of {people.people:,}"
        yield f"{where} ({estimate.name}): {said}{chosen}"
