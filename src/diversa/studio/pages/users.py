# SPDX-License-Identifier: Apache-2.0
"""The page of users: who may do what on a server."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from nicegui import ui

from diversa.studio.pages.elements import panel, say
from diversa.studio.pages.layout import page_frame
from diversa.studio.pages.messages import keep_changes, show_errors
from diversa.studio.pages.step_visit import open_page
from diversa.studio.pages.texts import heading
from diversa.studio.security.permissions import Action, Part
from diversa.studio.security.users import UserView, change_user, list_users, make_user
from diversa.studio.visit import Visit

LEAD = "Who may log in, and what each of them may do."

PARTS = {
    Part.ADMINISTRATOR: "administrator: makes users, reads the log",
    Part.CURATOR: "curator: works on the data and publishes",
    Part.REVIEWER: "reviewer: sees evidence, approves or refuses, never raw rows",
    Part.READER: "reader: sees and downloads approved releases only",
}
"""The rights of the parts, in plain words."""


def users_page(request: Request) -> None:
    """Every user with what they may do."""
    here = open_page(request, Action.MANAGE_USERS)
    with page_frame("Users", LEAD, here):
        with ui.element("div").classes("grid-cards"):
            for user in list_users(here):
                card(here, user)
        new_user(here)


def card(here: Visit, user: UserView) -> None:
    """A user."""
    with panel():
        heading(user.name)
        keep_changes(
            parts_select([*user.parts]),
            lambda parts: change(here, user, parts=list(parts or ())),
        )
        keep_changes(
            ui.switch("May log in", value=user.is_active),
            lambda may: change(here, user, is_active=may),
        )


def parts_select(value: list[Part]) -> ui.select:
    """A choice of parts."""
    select = ui.select(
        {part.value: words for part, words in PARTS.items()},
        value=[part.value for part in value],
        multiple=True,
        label="What they are",
    ).classes("w-full")
    return select.props("use-chips")


async def change(here: Visit, user: UserView, **words: Any) -> None:  # noqa: ANN401 - those of `change_user`
    """Change a user, and say that it was kept."""
    await here.run(change_user, user.id, **words)
    ui.notify(f"{user.name}: kept", type="positive")


def new_user(here: Visit) -> None:
    """Make a user."""
    with panel("New user"):
        name = ui.input("Name").classes("w-full")
        password = ui.input(
            "First password", password=True, password_toggle_button=True
        )
        password.props("autocomplete=new-password").classes("w-full")
        parts = parts_select([Part.READER])
        say("Do not send the password by mail. The user can change it.", "small")

        async def make() -> None:
            with show_errors():
                await here.run(
                    make_user,
                    name=str(name.value or ""),
                    password=str(password.value or ""),
                    parts=list(parts.value or ()),
                )
                ui.navigate.reload()

        ui.button("Make the user", on_click=make).classes("self-start")
