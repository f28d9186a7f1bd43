# SPDX-License-Identifier: Apache-2.0
"""The promises of a plan on the page *publish*, and the button that publishes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui

from diversa.plan.plan import Plan
from diversa.studio import plans
from diversa.studio.pages.elements import number, numbers, panel, percent, say
from diversa.studio.pages.forecast_panels import show_label_line, show_told
from diversa.studio.pages.messages import keep_changes, problem_panel
from diversa.studio.pages.step_visit import StepVisit
from diversa.studio.pages.texts import explain
from diversa.studio.security.permissions import Action
from diversa.studio.steps.measure import forecast
from diversa.studio.steps.publish import Promises, parameter_words, promises
from diversa.studio.tables import search_words


class PromisePanels:
    """The panels with the promises, the forecast and the button."""

    def __init__(self, step: StepVisit, publish: Callable[[], Awaitable[None]]) -> None:
        self.step, self.publish = step, publish

    async def draw(self) -> None:
        """Draw the promises, the forecast and the button."""
        plan = await self.step.plan()
        columns = await self.columns(plan)
        told = promises(plan, columns, grows=self.step.view.source == "survey")
        with ui.element("div").classes("two"):
            self.show_promises(told)
            self.show_open_points(told)
        if told.faults:
            problem_panel("\n".join(told.faults))
        elif self.step.may(Action.PUBLISH):
            await self.forecast(plan)
            self.spreadsheets(plan)
            button = ui.button("Publish", icon="publish", on_click=self.publish)
            button.props("size=lg").classes("self-start")
            meaning = "Search, recode, write, audit and measure"
            explain(button, meaning, reachable=False)

    def spreadsheets(self, plan: Plan) -> None:
        """A switch that keeps formulas out of CSV files."""

        async def keep(safe: bool) -> None:  # noqa: FBT001 - the value of a switch
            await self.step.run(plans.change_plan, spreadsheet_safe=safe)

        is_safe = plan.writing.spreadsheet_safe
        switch = ui.switch("Safe in spreadsheets", value=is_safe)
        keep_changes(switch, keep)
        meaning = (
            "Cells of the CSV file that a spreadsheet would run as a formula begin with"
            " an apostrophe"
        )
        explain(switch, meaning, reachable=False)

    async def forecast(self, plan: Plan) -> None:
        """Show the best release, or the reason why there is none."""
        if self.step.view.source == "survey":
            return
        answer = await self.step.ask(
            lambda table: forecast(table, **search_words(plan))
        )
        if answer.failure is not None or answer.danger is None:
            problem_panel(answer.failure or "")
            return
        with panel("What would be published"):
            rows, danger = answer.danger.rows, answer.danger
            with numbers():
                if danger.people is not None:
                    number("people published", f"{danger.people:,}", "rows")
                number("rows published", f"{rows:,}", "rows")
                number("rows left out", f"{answer.suppressed:,}", "suppressed")
                if answer.repeats:
                    number("rows that repeat", f"{answer.repeats:,}", "repeats")
                number("of the detail is lost", percent(answer.loss), "loss")
                number(
                    "highest risk of being found",
                    percent(danger.highest_risk),
                    "highest risk",
                )
                show_told(answer.labels)
            show_label_line(answer.labels)

    async def columns(self, plan: Plan) -> tuple[str, ...]:
        """The columns of the table; of the plan if the visitor sees no data."""
        if not self.step.may(Action.READ_DATA):
            return (*plan.roles.every,)
        return await self.step.ask(lambda table: table.counted.table.columns)

    def show_promises(self, told: Promises) -> None:
        """Show the promise of each model, and the treatment of the columns."""
        with panel("What is promised", kind="fine"):
            for model in told.models:
                ui.label(model.spec).classes("text-weight-bold")
                if asks := parameter_words(model, told.person):
                    say(f"{asks}.", "small")
                say(f"Stops {told.stops(model)}.", "small")
            for sentence in told.happens:
                say(sentence, "small")

    def show_open_points(self, told: Promises) -> None:
        """Show what the models leave open."""
        with panel("What is not promised", kind="warning"):
            for model in told.models:
                say(f"{model.spec} does not stop {told.misses(model)}.", "small")
            for sentence in told.not_promised:
                say(sentence, "small")
