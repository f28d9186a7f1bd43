# SPDX-License-Identifier: Apache-2.0
"""The page *data*: every column with its values, and the role that it gets."""

from __future__ import annotations

from functools import partial

from fastapi import Request
from nicegui import ui

from diversa.errors import DiversaError
from diversa.risks.distinction import NEARLY
from diversa.studio import plans
from diversa.studio.explanations import explain_error
from diversa.studio.pages.elements import (
    EXPLAINED,
    bars,
    chip,
    empty,
    number,
    numbers,
    panel,
    percent,
    say,
)
from diversa.studio.pages.layout import step_page
from diversa.studio.pages.messages import keep_changes, problem_panel
from diversa.studio.pages.reading import ReadingPanel
from diversa.studio.pages.several_rows import SeveralRows
from diversa.studio.pages.step_visit import StepVisit
from diversa.studio.pages.texts import aria_label, heading
from diversa.studio.pages.waiting import fill
from diversa.studio.plans import load_plan, suggestion_of
from diversa.studio.security.permissions import Action
from diversa.studio.sources import source_of
from diversa.studio.steps.data import (
    Column,
    Together,
    describe_columns,
    single_out,
)
from diversa.studio.visit import ProjectVisit

ROLES = {
    "identifiers": "Names a person: leave out",
    "quasi_identifiers": "Others may know it: make coarser",
    "sensitive": "Secret: protect",
    "kept": "Nobody can know it: keep as it is",
    "other": "No role: leave out",
}
"""The meaning of each role, in plain words."""

TERMS = {
    "identifiers": "identifier",
    "quasi_identifiers": "quasi-identifier",
    "sensitive": "sensitive attribute",
    "kept": "kept column",
    "other": "no role",
}
"""The names of the roles in the literature."""


def data_page(request: Request, project: str) -> None:
    """Every column with its values, and the role that it gets."""
    with step_page(request, project, "data", LEAD) as step:
        DataPage(step).draw()


LEAD = (
    "Say for every column what it is. A suggestion is made from its name and values;"
    " only you know what others may know about these people."
)


def look(visit: ProjectVisit) -> list[Column]:
    """Count the values of every column of a project's table."""
    guesses = suggestion_of(visit).guesses
    plan = load_plan(visit)
    return describe_columns(source_of(visit), plan, guesses)


class DataPage:
    """The page, with the roles of the columns."""

    def __init__(self, step: StepVisit) -> None:
        self.step = step
        self.roles: dict[str, str] = {}

    def draw(self) -> None:
        """Draw the frame at once; columns and rows follow."""
        self.danger = ui.column().classes("w-full items-stretch")
        fill(self.columns, "Reading the table…")
        with ui.expansion(
            "The first rows, and how the file is read", icon="tune", value=True
        ).classes("panel"):
            fill(ReadingPanel(self.step).draw, "Reading…")

    async def columns(self) -> None:
        """All columns."""
        columns = await self.step.run(look)
        self.roles = {column.name: column.role for column in columns}
        self.several_rows = SeveralRows(self.step, self.together)
        await self.several_rows.draw(self.roles)
        with ui.element("div").classes("grid-cards"):
            for column in columns:
                self.column(column)
        await self.together()

    def column(self, column: Column) -> None:
        """One column."""
        with panel():
            with ui.row().classes("items-center w-full gap-2"):
                heading(column.name)
                chip(column.kind, "What the values look like")
            select = ui.select(
                ROLES,
                value=column.role,
                label="What it is",
            ).classes("w-full")
            keep_changes(select, partial(self.change, column.name))
            aria_label(select, f"What {column.name} is")
            if not self.step.may(Action.CHANGE_PLAN):
                select.disable()
            term, reason = TERMS[column.suggested], column.reason or "nothing else fits"
            say(f"Suggested: {term}, because {reason}.", "small muted")
            chips = {
                f"{column.distinct:,} different": EXPLAINED["distinct"],
                f"{column.missing:,} missing": EXPLAINED["missing"],
                f"distinction {percent(column.distinction)}": EXPLAINED["distinction"],
                f"separation {percent(column.separation)}": EXPLAINED["separation"],
            }
            with ui.row().classes("gap-1"):
                for text, meaning in chips.items():
                    chip(text, meaning)
            if column.distinction > NEARLY:
                say("Nearly every row has a value of its own.", "small")
                return
            bars(
                [
                    (bar.label, bar.rows, percent(bar.rows / max(1, column.rows)))
                    for bar in column.bars
                ],
                EXPLAINED["share"],
            )

    async def change(self, name: str, role: str) -> None:
        """Give a column another role."""
        roles = self.roles | {name: role}
        words: dict[str, list[str]] = {one: [] for one in ROLES}
        for column, held in roles.items():
            words[held].append(column)
        del words["other"]
        await self.step.run(plans.change_plan, keep=words.pop("kept"), **words)
        self.roles = roles
        ui.notify(f"{name}: {TERMS[role]}", type="positive", timeout=1500)
        await self.several_rows.draw(self.roles)
        await self.together()

    async def together(self) -> None:
        """Show how the known columns single people out together."""
        try:
            found = await self.step.ask(single_out)
        except DiversaError as error:
            with empty(self.danger):
                problem_panel(explain_error(error))
            return
        with empty(self.danger), panel("Together, the known facts single people out"):
            self.alone(found)

    def alone(self, found: Together) -> None:
        """The numbers of the known columns together."""
        say(
            f"Whoever knows {', '.join(found.columns)} of a person finds exactly one"
            f" row for {found.alone:,} of {found.rows:,} people."
        )
        with numbers():
            number("rows", f"{found.rows:,}", "rows")
            number("alone", f"{found.alone:,}", "alone")
            number("distinction", percent(found.distinction), "distinction")
            number("separation", percent(found.separation, 2), "separation")
        if len(found.columns) > 1:
            say("What each column adds to the others:", "small muted")
            gains = {
                name: found.distinction - without
                for name, without in found.without.items()
            }
            bars(
                [
                    (name, gain, f"+{percent(gain)}")
                    for name, gain in sorted(gains.items(), key=lambda pair: -pair[1])
                ],
                EXPLAINED["adds"],
            )
