# SPDX-License-Identifier: Apache-2.0
"""The page *explore*: a picture of all generalizations, and any of them opened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, cast

from fastapi import Request
from nicegui import events, ui

from diversa.open_tables.open_table import OpenTable
from diversa.plan.keywords import PlanKeywords
from diversa.studio import plans
from diversa.studio.pages.charts import lattice_chart
from diversa.studio.pages.elements import SERIES, empty, panel, say
from diversa.studio.pages.layout import step_page
from diversa.studio.pages.messages import show_errors
from diversa.studio.pages.node_panels import (
    show_details,
    show_figures,
    verdict_sentence,
)
from diversa.studio.pages.side_by_side import SideBySide
from diversa.studio.pages.step_visit import StepVisit
from diversa.studio.pages.texts import aria_label, explain
from diversa.studio.pages.waiting import Latest, fill
from diversa.studio.security.permissions import Action
from diversa.studio.steps.explore import NodeView, look_into
from diversa.studio.steps.lattice_map import lattice_map
from diversa.studio.tables import search_words

LEAD = (
    "Every point is one way to publish the table. Click one to see how rows would read;"
    " choose the one that serves your readers best."
)

SMALL = 2000
"""The most cells of a table for which everything is computed at once."""

BOUNDS = ("least", "greatest")
"""Words that bound the search, but not the node that is shown."""


def explore_page(request: Request, project: str) -> None:
    """A picture of all generalizations, and any of them opened."""
    with step_page(request, project, "explore", LEAD) as step:
        if step.view.source == "survey":
            with panel():
                say(SERIES)
            return
        fill(ExplorePage(step).draw, "Judging every generalization…")


class ExplorePage:
    """The page, with the generalization that is shown."""

    def __init__(self, step: StepVisit) -> None:
        self.step = step
        self.latest = Latest()
        self.levels: dict[str, int] = {}
        self.shown: dict[str, int] = {}
        self.sliders: dict[str, ui.slider] = {}
        self.by = "height"

    async def draw(self) -> None:
        """Draw the picture, the node, the methods and the curve."""
        self.plan = await self.step.plan()
        words = search_words(self.plan)
        self.map = await self.step.ask(lambda table: lattice_map(table, **words))
        with ui.element("div").classes("two"):
            with ui.column().classes("w-full items-stretch gap-3"):
                self.picture()
                self.bounds()
            self.node = ui.column().classes("w-full items-stretch gap-3")
        beside = SideBySide(self.step, self.plan)
        runs = (beside.methods(), beside.curve())
        if self.map.best is not None:
            self.levels = dict(zip(self.map.attributes, self.map.best, strict=True))
            self.draw_node()
            await self.show()
        if await self.step.ask(is_small):  # it takes a moment, and nobody must ask
            for run in runs:
                ui.timer(0.01, run, once=True)

    def picture(self) -> None:
        """The picture of all generalizations."""
        with panel("All generalizations"):
            held = self.map.satisfying
            found = "" if held is None else f"; the protections hold in {held:,}"
            say(f"{self.map.nodes:,} ways to choose levels{found}.")
            if held is None:
                drawn = len(self.map.points)
                say(f"The picture shows {drawn:,} of them, with those around the best.")
            ui.toggle(
                {"height": "by height", "risk": "by risk"},
                value=self.by,
                on_change=self.turn,
            ).props('no-caps dense aria-label="Horizontal axis"')
            self.chart = ui.echart(
                self.options(), on_point_click=self.look_at_point
            ).classes("w-full")
            self.chart.style("height: 24rem")
            self.chart.props(
                'aria-label="All generalizations: loss and height or risk"'
            )
            say(self.map.note, "small muted")

    def options(self) -> dict[str, Any]:
        """The picture as it stands."""
        chosen = [self.levels.get(name, -1) for name in self.map.attributes]
        return lattice_chart(self.map, by_risk=self.by == "risk", chosen=chosen)

    def redraw(self) -> None:
        """Draw the picture anew."""
        self.chart.options.clear()
        self.chart.options.update(self.options())
        self.chart.update()

    def turn(self, event: events.ValueChangeEventArguments[Any]) -> None:
        """Lay the points by height or by risk."""
        self.by = str(event.value)
        self.redraw()

    async def look_at_point(self, event: events.EChartPointClickEventArguments) -> None:
        """Show the node of the point that was clicked."""
        levels = [int(word) for word in str(event.name).split()[1:]]
        if len(levels) == len(self.map.attributes) and self.sliders:
            self.levels = dict(zip(self.map.attributes, levels, strict=True))
            await self.show()

    async def show(self) -> bool:
        """Show the release of the chosen levels."""
        words, levels = search_words(self.plan), dict(self.levels)
        free = cast(
            "PlanKeywords",
            {key: word for key, word in words.items() if key not in BOUNDS},
        )
        with show_errors():
            view = await self.step.ask(lambda table: look_into(table, levels, **free))
            self.shown = levels
            self.show_node(view)
            self.redraw()
        return True

    def draw_node(self) -> None:
        """Draw the sliders of the levels, which stay when a node is shown."""
        with self.node:
            with panel("This generalization") as self.box:
                self.verdict = say("").props('aria-live="polite"')
                for name, height, read in zip(
                    self.map.attributes,
                    self.map.heights,
                    self.map.examples,
                    strict=True,
                ):
                    self.level_slider(name, height, read)
                self.figures = ui.column().classes("w-full items-stretch")
                if self.step.may(Action.CHANGE_PLAN):
                    with ui.row():
                        self.chooser = ui.button(
                            "Publish this one", on_click=self.choose
                        )
                        ui.button("Let the search choose", on_click=self.release).props(
                            "flat"
                        )
            self.details = ui.column().classes("w-full items-stretch gap-3")

    def show_node(self, view: NodeView) -> None:
        """Show a node: its levels, its numbers and some rows."""
        self.box.classes(remove="fine warning")
        self.box.classes("fine" if view.is_valid else "warning")
        self.verdict.text = verdict_sentence(view)
        for name, slider in self.sliders.items():
            slider.value = self.levels[name]
        if self.step.may(Action.CHANGE_PLAN):
            self.chooser.set_enabled(view.is_valid)
        with empty(self.figures):
            show_figures(view)
        with empty(self.details):
            show_details(view)

    def level_slider(self, name: str, height: int, read: Sequence[str]) -> None:
        """A slider for the level of a column, with an example."""
        with ui.row().classes("items-center w-full no-wrap gap-3"):
            ui.label(name).classes("level-name ellipsis small")
            slider = ui.slider(
                min=0, max=max(1, height), step=1, value=self.levels[name]
            ).style("flex: 1")
            aria_label(slider.props("label markers snap"), f"Level of {name}")
            slider.on_value_change(partial(self.move_level, name))
            self.sliders[name] = slider
            example = ui.label().classes("level-read ellipsis small")
            example.bind_text_from(slider, "value", lambda level: read[int(level)])
            meaning = f"The value {read[0]} as it would be published."
            explain(example, meaning)

    async def move_level(
        self, name: str, event: events.ValueChangeEventArguments[Any]
    ) -> None:
        """Show the node of another level."""
        self.levels = {**self.levels, name: int(event.value)}
        if self.levels != self.shown:
            await self.latest.ask(self.show)

    async def choose(self) -> None:
        """Publish these levels: the plan leaves the search no other ones."""
        with show_errors():
            self.plan = await self.step.run(
                plans.change_plan,
                least=dict(self.levels),
                greatest=dict(self.levels),
                method="full-domain",
            )
            ui.notify("These levels will be published", type="positive")

    async def release(self) -> None:
        """Let the search choose among all levels again."""
        with show_errors():
            await self.step.run(plans.change_plan, least={}, greatest={})
            ui.navigate.reload()

    def bounds(self) -> None:
        """The least and greatest level that the search may choose."""
        least, greatest = dict(self.plan.search.least), dict(self.plan.search.greatest)
        ends: dict[str, dict[str, int]] = {}
        with ui.expansion("Limit how coarse columns may become", icon="height").classes(
            "panel"
        ):
            for name, height in zip(self.map.attributes, self.map.heights, strict=True):
                ends[name] = {
                    "min": least.get(name, 0),
                    "max": greatest.get(name, height),
                }
                with ui.row().classes("items-center w-full no-wrap gap-3"):
                    ui.label(name).classes("w-32 ellipsis small")
                    around = ui.range(min=0, max=max(1, height), step=1)
                    around.bind_value(ends, name).style("flex: 1")
                    around.props("label markers snap")
                    aria_label(around, f"Least and greatest level of {name}")

            async def fix() -> None:
                with show_errors():
                    await self.step.run(
                        plans.change_plan,
                        least={name: int(end["min"]) for name, end in ends.items()},
                        greatest={name: int(end["max"]) for name, end in ends.items()},
                    )
                    ui.navigate.reload()

            ui.button("Search within these limits", on_click=fix).props("outline")


def is_small(table: OpenTable) -> bool:
    """True if methods and curves take a moment only."""
    return len(table.counted.cells.counts) <= SMALL
