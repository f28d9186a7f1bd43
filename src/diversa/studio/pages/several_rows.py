# SPDX-License-Identifier: Apache-2.0
"""The question of the page *data*: whether a person has several rows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from nicegui import ui

from diversa.plan.plan import Plan
from diversa.studio import plans
from diversa.studio.pages.elements import empty, panel, say
from diversa.studio.pages.messages import keep_changes
from diversa.studio.pages.step_visit import StepVisit
from diversa.studio.pages.texts import aria_label
from diversa.studio.security.permissions import Action
from diversa.studio.visit import ProjectVisit
from diversa.suggestions.person_guess import PersonGuess

QUESTION = "Does a person have several rows?"

ANSWERS = {
    "rows": "No, every row is another person",
    "people": "Yes, this column says who:",
    "counts": "No, a line stands for several people; this column says how many:",
}
"""The answers to the question; without one, identifiers that repeat are refused."""


class PeopleSoFar(NamedTuple):
    """The people behind the rows, as far as they are known."""

    plan: Plan
    """The plan so far."""
    guess: PersonGuess | None
    """The column that was suggested."""

    @property
    def answer(self) -> str | None:
        """The answer of the plan; None if it has none."""
        if self.plan.roles.person is not None:
            return "people"
        if self.plan.roles.count is not None:
            return "counts"
        return "rows" if self.plan.people.rows_are_people else None


def look(visit: ProjectVisit) -> PeopleSoFar:
    """Read what the plan of a project says of the people, and what is suggested."""
    return PeopleSoFar(plans.load_plan(visit), plans.suggestion_of(visit).person)


class SeveralRows:
    """The question, with the columns that may answer it."""

    def __init__(self, step: StepVisit, changed: Callable[[], Awaitable[None]]) -> None:
        self.step = step
        self.changed = changed
        self.place = ui.column().classes("w-full items-stretch")

    async def draw(self, roles: Mapping[str, str]) -> None:
        """Draw the question anew; `roles` has the role of every column."""
        known = await self.step.run(look)
        names = [
            name for name, role in roles.items() if role in ("identifiers", "other")
        ]
        with empty(self.place), panel(QUESTION):
            if known.guess is not None:
                self.suggestion(known.guess)
            self.answers(known, names)

    def suggestion(self, guess: PersonGuess) -> None:
        """The suggested column, and what differs between the rows of a person."""
        say(f"Suggested: yes, {guess.column}, because {guess.reason}.", "small muted")
        for line in guess.differences:
            say(line, "small muted")

    def answers(self, known: PeopleSoFar, names: list[str]) -> None:
        """The answers, of which one is stored as soon as it is whole."""
        roles, people = known.plan.roles, known.plan.people
        answer = ui.radio(ANSWERS, value=known.answer)
        aria_label(answer, QUESTION)
        person = ui.select(
            [*dict.fromkeys((*names, *roles.columns_of("person")))],
            value=roles.person,
            label="The column that says who",
        ).classes("w-full")
        person.bind_visibility_from(answer, "value", value="people")
        count = ui.select(
            [*dict.fromkeys((*names, *roles.columns_of("count")))],
            value=roles.count,
            label="The column that says how many people",
        ).classes("w-full")
        count.bind_visibility_from(answer, "value", value="counts")
        others = ui.select(
            [*dict.fromkeys((*names, *people.not_the_subject))],
            value=list(people.not_the_subject),
            label="Columns that repeat and name somebody else, such as a doctor",
            multiple=True,
        ).classes("w-full")

        async def keep_whole(_: object) -> None:
            await self.keep_answer(answer.value, person.value, count.value)

        async def keep_others(columns: list[str]) -> None:
            await self.keep(not_the_subject=columns)

        for element in (answer, person, count):
            keep_changes(element, keep_whole)
        keep_changes(others, keep_others)
        if not self.step.may(Action.CHANGE_PLAN):
            for element in (answer, person, count, others):
                element.disable()

    async def keep_answer(
        self, answer: str, person: str | None, count: str | None
    ) -> None:
        """Store an answer, unless it lacks its column."""
        person = person if answer == "people" else None
        count = count if answer == "counts" else None
        if answer == "rows" or person or count:
            are_people = answer == "rows"
            await self.keep(person=person, count=count, rows_are_people=are_people)

    async def keep(self, **words: object) -> None:
        """Store words of the plan."""
        await self.step.run(plans.change_plan, **words)
        ui.notify("The plan says whose the rows are", type="positive", timeout=1500)
        await self.changed()
