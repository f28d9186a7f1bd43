# SPDX-License-Identifier: Apache-2.0
"""Merge categories and read files of levels, on the page *detail*."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from nicegui import events, ui
from nicegui.elements.upload_files import FileUpload

from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.open_tables.open_table import OpenTable
from diversa.studio.pages.elements import say
from diversa.studio.pages.messages import show_errors
from diversa.studio.pages.step_visit import StepVisit
from diversa.studio.steps.hierarchies import HierarchyView, hierarchy_of
from diversa.studio.steps.hierarchy_changes import (
    MOST_BYTES,
    check_size,
    merge_labels,
    read_levels,
    write_levels,
)

Keep = Callable[[HierarchyKind], Awaitable[None]]
"""Puts a hierarchy into the plan."""


def merge_panel(step: StepVisit, view: HierarchyView, keep: Keep) -> None:
    """Merge categories by choosing them."""
    levels = {
        level.number: {
            label.label: f"{label.label} ({label.rows:,} rows)" for label in level.shown
        }
        for level in view.levels[:-1]
    }
    with ui.expansion(
        "Merge categories", icon="merge", value=view.kind not in ("intervals",)
    ).classes("panel"):
        say(
            "Choose values that may be published as one; they are joined on the"
            " next level.",
            "small muted",
        )
        level = ui.select(
            {number: f"level {number}" for number in levels},
            value=0,
            label="On level",
        )
        level.classes("w-40")
        labels = ui.select(
            levels[0], label="Categories", multiple=True, with_input=True
        )
        labels.props("use-chips").classes("w-full")
        level.on_value_change(
            lambda event: labels.set_options(levels[event.value], value=[])
        )
        name = ui.input("Published together as")
        name.classes("w-full")

        async def merge() -> None:
            def question(opened: OpenTable) -> HierarchyKind:
                _, hierarchy = hierarchy_of(opened, view.attribute)
                at, chosen = int(level.value), list(labels.value or ())
                return merge_labels(hierarchy, at, chosen, str(name.value or ""))

            with show_errors():
                await keep(await step.ask(question))

        ui.button("Merge them", on_click=merge).props("outline")


async def content_of(file: FileUpload) -> bytes:
    """The content of a file of levels; a browser can be made to send a larger one."""
    check_size(file.size())
    return await file.read()


def file_panel(step: StepVisit, attribute: str, keep: Keep) -> None:
    """Read a file of levels, or write one."""
    with ui.expansion("Files of ARX", icon="description").classes("panel"):
        say("One line per value, with ; between the value and its labels.", "small")
        upload = ui.upload(
            label="Read a file", auto_upload=True, max_file_size=MOST_BYTES
        ).classes("w-full")
        upload.props("flat bordered")

        async def take(event: events.UploadEventArguments) -> None:
            with show_errors():
                content = await content_of(event.file)
                question = partial(read_levels, attribute=attribute, content=content)
                await keep(await step.ask(question))

        upload.on_upload(take)

        async def save() -> None:
            text = await step.ask(partial(write_levels, attribute=attribute))
            ui.download.content(text.encode(), f"{attribute}.csv", "text/csv")

        ui.button("Download as a file", icon="download", on_click=save).props("flat")
