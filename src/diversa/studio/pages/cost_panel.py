# SPDX-License-Identifier: Apache-2.0
"""Why not better? What binds a release, with a button for each change that helps."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from nicegui import ui

from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.studio.pages.elements import empty, panel, percent, say
from diversa.studio.pages.messages import show_errors
from diversa.studio.pages.step_visit import StepVisit
from diversa.studio.pages.texts import aria_label
from diversa.studio.pages.waiting import Wait
from diversa.studio.security.permissions import Action
from diversa.studio.steps.cost import CostChange, CostView, explain_cost
from diversa.studio.tables import search_words

Take = Callable[[PlanKeywords], Awaitable[None]]
"""Makes a change of the plan."""


class CostPanel:
    """The panel that explains what a release costs."""

    def __init__(self, step: StepVisit, plan: Plan, take: Take) -> None:
        self.step, self.plan, self.take = step, plan, take

    def draw(self) -> None:
        """The button, and a place for the explanation."""
        with panel("Why not better?"):
            self.button = ui.button("Explain the cost", on_click=self.run)
            self.button.props("outline").classes("self-start")
            self.line = ui.column().classes("w-full items-stretch")
            self.place = ui.column().classes("w-full items-stretch gap-2")
            self.place.props('aria-live="polite"')

    async def run(self) -> None:
        """Try plans near this one, and show what they lose."""
        words = search_words(self.plan)
        self.button.disable()
        with self.line:
            wait = Wait("Trying plans near this one")
        try:
            with show_errors():
                question = self.step.ask(lambda table: explain_cost(table, **words))
                view = await wait.answer(question)
                if view is not None and not self.place.is_deleted:
                    with empty(self.place):
                        self.show(view)
        finally:
            wait.end()
            self.button.enable()

    def show(self, view: CostView) -> None:
        """What binds, and the changes that lose less."""
        for line in view.lines:
            say(line, "small")
        for change in view.changes:
            self.offer(change)

    def offer(self, change: CostChange) -> None:
        """A change of the plan with what it loses, and a button that takes it."""
        rows = f", {change.suppressed:,} rows left out" if change.suppressed else ""
        with ui.row().classes("items-center w-full no-wrap gap-3"):
            text = f"{change.change}: {percent(change.loss)} lost{rows}"
            say(text, "small").style("flex: 1")
            if self.step.may(Action.CHANGE_PLAN):
                button = ui.button("Take it", on_click=partial(self.take, change.words))
                aria_label(button.props("outline dense"), f"Take it: {change.change}")
                button.classes("q-px-sm")
