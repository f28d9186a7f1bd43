# SPDX-License-Identifier: Apache-2.0
"""Two releases side by side, on the page *publish*."""

from __future__ import annotations

import math

from nicegui import ui

from diversa.studio import releases
from diversa.studio.pages.elements import (
    panel,
    say,
    table,
)
from diversa.studio.pages.messages import show_errors
from diversa.studio.pages.step_visit import StepVisit
from diversa.studio.releases import ReleaseView


def comparison_panel(step: StepVisit, shown: list[ReleaseView]) -> None:
    """Two releases side by side."""
    names = {one.id: f"Release {one.number}" for one in shown}
    with panel("Compare two releases"):
        with ui.row().classes("items-end gap-3"):
            first = ui.select(names, value=shown[0].id, label="A")
            second = ui.select(names, value=shown[1].id, label="B")
            button = ui.button("Compare").props("outline no-caps")
        place = ui.column().classes("w-full items-stretch")

        async def run() -> None:
            with show_errors():
                found = await step.run(
                    releases.compare_releases, releases=[first.value, second.value]
                )
                place.clear()
                with place:
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
