# SPDX-License-Identifier: Apache-2.0
"""The choice of a protection: a few for each situation, and all of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from nicegui import ui

from diversa.plan.plan import Plan
from diversa.studio.pages.elements import say
from diversa.studio.pages.texts import aria_label, heading
from diversa.studio.steps.model_advice import fitting_advice
from diversa.studio.steps.model_forms import ModelForm

AddModel = Callable[[ModelForm], Awaitable[None]]
"""Adds a model to those of the plan."""


class ModelChoice:
    """The dialog with models to choose from."""

    def __init__(self, plan: Plan, forms: Sequence[ModelForm], add: AddModel) -> None:
        self.plan, self.add = plan, add
        self.forms = {form.name: form for form in forms}

    def draw(self) -> None:
        """The situations with their models, and all models behind a search."""
        with (
            ui.dialog(value=True) as self.dialog,
            ui.card().classes("panel wide-dialog"),
        ):
            with ui.row().classes("items-center w-full no-wrap"):
                heading("What must not be learnt?")
                ui.space()
                ui.button("Close", on_click=self.dialog.close).props("flat dense")
            self.advice()
            opened = ui.expansion(f"All {len(self.forms)} protections")
            with opened.classes("w-full").props("dense"):
                self.all()

    def advice(self) -> None:
        """The situations, the one that fits the plan first."""
        for place, advice in enumerate(fitting_advice(self.plan)):
            opened = ui.expansion(advice.title, value=place == 0)
            with opened.classes("w-full").props("dense"):
                say(advice.words, "small muted")
                for name in advice.models:
                    self.offer(self.forms[name])

    def all(self) -> None:
        """All models, with a search in their words."""
        wanted = ui.input("Search: find, guess, similar, compare …")
        wanted.props("clearable").classes("w-full")
        with ui.column().classes("w-full items-stretch gap-2"):
            for form in self.forms.values():
                row = self.offer(form)
                words = f"{form.name} {form.stops} {form.summary}".lower()
                row.bind_visibility_from(
                    wanted, "value", partial(is_wanted, words=words)
                )

    def offer(self, form: ModelForm) -> ui.row:
        """A model that can be added."""

        async def add() -> None:
            self.dialog.close()
            await self.add(form)

        with ui.row().classes("w-full items-start no-wrap gap-2 q-mt-xs") as row:
            button = ui.button(icon="add", on_click=add).props("round dense outline")
            aria_label(button, f"Add {form.name}")
            with ui.column().classes("gap-0").style("flex: 1"):
                ui.label(form.name).classes("text-weight-bold")
                say(f"Stops {form.stops}.", "small")
                say(f"Does not stop {form.misses}.", "small muted")
                if form.lacks:
                    button.disable()
                    say(f"It {form.lacks}.", "small bad")
        return row


def is_wanted(text: str | None, *, words: str) -> bool:
    """True if the words of a model have every word of a search.

    >>> is_wanted("Link rows", words="linking a person to fewer than k rows")
    True
    """
    return all(word in words for word in (text or "").lower().split())
