# SPDX-License-Identifier: Apache-2.0
"""The page of projects: all of them, and how to make one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from fastapi import Request
from nicegui import events, ui
from nicegui.elements.upload_files import FileUpload

from diversa.errors import DiversaError
from diversa.studio import new_projects, projects
from diversa.studio.explanations import explain_error
from diversa.studio.pages.elements import chip, link, panel, say
from diversa.studio.pages.layout import page_frame
from diversa.studio.pages.messages import keep_changes, show_error, show_errors
from diversa.studio.pages.texts import explain, heading
from diversa.studio.projects import ProjectView, list_projects
from diversa.studio.security.permissions import Action
from diversa.studio.uploads import CHUNK, KINDS
from diversa.studio.visit import Visit, visit_of

LEAD = (
    "Publish tables about people without giving the people away: look at the data, say"
    " what must stay secret, see what that costs, and publish what passes the audit."
)

STATES = {
    "new": "nothing published yet",
    "approved": "published",
    "pending": "waits for approval",
    "refused": "last release refused",
    "withdrawn": "last release withdrawn",
}
"""The states of a project in words."""

SOURCES = {
    "upload": "The rows come from a file that was uploaded.",
    "path": "The rows come from a file of this machine, which stays where it is.",
    "database": "The rows come from a table of a database, which stays there.",
    "survey": "The rows are collected by a form.",
    "demo": "The rows are made up: nobody in them exists.",
}
"""The origin of a project's rows, in words."""

FOUR_EYES = "A release waits until a reviewer who did not make it approves it."
"""The meaning of four eyes."""


def projects_page(request: Request) -> None:
    """A list of projects, and how to make one."""
    here = visit_of(request)
    with page_frame("Projects", LEAD, here):
        with ui.element("div").classes("grid-cards"):
            for project in list_projects(here):
                card(here, project)
        if here.may(Action.MAKE_PROJECT):
            new_project(here)
        with ui.row().classes("gap-4"):
            if here.studio.settings.server and here.may(Action.MANAGE_USERS):
                link("Users of this studio", "/users")
            if here.may(Action.READ_LOG):
                link("Who did what", "/log")


def card(here: Visit, project: ProjectView) -> None:
    """A project."""
    sees_data = here.may(Action.READ_DATA)
    first = "data" if sees_data else "publish"
    with panel():
        with ui.row().classes("items-center w-full no-wrap gap-2"):
            named = link(project.name, f"/projects/{project.id}/{first}")
            named.classes("text-h6").style("flex: 1; line-height: 1.3")
            chip(project.source, SOURCES[project.source])
        if project.source == "survey" and here.may(Action.RUN_SURVEY):
            link("The survey", f"/projects/{project.id}/survey")
        say(STATES.get(project.state, project.state))
        say(release_summary(project), "small muted")
        if here.studio.settings.server:
            four_eyes(here, project)
        with ui.row().classes("gap-1"):
            if here.may(Action.MAKE_PROJECT):
                ui.button(
                    "Rename", icon="edit", on_click=partial(ask_name, here, project)
                ).props("flat dense size=sm")
            if here.may(Action.DELETE_PROJECT):
                ui.button(
                    "Delete", icon="delete", on_click=partial(ask_delete, here, project)
                ).props("flat dense size=sm color=negative")


def release_summary(project: ProjectView) -> str:
    """A line with the releases of a project, and who made it when."""
    number = {0: "no release", 1: "1 release"}.get(
        project.releases, f"{project.releases:,} releases"
    )
    last = project.last_release
    latest = "" if last is None else f", the last on {last:%d %b %Y, %H:%M}"
    made = f"made by {project.made_by} on {project.made_at:%d %b %Y}"
    return f"{number}{latest} · {made}"


def four_eyes(here: Visit, project: ProjectView) -> None:
    """The switch for approvals, or a chip for those who may not use it."""
    if not here.may(Action.SET_FOUR_EYES):
        if project.four_eyes:
            chip("four eyes", FOUR_EYES)
        return

    async def keep(needed: bool) -> None:  # noqa: FBT001 - the value of a switch
        await here.to(project.id).run(projects.set_four_eyes, needed=needed)

    switch = ui.switch("Four eyes", value=project.four_eyes)
    keep_changes(switch, keep)
    explain(switch, FOUR_EYES, reachable=False)


