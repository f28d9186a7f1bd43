# SPDX-License-Identifier: Apache-2.0
"""Attacks on the release of a plan, on the page *person*: each beside its control."""

from __future__ import annotations

from nicegui import ui

from diversa.plan.plan import Plan
from diversa.studio.pages.elements import (
    bars,
    colour_line,
    empty,
    panel,
    percent,
    say,
)
from diversa.studio.pages.messages import show_errors
from diversa.studio.pages.step_visit import StepVisit
from diversa.studio.pages.waiting import Wait
from diversa.studio.steps.attacks import AttackView, CorrelationView, attack_plan
from diversa.studio.tables import search_words

LEAD = (
    "Somebody who reads the whole release may describe, link and guess people without"
    " knowing any. A third of the people is released by the plan and attacked; the same"
    " is tried on other people, of whom nothing was released. Only what exceeds this"
    " control was learnt from the release."
)


class AttackPanels:
    """The panel that rehearses the attacks on everybody."""

    def __init__(self, step: StepVisit, plan: Plan) -> None:
        self.step, self.plan = step, plan

    def draw(self) -> None:
        """The button, and a place for what is found."""
        with panel("Attacks on everybody, rehearsed"):
            say(LEAD, "small muted")
            self.button = ui.button("Rehearse the attacks", on_click=self.run)
            self.button.props("outline").classes("self-start")
            self.line = ui.column().classes("w-full items-stretch")
            self.place = ui.column().classes("w-full items-stretch gap-3")
            self.place.props('aria-live="polite"')

    async def run(self) -> None:
        """Rehearse, and show every attack beside its control."""
        words = search_words(self.plan)
        self.button.disable()
        with self.line:
            wait = Wait("Releasing a third of the people, and attacking it")
        try:
            with show_errors():
                question = self.step.ask(lambda table: attack_plan(table, **words))
                view = await wait.answer(question)
                if view is not None and not self.place.is_deleted:
                    with empty(self.place):
                        show_attack_view(view)
        finally:
            wait.end()
            self.button.enable()


def show_attack_view(view: AttackView) -> None:
    """Every attack with its figures, its control and its colour."""
    if view.lead:
        say(view.lead, "small muted")
    for finding in view.rehearsed:
        colour_line(finding.colour, finding.title, finding.words)
    for correlation in view.correlations:
        show_correlation(correlation)


def show_correlation(view: CorrelationView) -> None:
    """The guesses of who knows what goes with what, beside promise and control."""
    colour_line(view.finding.colour, view.finding.title, view.finding.words)
    measured = [guess for guess in view.guesses if guess.right is not None]
    if measured:
        bars(
            [
                (guess.who, guess.right or 0.0, percent(guess.right))
                for guess in measured
            ],
            "The share of people whose secret is guessed rightly.",
        )
