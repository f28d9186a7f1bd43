# SPDX-License-Identifier: Apache-2.0
"""The page *detail*: the hierarchy of each quasi-identifier."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from fastapi import Request
from nicegui import events, ui

from diversa.errors import InputError
from diversa.hierarchies import Dates, Masking, Quantiles, Ready, Suppression
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.hierarchies.ready_hierarchy import ready_names, ready_tree
from diversa.studio import plans
from diversa.studio.pages.charts import tree_chart
from diversa.studio.pages.elements import EXPLAINED, chip, empty, panel, say, table
from diversa.studio.pages.hierarchy_panels import file_panel, merge_panel
from diversa.studio.pages.layout import step_page
from diversa.studio.pages.messages import show_errors
from diversa.studio.pages.step_visit import StepVisit
from diversa.studio.pages.texts import aria_label
from diversa.studio.pages.waiting import Latest, fill
from diversa.studio.steps.hierarchies import (
    HierarchyView,
    show_hierarchy,
    try_hierarchy,
)
from diversa.studio.steps.hierarchy_changes import with_widths

LEAD = (
    "A value can be published as it is, or coarser: a day as a month, an age as a"
    " range. Here you see how, for every column that others may know."
)

UNCOVERED_SHOWN = 20
"""The most values without a category that are named."""

WITH_SETTINGS: dict[str, tuple[str, Callable[[], HierarchyKind]]] = {
    "intervals": ("ranges of numbers", lambda: with_widths(None, (5, 10, 20))),
    "masking": ("hide characters from the right", Masking),
    "dates": ("month, quarter, year, decade", Dates),
    "quantiles": ("ranges with equally many rows", Quantiles),
    "suppression": ("keep the value or hide it", Suppression),
}
"""Kinds that have settings, each with its effect and a first example."""

READY: dict[str, tuple[str, Callable[[], HierarchyKind]]] = {
    name: (ready_tree(name).title, partial(Ready, name, other="other"))
    for name in ready_names()
}
"""Hierarchies for what many tables hold."""

SIMPLE = WITH_SETTINGS | READY
"""Kinds that need no file, each with its effect and a first example."""


def hierarchies_page(request: Request, project: str) -> None:
    """The hierarchy of each quasi-identifier."""
    with step_page(request, project, "hierarchies", LEAD) as step:
        fill(HierarchiesPage(step).draw)


class HierarchiesPage:
    """The page, with the column that is shown."""

    def __init__(self, step: StepVisit) -> None:
        self.step = step
        self.attribute = ""
        self.latest = Latest()
        self.widths: dict[str, Any] = {}

    async def draw(self) -> None:
        """Draw the columns to choose from, and the first of them."""
        plan = await self.step.plan()
        names = list(plan.roles.quasi_identifiers)
        if not names:
            say(
                "No column is marked as one that others may know. Mark one on the page"
                " Data first."
            )
            return
        with ui.element("div").classes("scroll"):
            ui.toggle(names, value=names[0], on_change=self.turn).props(
                'no-caps aria-label="Column"'
            )
        self.place = ui.column().classes("w-full items-stretch gap-3")
        await self.show(names[0])

    async def turn(self, event: events.ValueChangeEventArguments[Any]) -> None:
        """Look at another column."""
        await self.show(str(event.value))

    async def show(self, attribute: str) -> None:
        """Show the hierarchy of a column."""
        self.attribute = attribute
        with show_errors():
            view = await self.step.ask(partial(show_hierarchy, attribute=attribute))
            with empty(self.place), ui.element("div").classes("two"):
                with ui.column().classes("w-full items-stretch gap-3"):
                    self.change_panel(view)
                    merge_panel(self.step, view, self.keep)
                    file_panel(self.step, attribute, self.keep)
                with ui.column().classes("w-full items-stretch gap-3") as self.shown:
                    self.levels_panel(view)

    def levels_panel(self, view: HierarchyView) -> None:
        """The levels, a sample and the tree."""
        with panel("Levels"):
            table(
                ("level", "different labels", "rows of the rarest", "for example"),
                [
                    (
                        str(level.number),
                        f"{level.labels:,}",
                        f"{level.smallest:,}",
                        ", ".join(label.label for label in level.shown[:3]),
                    )
                    for level in view.levels
                ],
                right=(1, 2),
                meanings={
                    "different labels": EXPLAINED["labels"],
                    "rows of the rarest": EXPLAINED["rarest"],
                },
            )
        if view.uncovered:
            self.missing_labels_panel(view)
        with panel("How some values read on each level"):
            head = [f"level {level.number}" for level in view.levels]
            table(head, view.sample)
        with panel("As a tree"):
            chart = ui.echart(tree_chart(view.tree)).classes("w-full")
            chart.style("height: 26rem")
            aria_label(chart, f"The hierarchy of {view.attribute} as a tree")

    def missing_labels_panel(self, view: HierarchyView) -> None:
        """The values that no label covers."""
        rows = sum(one.rows for one in view.uncovered)
        names = ", ".join(one.label for one in view.uncovered[:UNCOVERED_SHOWN])
        more = "" if len(view.uncovered) <= UNCOVERED_SHOWN else ", …"
        with panel("Not covered", kind="warning"):
            say(
                f"{len(view.uncovered):,} values ({rows:,} rows) belong to no category:"
                f" they are hidden from level 1 on. Merge them into one, or read a file"
                " that has them."
            )
            say(f"{names}{more}", "small muted")

    def change_panel(self, view: HierarchyView) -> None:
        """The kind of hierarchy, and the widths of ranges."""
        with panel(view.attribute):
            with ui.row().classes("gap-1"):
                chip(view.kind, "The kind of hierarchy")
                who = "as the plan says" if view.declared else "chosen from the values"
                chip(who)
            options = {name: f"{name}: {what}" for name, (what, _) in SIMPLE.items()}
            if view.kind not in options:
                options[view.kind] = f"{view.kind}: as it was read or merged"
            kinds = ui.select(options, value=view.kind, label="Kind")
            kinds.on_value_change(self.another_kind)
            if view.widths:
                self.width_sliders(view)

    def width_sliders(self, view: HierarchyView) -> None:
        """The widths of ranges, by a slider or as numbers."""
        say("Widths of the ranges, level by level", "small muted")
        first = view.widths[0]
        self.widths = {
            "first": first,
            "text": ", ".join(f"{width:g}" for width in view.widths),
            "origin": view.origin,
            "factors": [width / first for width in view.widths],
        }
        with ui.row().classes("items-center w-full no-wrap gap-3"):
            step = 1 if first >= 1 else first / 10
            slider = ui.slider(min=step, max=max(10 * step, 4 * first), step=step)
            slider.bind_value(self.widths, "first").style("flex: 1")
            slider.props('label aria-label="Width of the narrowest ranges"')
            slider.on_value_change(self.scale_widths)
        typed = ui.input("Widths, each a multiple of the one before")
        typed.bind_value(self.widths, "text")
        origin = ui.number("A range begins at", step=1)
        origin.bind_value(self.widths, "origin")
        with ui.row():
            ui.button("Look", on_click=self.preview).props("outline")
            ui.button("Use these", on_click=self.use_widths)

    async def scale_widths(self) -> None:
        """Scale all widths with the narrowest one."""
        first = float(self.widths["first"])
        widths = [first * factor for factor in self.widths["factors"]]
        self.widths["text"] = ", ".join(f"{width:g}" for width in widths)
        await self.latest.ask(self.preview)

    async def preview(self) -> bool:
        """Show the hierarchy of the widths, without keeping it."""
        with show_errors():
            kind = await self.kind_of_widths()
            view = await self.step.ask(
                partial(try_hierarchy, attribute=self.attribute, kind=kind)
            )
            with empty(self.shown):
                self.levels_panel(view)
        return True

    async def kind_of_widths(self) -> HierarchyKind:
        """The ranges of the widths that were typed."""
        plan = await self.step.plan()
        widths = numbers_in(self.widths["text"])
        origin = float(self.widths["origin"] or 0)
        return with_widths(plan.hierarchies.get(self.attribute), widths, origin)

    async def use_widths(self) -> None:
        """Keep the widths in the plan."""
        with show_errors():
            await self.keep(await self.kind_of_widths())

    async def another_kind(self, event: events.ValueChangeEventArguments[Any]) -> None:
        """Take another kind of hierarchy."""
        if event.value in SIMPLE:
            with show_errors():
                await self.keep(SIMPLE[str(event.value)][1]())

    async def keep(self, kind: HierarchyKind) -> None:
        """Put a hierarchy into the plan, once it fits the values."""
        await self.step.ask(partial(try_hierarchy, attribute=self.attribute, kind=kind))
        await self.step.run(plans.change_plan, hierarchies={self.attribute: kind})
        ui.notify(f"{self.attribute}: kept in the plan", type="positive", timeout=1500)
        await self.show(self.attribute)


def numbers_in(text: str) -> list[float]:
    """The numbers between commas or blanks.

    >>> numbers_in("5, 10;20")
    [5.0, 10.0, 20.0]
    """
    try:
        return [float(word) for word in re.split("[,; ]+", text) if word]
    except ValueError:
        raise InputError("widths: must be numbers, such as 5, 10, 20") from None
