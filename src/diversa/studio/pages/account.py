# SPDX-License-Identifier: Apache-2.0
"""The page of the account: name, password, and tokens for pipelines."""

from __future__ import annotations

from functools import partial

from fastapi import Request
from nicegui import ui

from diversa.errors import InputError
from diversa.studio.pages.elements import chip, empty, panel, say, show_once
from diversa.studio.pages.layout import page_frame
from diversa.studio.pages.messages import show_errors
from diversa.studio.security.permissions import Action
from diversa.studio.security.tokens import (
    MOST_DAYS,
    TokenView,
    list_tokens,
    make_token,
    revoke_token,
)
from diversa.studio.security.users import change_password
from diversa.studio.visit import Visit, visit_of

LEAD = "Your name and password, and the tokens of programs that act for you."


def account_page(request: Request) -> None:
    """The visitor's own password and tokens."""
    here = visit_of(request)
    here.must(Action.SEE_OWN)
    with page_frame("You", LEAD, here):
        if here.studio.settings.server:
            with panel(here.visitor.name), ui.row().classes("gap-1"):
                for part in sorted(here.visitor.parts):
                    chip(part)
            password_panel(here)
        tokens_panel(here)


def password_panel(here: Visit) -> None:
    """Change one's own password."""
    with panel("Password"):
        present, new, again = (
            ui.input(label, password=True).classes("w-full")
            for label in ("The present one", "A new one", "The new one again")
        )
        present.props("autocomplete=current-password")
        for chosen in (new, again):
            chosen.props("autocomplete=new-password")
        say("All your log-ins end; you log in again with the new one.", "small muted")

        async def change() -> None:
            with show_errors():
                if new.value != again.value:
                    raise InputError("password: must be typed twice alike, got two")
                await here.run(
                    change_password,
                    present=str(present.value or ""),
                    password=str(new.value or ""),
                )
                ui.navigate.to("/log-in")

        ui.button("Change it", on_click=change).classes("self-start")


def tokens_panel(here: Visit) -> None:
    """One's own tokens, and how to make one."""
    with panel("Tokens for pipelines"):
        say(
            "A program that sends a token does what you may do, by the addresses of"
            " /api/openapi.json. End tokens that you do not need."
        )
        place = ui.column().classes("w-full items-stretch gap-2")

        def draw() -> None:
            with empty(place):
                for token in list_tokens(here):
                    line(token)

        def line(token: TokenView) -> None:
            used = (
                "never used" if token.used_at is None else f"used {token.used_at:%d %b}"
            )
            with ui.row().classes("items-center w-full gap-2"):
                ui.label(token.name).classes("text-weight-medium")
                say(f"ends on {token.ends_at:%d %b %Y} · {used}", "small muted")
                ui.space()
                button = ui.button("End it", on_click=partial(revoke, token))
                button.props("flat dense color=negative")

        async def revoke(token: TokenView) -> None:
            with show_errors():
                await here.run(revoke_token, token.id)
                draw()

        draw()
        with ui.row().classes("items-center w-full gap-3"):
            name = ui.input("What it is for")
            name.style("flex: 1")
            days = ui.number("Days", value=90, min=1, max=MOST_DAYS, precision=0)
            days.classes("w-24")

            async def make() -> None:
                with show_errors():
                    _, secret = await here.run(
                        make_token,
                        name=str(name.value or "").strip(),
                        days=int(days.value or 0),
                    )
                    draw()
                    with empty(shown):
                        show_once("Your token", secret)

            ui.button("Make a token", on_click=make).props("outline")
        shown = ui.column().classes("w-full items-stretch")
