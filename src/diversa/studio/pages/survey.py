# SPDX-License-Identifier: Apache-2.0
"""The pages of surveys: make a form, and look after the one of a project.

Respondents see another page, without scripts, behind a link with a secret.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from fastapi import Request
from nicegui import ui

from diversa.errors import DiversaError
from diversa.studio import surveys
from diversa.studio.explanations import explain_error
from diversa.studio.form_fields import KINDS, FormField
from diversa.studio.pages.elements import chip, empty, link, panel, show_once, table
from diversa.studio.pages.layout import page_frame, step_page
from diversa.studio.pages.messages import problem_panel, show_errors
from diversa.studio.pages.reading import words_of
from diversa.studio.pages.step_visit import StepVisit, open_page
from diversa.studio.pages.texts import explain, heading
from diversa.studio.security.permissions import Action
from diversa.studio.visit import Visit

LEAD = (
    "Ask no more than you need, and say why you ask. Names are kept apart from the"
    " answers, and the releases of a growing survey do not show who joined or left."
)

ROLES = {
    "identifier": "names a person: kept apart, never published",
    "quasi_identifier": "others may know it: made coarser",
    "sensitive": "secret: protected",
}
"""The roles of a field, in plain words."""


def new_survey_page(request: Request) -> None:
    """Make a form for collecting records."""
    here = open_page(request, Action.RUN_SURVEY)
    with page_frame("New survey", LEAD, here):
        SurveyDraft(here).draw()


class SurveyDraft:
    """A form that is being made."""

    def __init__(self, here: Visit) -> None:
        self.here = here
        self.facts: dict[str, Any] = {
            "title": "",
            "most_answers": surveys.MOST_ANSWERS,
            "most_per_address": surveys.MOST_PER_ADDRESS,
        }
        self.fields: list[dict[str, Any]] = [
            blank_field("age", "number", "quasi_identifier"),
            blank_field("diagnosis", "text", "sensitive"),
        ]

    def draw(self) -> None:
        """Draw the fields and what can be done."""
        title = ui.input("Title: what respondents read first")
        title.bind_value(self.facts, "title").classes("w-full")
        self.list = ui.column().classes("w-full items-stretch gap-3")
        for field in self.fields:
            self.draw_field(field)
        with ui.row().classes("gap-3"):
            for label, word in (
                ("Answers at most", "most_answers"),
                ("From one address in a day", "most_per_address"),
            ):
                bound = ui.number(label, min=1, precision=0)
                bound.bind_value(self.facts, word)
                bound.classes("w-48")
        with ui.row():
            ui.button("Ask one more thing", icon="add", on_click=self.add).props(
                "outline"
            )
            self.button = ui.button("Make the survey", on_click=self.make)
        self.done = ui.column().classes("w-full items-stretch")

    def draw_field(self, field: dict[str, Any]) -> None:
        """One question, below the others."""
        with self.list, panel() as question:
            with ui.row().classes("w-full items-center gap-3"):
                ui.input("Name").bind_value(field, "name")
                kind = ui.select(list(KINDS), label="Kind").bind_value(field, "kind")
                kind.classes("w-32")
                role = ui.select(ROLES, label="What it is").bind_value(field, "role")
                role.style("flex: 1")
                remove = partial(self.remove, field, question)
                ui.button(icon="close", on_click=remove).props(
                    'flat round dense aria-label="Remove this question"'
                )
            why = ui.input("Why it is asked, for respondents")
            why.bind_value(field, "why")
            values = ui.input("The choices, with commas between them")
            values.bind_value(field, "values")
            values.bind_visibility_from(field, "kind", value="choice")
            with ui.row().classes("gap-3") as numbers:
                for label, word in (("From", "least"), ("To", "most")):
                    bound = ui.number(label).bind_value(field, word)
                    bound.classes("w-32")
            numbers.bind_visibility_from(field, "kind", value="number")

    def add(self) -> None:
        """Ask one more thing; what is being typed into the others stays."""
        self.fields.append(blank_field("", "text", "quasi_identifier"))
        self.draw_field(self.fields[-1])

    def remove(self, field: dict[str, Any], question: ui.element) -> None:
        """Ask one thing less."""
        self.fields = [other for other in self.fields if other is not field]
        question.delete()

    async def make(self) -> None:
        """Make the survey and show its link once."""
        with show_errors():
            project, secret = await self.here.run(
                surveys.create_survey,
                title=str(self.facts["title"] or ""),
                fields=[form_field(field) for field in self.fields],
                most_answers=int(self.facts["most_answers"] or 0),
                most_per_address=int(self.facts["most_per_address"] or 0),
            )
            self.button.disable()  # it is made: a second one would be another
            with self.done:
                await show_link(secret)
                link("Go to the survey", f"/projects/{project.id}/survey")


def blank_field(name: str, kind: str, role: str) -> dict[str, Any]:
    """A question to begin with."""
    words = {"name": name, "kind": kind, "role": role, "why": "", "values": ""}
    return {**words, "least": 0, "most": 120}


def form_field(field: dict[str, Any]) -> FormField:
    """A question for the form of a survey.

    >>> form_field({**blank_field("sex", "choice", "sensitive"), "values": "f, m"})
    FormField(name='sex', kind='choice', role='sensitive', why='', values=('f', 'm'), \
required=True, least=None, most=None)
    """
    is_number = field["kind"] == "number"
    return FormField(
        str(field["name"]).strip(),
        field["kind"],
        field["role"],
        str(field["why"]).strip(),
        tuple(words_of(str(field["values"]))) if field["kind"] == "choice" else (),
        least=field["least"] if is_number else None,
        most=field["most"] if is_number else None,
    )


async def show_link(secret: str) -> None:
    """The link for respondents, as the browser reaches it; it is not shown again."""
    path = f"/answer/{secret}"
    origin = await ui.run_javascript("location.origin", timeout=20.0)
    show_once("The link for respondents", f"{origin}{path}", path)


def survey_page(request: Request, project: str) -> None:
    """The survey of a project."""
    with step_page(request, project, "survey", LEAD) as step:
        try:
            shown = surveys.survey_of(step)
        except DiversaError as error:
            problem_panel(explain_error(error))
            return
        draw_survey(step, shown)


def draw_survey(step: StepVisit, shown: surveys.SurveyView) -> None:
    """The questions of a survey, its answers, and buttons to open or close it."""
    with panel():
        with ui.row().classes("items-center gap-2"):
            heading(shown.title)
            chip("open" if shown.is_open else "closed")
            chip(f"{shown.answers:,} {'answer' if shown.answers == 1 else 'answers'}")
            bounds = f"{shown.most_answers:,}, {shown.most_per_address:,} per address"
            chip(f"at most {bounds} and day")
        table(
            ("field", "kind", "what it is", "why"),
            [
                (field.name, field.kind, ROLES[field.role], field.why)
                for field in shown.fields
            ],
        )
        place = ui.column().classes("w-full items-stretch")

        async def renew() -> None:
            with show_errors():
                secret = await step.run(surveys.new_link)
                with empty(place):
                    await show_link(secret)

        async def turn() -> None:
            with show_errors():
                await step.run(surveys.open_survey, is_open=not shown.is_open)
                ui.navigate.reload()

        with ui.row():
            button = ui.button("Make another link", on_click=renew)
            meaning = "The link before leads nowhere any more"
            explain(button, meaning, reachable=False).props("outline")
            word = "Close the survey" if shown.is_open else "Open it again"
            ui.button(word, on_click=turn).props("flat")
