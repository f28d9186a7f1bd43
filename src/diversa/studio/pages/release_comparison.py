# SPDX-License-Identifier: Apache-2.0
"""Several releases on the page *publish*: side by side, or laid over each other."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from itertools import combinations

from nicegui import ui

from diversa.errors import DiversaError
from diversa.open_tables.open_table import OpenTable
from diversa.plan.plan import Plan
from diversa.record.record import Record
from diversa.studio import releases
from diversa.studio.pages.elements import empty, panel, say, table
from diversa.studio.pages.messages import show_errors
from diversa.studio.pages.step_visit import StepVisit
from diversa.studio.releases import ReleaseView
from diversa.studio.steps.publish import ReleaseOverlap, overlap_of
from diversa.studio.tables import search_words


def comparison_panel(step: StepVisit, shown: list[ReleaseView]) -> None:
    """Two releases side by side."""
    names = {one.id: f"Release {one.number}" for one in shown}
    with panel("Compare two releases"):
        with ui.row().classes("items-end gap-3"):
            first = ui.select(names, value=shown[0].id, label="A")
            second = ui.select(names, value=shown[1].id, label="B")
            button = ui.button("Compare").props("outline")
        place = ui.column().classes("w-full items-stretch")

        async def run() -> None:
            with show_errors():
                found = await step.run(
                    releases.compare_releases, releases=[first.value, second.value]
                )
                with empty(place):
                    for sentence in found.words:
                        say(f"{sentence}.")
                    rows = [
                        (
                            line.name,
                            short(line.first),
                            short(line.second),
                            line.words,
                        )
                        for line in found.differences
                    ]
                    table(("", "A", "B", "difference"), rows, right=(1, 2))

        button.on_click(run)


def short(number: float | None) -> str:
    """A number in a few digits.

    >>> short(0.123456), short(1200.0), short(None), short(math.inf)
    ('0.1235', '1,200', '–', '∞')
    """
    if number is None:
        return "–"
    if math.isinf(number):
        return "∞" if number > 0 else "-∞"
    return f"{number:,.0f}" if number == int(number) else f"{number:.4g}"


async def warn_of_overlaps(
    step: StepVisit,
    place: ui.element,
    live: list[ReleaseView],
    records: dict[str, Record],
) -> None:
    """Warn of every two releases that can be laid over each other."""
    plan = await step.plan()
    warnings: list[str] = []
    for first, second in combinations(reversed(live), 2):
        told = await overlap_warning(step, plan, records[first.id], records[second.id])
        if told:
            warnings.append(f"Releases {first.number} and {second.number}: {told}")
    if not warnings:
        return
    with place, panel("These releases can be intersected", kind="warning"):
        for warning in warnings:
            say(warning)
        say(
            "Withdraw one of them, publish the same levels, or publish the series"
            " with m-invariance."
        )


async def overlap_warning(
    step: StepVisit, plan: Plan, first: Record, second: Record
) -> str | None:
    """A warning of two releases; None if together they tell no more than each."""
    if table_hashes(first) == table_hashes(second):
        return None
    if first.levels is None or second.levels is None:
        return "whoever has both may learn more than from each alone."
    try:
        found = await step.ask(
            partial(plan_overlap, plan=plan, first=first.levels, second=second.levels)
        )
    except DiversaError:
        return "whoever has both may learn more than from each alone."
    return found.warning


def table_hashes(record: Record) -> dict[str, str]:
    """The fingerprints of the tables of a release."""
    endings = (".csv", ".parquet")
    return {name: mark for name, mark in record.files.items() if name.endswith(endings)}


def plan_overlap(
    table: OpenTable, *, plan: Plan, first: Mapping[str, int], second: Mapping[str, int]
) -> ReleaseOverlap:
    """The overlap of two releases, under the models of the plan."""
    return overlap_of(table, first, second, **search_words(plan))
