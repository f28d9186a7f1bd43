# SPDX-License-Identifier: Apache-2.0
"""Methods and values of a setting side by side, on the page *explore*."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from nicegui import ui

from diversa.models.parameters import is_number
from diversa.open_tables.open_table import OpenTable
from diversa.plan.plan import Plan
from diversa.studio import plans
from diversa.studio.pages.charts import frontier_curve
from diversa.studio.pages.elements import empty, panel, say
from diversa.studio.pages.messages import show_errors
from diversa.studio.pages.method_panels import CardGrid
from diversa.studio.pages.step_visit import StepVisit
from diversa.studio.pages.waiting import Wait
from diversa.studio.security.permissions import Action
from diversa.studio.steps.explore import merge_sweeps
from diversa.studio.steps.method_cards import VARIANTS, MethodCard, try_variant
from diversa.studio.tables import search_words
from diversa.sweeps.axis import Axis
from diversa.sweeps.sweep import Sweep

Run = Callable[[], Awaitable[None]]
"""Computes and draws a panel."""


class SideBySide:
    """The panels that compare methods, and values of a setting."""

    def __init__(self, step: StepVisit, plan: Plan) -> None:
        self.step, self.plan = step, plan

    def methods(self) -> Run:
        """The panel of the methods; gives the function that tries them."""
        with panel("Methods side by side"):
            say(
                "The same protections, reached by other methods: first those whose"
                " labels tell nothing of single rows, then by what they lose.",
                "muted",
            )
            place = ui.column().classes("w-full items-stretch")

            async def run() -> None:
                button.disable()
                with line:
                    wait = Wait("Trying the methods")
                try:
                    await self.try_methods(wait, place)
                finally:
                    wait.end()
                    button.enable()

            button = ui.button("Try them all", on_click=run).props("outline")
            button.classes("self-start")
            line = ui.column().classes("w-full items-stretch")
        return run

    async def try_methods(self, wait: Wait, place: ui.element) -> None:
        """Try one method after the other, until all are tried or it is cancelled."""
        words = search_words(self.plan)
        take = self.take if self.step.may(Action.CHANGE_PLAN) else None
        with empty(place):
            cards = CardGrid(self.plan, take)
        for number, (method, labels) in enumerate(VARIANTS, 1):
            share = (number - 1) / len(VARIANTS)
            wait.show(f"{method}: {number} of {len(VARIANTS)} methods", share)
            question = partial(try_variant, method=method, labels=labels, words=words)
            card = await wait.answer(self.step.ask(question))
            if card is None or place.is_deleted:  # given up, or the page is left
                return
            cards.add(card)

    async def take(self, card: MethodCard) -> None:
        """Let the plan have the method of a card."""
        with show_errors():
            self.plan = await self.step.run(plans.change_plan, **card.words)
            ui.notify(f"The plan has {card.title} now", type="positive")
            ui.navigate.reload()

    def curve(self) -> Run:
        """The panel of the cost of privacy; gives the function that draws its curve."""
        choices = parameters_of(self.plan)
        if not choices:
            return nothing
        with panel("What more privacy costs"):
            with ui.row().classes("items-end gap-3"):
                name = ui.select(list(choices), value=choices[0], label="Vary")
                name.classes("w-64")
                values = ui.input("Values", value=range_for(choices[0]))
                name.on_value_change(
                    lambda event: values.set_value(range_for(str(event.value)))
                )
                button = ui.button("Draw the curve").props("outline")
            place = ui.column().classes("w-full items-stretch")

            async def run() -> None:
                with show_errors():
                    axis = Axis.read(f"{name.value}={values.value}")
                    button.disable()
                    try:
                        await self.draw_curve(axis, place)
                    finally:
                        button.enable()

            button.on_click(run)
        return run

    async def draw_curve(self, axis: Axis, place: ui.element) -> None:
        """Search under each value, and draw the cost."""
        words = search_words(self.plan)
        with empty(place):
            wait = Wait(f"Searching under {len(axis.values)} values of {axis.name}")
            drawn = ui.column().classes("w-full items-stretch")
        sweeps: list[Sweep] = []
        try:
            for number, value in enumerate(axis.values, 1):
                told = f"{axis.name} = {value}: {number} of {len(axis.values)} values"
                wait.show(told, (number - 1) / len(axis.values))
                question = partial(OpenTable.sweep, over={axis.name: (value,)}, **words)
                sweep = await wait.answer(self.step.ask(question))
                if sweep is None or drawn.is_deleted:  # given up, or the page is left
                    break
                sweeps.append(sweep)
        finally:
            wait.end()
        if sweeps and not drawn.is_deleted:
            whole = merge_sweeps(sweeps)
            with drawn:
                curve = frontier_curve(whole.points, whole.yardstick.name)
                ui.echart(curve).classes("w-full").style("height: 20rem")


async def nothing() -> None:
    """Do nothing."""


def parameters_of(plan: Plan) -> list[str]:
    """The settings that can vary: numbers of the models, and the suppression."""
    named = [
        f"{model.name()}.{name}"
        for model in plan.privacy.models
        for name in model.parameters()
        if is_number(getattr(model, name))
    ]
    return [*dict.fromkeys(named), "suppression"] if named else []


def range_for(name: str) -> str:
    """Values to begin with.

    >>> range_for("k-anonymity.k"), range_for("suppression")
    ('2..20', '0..0.1:0.02')
    """
    if name == "suppression":
        return "0..0.1:0.02"
    letter = name.rpartition(".")[2]
    return {"k": "2..20", "l": "2..5"}.get(letter, "0.1..0.9:0.1")
