# SPDX-License-Identifier: Apache-2.0
"""The first rows on the page *data*, and how the file is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from nicegui import ui

from diversa.data.read_options import ReadOptions
from diversa.studio import plans
from diversa.studio.pages.elements import empty, say, table
from diversa.studio.pages.messages import problem_panel, show_errors
from diversa.studio.pages.step_visit import StepVisit
from diversa.studio.pages.waiting import Latest
from diversa.studio.plans import Preview, preview
from diversa.studio.security.permissions import Action

DELIMITERS: dict[str | None, str] = {
    None: "automatic",
    ",": "comma ,",
    ";": "semicolon ;",
    "\t": "tab",
    "|": "vertical bar |",
}
"""The characters between columns of text files, in words."""

FIRST_ROWS = 8
"""Rows of the table that are shown as they are read."""


class ReadingPanel:
    """The first rows of a file, and a form to read it in another way."""

    def __init__(self, step: StepVisit) -> None:
        self.step = step
        self.latest = Latest()

    async def draw(self) -> None:
        """Draw the first rows, and the form for a text file."""
        plan = await self.step.plan()
        found = await self.step.run(preview)
        if found.delimiter is not None or found.problem:
            self.form(plan.reading)
        self.rows = ui.column().classes("w-full items-stretch")
        self.show_rows(found)

    def form(self, reading: ReadOptions) -> None:
        """The settings by which a text file is read."""
        with ui.row().classes("w-full items-end gap-3"):
            delimiter = ui.select(
                DELIMITERS | {reading.delimiter: reading.delimiter or "automatic"},
                label="Between columns",
                value=reading.delimiter,
            ).classes("w-40")
            encoding = ui.input("Encoding", value=reading.encoding or "")
            encoding.props('placeholder="automatic"').classes("w-40")
            missing = (
                ui.input(
                    "Texts that mean a missing value",
                    value=", ".join(text for text in reading.missing if text),
                )
                .props('placeholder="?, NA"')
                .classes("w-64")
            )
            header = ui.select(
                {None: "automatic", True: "yes", False: "no"},
                label="First line names columns",
                value=reading.header,
            ).classes("w-48")

            def options() -> ReadOptions:
                return replace(
                    reading,
                    delimiter=delimiter.value or None,
                    encoding=encoding.value or None,
                    header=header.value,
                    missing=("", *words_of(missing.value or "")),
                )

            async def look() -> bool:
                with show_errors():
                    self.show_rows(await self.step.run(preview, reading=options()))
                return True

            async def apply() -> None:
                with show_errors():
                    await self.step.run(plans.set_reading, reading=options())
                    ui.navigate.reload()

            for field in (delimiter, encoding, missing, header):
                field.on_value_change(partial(self.latest.ask, look))
            if self.step.may(Action.CHANGE_PLAN):
                button = ui.button("Read it like this", on_click=apply)
                button.props("outline")
        say(
            "The first rows are shown below as they would be read. Reading the file in"
            " another way suggests new roles.",
            "small muted",
        )

    def show_rows(self, found: Preview) -> None:
        """The first rows as they are read."""
        with empty(self.rows):
            if found.problem:
                problem_panel(found.problem)
                return
            if found.delimiter is not None:
                between = DELIMITERS.get(found.delimiter, found.delimiter)
                say(
                    f"Read as {found.encoding}, with {between} between columns.",
                    "small",
                )
            missing = set(found.missing)
            rows = [
                ["(missing)" if cell in missing else cell for cell in row]
                for row in short_rows(found.rows)
            ]
            table(found.columns, rows)


def short_rows(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The first rows, each value shortened."""
    return [[cell[:40] for cell in row] for row in rows[:FIRST_ROWS]]


def words_of(text: str) -> list[str]:
    """Words between commas.

    >>> words_of("?, NA,")
    ['?', 'NA']
    """
    return [word.strip() for word in text.split(",") if word.strip()]