def ask_name(here: Visit, project: ProjectView) -> None:
    """Give a project another name."""
    with ui.dialog(value=True) as dialog, ui.card().classes("panel"):
        heading("Rename the project")
        name = ui.input("Name", value=project.name).props("autofocus")
        name.classes("w-full")

        async def rename() -> None:
            text = str(name.value or "")
            with show_errors():
                await here.to(project.id).run(projects.rename, text)
                ui.navigate.reload()

        name.on("keydown.enter", rename)
        with ui.row():
            ui.button("Back", on_click=dialog.close).props("flat")
            ui.button("Rename it", on_click=rename)


def ask_delete(here: Visit, project: ProjectView) -> None:
    """Ask before a project is deleted."""
    with ui.dialog(value=True) as dialog, ui.card().classes("panel"):
        heading(f"Delete {project.name}?")
        say("Its table, its plan and all its releases are removed from this studio.")

        async def delete() -> None:
            with show_errors():
                await here.to(project.id).run(projects.delete_project)
                ui.navigate.reload()

        with ui.row():
            ui.button("Keep it", on_click=dialog.close).props("flat")
            ui.button("Delete it", on_click=delete).props("color=negative")


def new_project(here: Visit) -> None:
    """Make a project from a file, or from the example."""
    with panel("New project"):
        say(
            "A table with a row for each person: CSV, Parquet or JSON. It stays on this"
            " machine, in the folder of the studio."
        )
        name = ui.input("Name", placeholder="Survey 2026")
        name.classes("w-full")
        limit = here.studio.settings.upload_bytes
        upload = ui.upload(
            label="Choose or drop a file",
            auto_upload=True,
            max_file_size=limit,
            on_rejected=lambda: show_error(refusal(limit)),
        ).classes("w-full")
        upload.props("flat bordered").props["accept"] = ",".join(KINDS)

        async def take(event: events.UploadEventArguments) -> None:
            try:
                made = await take_upload(here, event.file, str(name.value or ""))
            except DiversaError as error:
                upload.reset()
                show_error(explain_error(error))
                return
            ui.navigate.to(f"/projects/{made.id}/data")

        upload.on_upload(take)
        elsewhere(here, name)

        async def example() -> None:
            made = await here.run(new_projects.create_demo)
            ui.navigate.to(f"/projects/{made.id}/data")

        if here.may(Action.RUN_SURVEY):
            link("Or collect the rows by a survey", "/surveys/new")
        with ui.row().classes("items-center"):
            say("Or begin with a made-up hospital, in which nobody exists:", "muted")
            ui.button("Open the example", on_click=example).props("outline")


def elsewhere(here: Visit, name: ui.input) -> None:
    """Make a project from a table that stays in its place, if the studio allows it."""
    settings = here.studio.settings
    if settings.allowed_paths:
        folders = ", ".join(map(str, settings.allowed_paths))
        from_text(
            here,
            name,
            f"Or a file of this machine, in {folders}",
            lambda text: partial(new_projects.create_from_path, path=text),
        )
    if settings.allowed_databases:
        from_text(
            here,
            name,
            "Or postgresql://user@host/database?table=schema.name, at "
            + ", ".join(settings.allowed_databases),
            lambda text: partial(new_projects.create_from_database, address=text),
        )


def from_text(
    here: Visit,
    name: ui.input,
    label: str,
    create: Callable[[str], Callable[..., ProjectView]],
) -> None:
    """A field for the address of a table, and a button."""
    with ui.row().classes("w-full items-center no-wrap gap-2"):
        place = ui.input(label).style("flex: 1")

        async def make() -> None:
            text = str(place.value or "").strip()
            called = str(name.value or "") or text.rpartition("/")[2]
            with show_errors():
                made = await here.run(create(text), name=called)
                ui.navigate.to(f"/projects/{made.id}/data")

        place.on("keydown.enter", make)
        ui.button("Open it", on_click=make).props("outline")


def refusal(limit: int) -> str:
    """The message for a file that the browser does not send.

    >>> refusal(2_000_000)
    'The file must have at most 2 MB and end with .csv, .tsv, .txt, .parquet, .json, \
.jsonl, .ndjson'
    """
    return (
        f"The file must have at most {limit // 1_000_000:,} MB and end with"
        f" {', '.join(KINDS)}"
    )


async def take_upload(here: Visit, file: FileUpload, name: str) -> ProjectView:
    """Make a project from an uploaded file, which is never in memory as a whole."""
    with TemporaryDirectory(dir=here.studio.storage.temporary_folder()) as folder:
        path = Path(folder) / "upload"
        await file.save(path)
        return await here.run(
            new_projects.create_from_upload,
            name=name or file.name,
            file_name=file.name,
            chunks=chunks_in(path),
        )


def chunks_in(path: Path) -> Iterator[bytes]:
    """The bytes of a file, piece by piece."""
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            yield chunk
