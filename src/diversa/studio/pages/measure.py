# SPDX-License-Identifier: Apache-2.0
"""The page *privacy*: models with sliders, and beside them the best release.

Forms are made from the declarations of models. Every move is answered from counts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from fastapi import Request
from nicegui import ui

from diversa.errors import DiversaError
from diversa.models import parse
from diversa.models.verdict import Verdict
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.plan.search_section import Search
from diversa.setting import settings_of
from diversa.studio import plans
from diversa.studio.method_settings import unused_settings, words_for
from diversa.studio.pages.cost_panel import CostPanel
from diversa.studio.pages.elements import EXPLAINED, SERIES, empty, panel, percent, say
from diversa.studio.pages.forecast_panels import show_attacks, show_levels, show_numbers
from diversa.studio.pages.layout import step_page
from diversa.studio.pages.messages import problem_panel, show_errors
from diversa.studio.pages.model_choice import ModelChoice
from diversa.studio.pages.parameter_fields import parameter_field
from diversa.studio.pages.step_visit import StepVisit
from diversa.studio.pages.texts import aria_label, explain, heading
from diversa.studio.pages.waiting import Latest, fill
from diversa.studio.security.permissions import Action
from diversa.studio.steps.label_lines import CHOICES
from diversa.studio.steps.measure import (
    Danger,
    Forecast,
    danger_of_table,
    forecast,
    model_state,
)
from diversa.studio.steps.model_forms import ModelForm, form_of, model_forms
from diversa.studio.steps.model_specs import spec_of
from diversa.studio.steps.person import values_of
from diversa.studio.tables import search_words

LEAD = (
    "Choose what must not be learnt about anybody. Move a slider and see at once what"
    " the protection costs and what it stops in this table."
)

SUPPRESSION_STEPS = 0.2
"""The largest suppression that the slider allows."""


def measure_page(request: Request, project: str) -> None:
    """Models with sliders, and the best release under them."""
    with step_page(request, project, "measure", LEAD) as step:
        fill(MeasurePage(step).draw)


class MeasurePage:
    """The page, with the models as they stand."""

    def __init__(self, step: StepVisit) -> None:
        self.step = step
        self.latest = Latest()
        self.values: dict[str, tuple[str, ...]] = {}
        self.chosen: list[tuple[str, dict[str, Any]]] = []
        self.words: dict[str, Any] = {}
        self.danger: Danger
        self.plan: Plan

    async def draw(self) -> None:
        """Draw models and numbers."""
        self.plan = await self.step.plan()
        every = await self.step.ask(values_of)
        secrets = self.plan.roles.sensitive
        self.values = {name: every.get(name, ()) for name in secrets}
        self.danger = await self.step.ask(danger_of_table)
        for model in self.plan.privacy.models:
            form = form_of(model, self.plan, self.values)
            self.chosen.append((form.name, start_of(form)))
        with ui.element("div").classes("two"):
            with ui.column().classes("w-full items-stretch gap-3"):
                self.threats()
                self.models = ui.column().classes("w-full items-stretch gap-3")
                self.draw_models()
                if self.step.view.source != "survey":
                    self.settings()
            self.live = ui.column().classes("live w-full items-stretch gap-3")
            self.live.props('aria-live="polite"')
        self.show(await self.best())

    def threats(self) -> None:
        """The danger of the table as it is."""
        with panel("The table as it is", kind="warning"):
            for sentence in self.danger.sentences:
                say(sentence)

    def draw_models(self) -> None:
        """The models that were chosen, and a button for more."""
        with empty(self.models):
            for place, (name, values) in enumerate(self.chosen):
                self.model(place, name, values)
            ui.button("Add a protection", icon="add", on_click=self.choose).props(
                "outline"
            ).classes("self-start")

    def model(self, place: int, name: str, values: dict[str, Any]) -> None:
        """A model with its parameters."""
        form = self.form(name)
        with panel():
            with ui.row().classes("items-center w-full no-wrap"):
                heading(name)
                ui.space()
                button = ui.button(icon="close", on_click=partial(self.remove, place))
                aria_label(button.props("flat round dense"), f"Remove {name}")
            say(f"Stops: {form.stops}.", "small")
            say(f"Does not stop: {form.misses}.", "small muted")
            shown = [field for field in form.fields if field.name != "joint"]
            more = [one for one in shown if not one.required and one.kind != "column"]
            for field in shown:
                if field not in more:
                    parameter_field(field, values, self.change)
            if more:
                with ui.expansion("More settings").classes("w-full").props("dense"):
                    for field in more:
                        parameter_field(field, values, self.change)
            fill(partial(self.fate, place), "…")

    async def fate(self, place: int) -> None:
        """Show the verdict of a model on the table as it is."""
        try:
            spec = spec_of(*self.chosen[place])
            told = await self.step.ask(lambda table: model_state(table, spec))
        except (DiversaError, IndexError):
            return
        undecided = told.verdict is Verdict.UNDECIDED
        say(told.words, "small undecided" if undecided else "small")

    def settings(self) -> None:
        """The suppression, the method and the objective."""
        search = settings_of(Search)
        self.words = {
            "suppression": float(self.plan.privacy.suppression),
            "method": self.plan.search.method,
            "labels": self.plan.search.labels,
            "objective": self.plan.search.objective,
        }
        with panel("How the table is recoded"):
            with ui.row().classes("items-center w-full no-wrap gap-3"):
                label = ui.label("Rows that may be left out").classes("small")
                explain(label, EXPLAINED["suppressed"])
                slider = ui.slider(min=0, max=SUPPRESSION_STEPS, step=0.005)
                slider.bind_value(self.words, "suppression").style("flex: 1")
                slider.props('label aria-label="Share of rows that may be left out"')
                shown = ui.label().classes("w-16 text-right")
                shown.bind_text_from(self.words, "suppression", percent)
                slider.on_value_change(self.change)
            for name in ("method", "labels", "objective"):
                words = {
                    word: f"{word}: {meaning}"
                    for word, meaning in search[name].choices.items()
                }
                with ui.column().classes("w-full items-stretch gap-1") as place:
                    if name == "labels":
                        label_choice(self.words, self.change)
                    else:
                        ui.select(words, label=search[name].meaning).bind_value(
                            self.words, name
                        ).on_value_change(self.change)
                place.bind_visibility_from(
                    self.words, "method", partial(has_use, name=name)
                )

    def form(self, name: str) -> ModelForm:
        """The form of a model."""
        forms = model_forms(self.plan, self.values)
        form = next(form for form in forms if form.name == name)
        values = next((held for own, held in self.chosen if own == name), {})
        try:
            return form_of(parse(spec_of(name, values)), self.plan, self.values)
        except DiversaError:
            return form

    async def choose(self) -> None:
        """Models in plain words, to choose one."""
        ModelChoice(self.plan, model_forms(self.plan, self.values), self.add).draw()

    async def add(self, form: ModelForm) -> None:
        """Add a model to those that were chosen."""
        self.chosen.append((form.name, start_of(form)))
        self.draw_models()
        await self.change()

    async def remove(self, place: int) -> None:
        """Take a model away."""
        self.chosen.pop(place)
        self.draw_models()
        await self.change()

    async def change(self, event: object = None) -> None:
        """Answer a move; of several only the last."""
        del event
        await self.latest.ask(self.evaluate)

    async def evaluate(self) -> bool:
        """Keep the models in the plan, and show the best release."""
        with show_errors():
            models = [spec_of(name, values) for name, values in self.chosen]
            words: Any = {**self.words, "models": models}
            if "method" in words:
                words = words_for(words["method"], words)
            if self.step.may(Action.CHANGE_PLAN):
                self.plan = await self.step.run(plans.change_plan, **words)
            self.show(await self.best())
        return True

    async def take(self, words: PlanKeywords) -> None:
        """Make a change of the plan, and begin again with it."""
        with show_errors():
            await self.step.run(plans.change_plan, **words)
            ui.navigate.reload()

    async def best(self) -> Forecast:
        """The best release for the plan so far."""
        words = search_words(self.plan)
        return await self.step.ask(lambda table: forecast(table, **words))

    def show(self, answer: Forecast) -> None:
        """The numbers of the best release."""
        with empty(self.live):
            if self.step.view.source == "survey":
                with panel():
                    say(SERIES)
                return
            if answer.failure is not None or answer.danger is None:
                problem_panel(answer.failure or "")
                return
            show_numbers(answer, answer.danger, self.danger)
            CostPanel(self.step, self.plan, self.take).draw()
            show_attacks(answer.danger, self.danger)
            show_levels(answer)


def label_choice(words: dict[str, Any], change: Callable[..., Any]) -> None:
    """Safe labels, regions or tight labels, with a sentence on what is chosen."""
    say("What the labels of a group span", "small")
    toggle = ui.toggle(list(CHOICES)).bind_value(words, "labels")
    toggle.props('no-caps aria-label="Labels"').on_value_change(change)
    say("", "small muted").bind_text_from(words, "labels", CHOICES.__getitem__)


def has_use(method: str, *, name: str) -> bool:
    """True if a method has a use for a setting.

    >>> has_use("mondrian", name="labels"), has_use("full-domain", name="labels")
    (True, False)
    """
    return name not in unused_settings(method)


def start_of(form: ModelForm) -> dict[str, Any]:
    """The values that a form begins with."""
    return {
        field.name: list(field.value) if isinstance(field.value, tuple) else field.value
        for field in form.fields
    }
