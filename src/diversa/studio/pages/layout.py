# SPDX-License-Identifier: Apache-2.0
"""The frame of every page: the name of the project, the steps, the plan, dark or light.

A page draws its frame at once and fills it when the browser is there (`fill`), so that
a slow table never keeps a page from appearing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from fastapi import Request
from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from diversa.studio import plans
from diversa.studio.pages.assets import load_assets
from diversa.studio.pages.messages import show_bug
from diversa.studio.pages.step_visit import (
    STEPS,
    SURVEY,
    StepVisit,
    action_of,
    open_step,
    visible_steps,
)
from diversa.studio.pages.texts import aria_label, explain, paragraph
from diversa.studio.security.permissions import Action
from diversa.studio.visit import Visit

DARK = """
(() => { document.querySelector('[aria-current]')?.scrollIntoView(
    { inline: 'center', block: 'nearest' });
  const kept = localStorage.getItem('diversa-dark');
  return kept === null ? matchMedia('(prefers-color-scheme: dark)').matches
    : kept === 'true'; })()
"""
"""A script that says if the browser wants dark pages, by choice or by its system.

On a narrow screen it also moves the present step into sight."""

KEEP_DARK = "localStorage.setItem('diversa-dark', 'true')"

KEEP_LIGHT = "localStorage.setItem('diversa-dark', 'false')"
"""Scripts by which the browser remembers the choice."""

LOG_OUT = """
fetch('/api/own').then(answer => answer.json()).then(own => fetch('/log-out',
  { method: 'POST', headers: { 'x-csrf-token': own.csrf } }))
  .then(() => { location = '/log-in' })
"""
"""Ends a log-in as only a page of the studio can: with its token."""


@contextmanager
def step_page(
    request: Request, project: str, address: str, lead: str
) -> Iterator[StepVisit]:
    """The page of a step, for a visitor who may take it."""
    step = open_step(request, project, action_of(address))
    with page_frame((SURVEY | STEPS)[address][0], lead, step, address):
        yield step


@contextmanager
def page_frame(title: str, lead: str, here: Visit, address: str = "") -> Iterator[None]:
    """The frame of a page, with its title and a sentence on what it is for.

    The `address` of a step ends the address of its page.
    """
    step = here if isinstance(here, StepVisit) else None
    load_assets()
    ui.on_exception(show_bug)
    ui.colors(primary="#0b6e99")
    dark = ui.dark_mode(value=None)
    with ui.header(elevated=False).classes("q-px-md q-py-sm column gap-1"):
        with ui.row().classes("w-full items-center no-wrap gap-2"):
            ui.link("Diversa Studio", "/").classes(
                "text-weight-bold no-underline"
            ).style("color: var(--ink)")
            name = step.view.name if step else ""
            ui.label(name).classes("ellipsis muted").style("flex: 1")
            if step is not None and step.may(Action.READ_PLAN):
                header_button(
                    "download",
                    "Download the plan so far (TOML)",
                    partial(save_plan, step),
                    word="Plan",
                )
            header_button("contrast", "Dark or light", partial(switch_dark, dark))
            account_tools(here)
        if step is not None:
            steps_row(step, address)
    ui.timer(0, partial(follow_browser, dark), once=True)
    TextElement(tag="h1", text=title).classes("q-mt-sm")
    paragraph(lead).classes("lead")
    yield
    if step is not None:
        neighbour_links(step, address)


def account_tools(here: Visit) -> None:
    """Buttons for the account and to log out."""
    is_server = here.studio.settings.server
    name = here.visitor.name if is_server else ""
    to_account = partial(ui.navigate.to, "/account")
    header_button("person", "You: password and tokens", to_account, word=name)
    if is_server:
        header_button("logout", "Log out", log_out)


def neighbour_links(step: StepVisit, address: str) -> None:
    """The steps before and after, at the end of a page."""
    shown = visible_steps(step)
    if step.view.source == "survey":
        # Its groups are formed when it is published: there is nothing to explore.
        shown.pop("explore", None)
    if address not in shown:
        return
    ends = list(shown)
    place = ends.index(address)
    with ui.row().classes("w-full items-center q-mt-md"):
        for end in ends[:place][-1:]:
            before = ui.link(f"← {shown[end][0]}", f"/projects/{step.project}/{end}")
            before.classes("step-before")
        ui.space()
        for end in ends[place + 1 :][:1]:
            name, meaning = shown[end]
            after = ui.link(f"Next: {name} →", f"/projects/{step.project}/{end}")
            explain(after.classes("step-next"), meaning, reachable=False)


def steps_row(step: StepVisit, address: str) -> None:
    """The steps of a project as links, the present one marked."""
    with ui.element("nav").classes("steps").props('aria-label="Steps"'):
        for end, (name, meaning) in visible_steps(step).items():
            number = f"{list(STEPS).index(end) + 1} " if end in STEPS else ""
            link = ui.link(f"{number}{name}", f"/projects/{step.project}/{end}")
            if end == address:
                link.props('aria-current="step"')
            explain(link, meaning, reachable=False)


def header_button(
    icon: str, meaning: str, action: Callable[[], Any], word: str = ""
) -> None:
    """A small button of the header; on a wide screen with a word."""
    button = ui.button(icon=icon, on_click=action).props("flat dense color=null")
    aria_label(button, meaning)
    explain(button, meaning, reachable=False).style("color: var(--ink)")
    if word:
        with button:
            ui.label(word).classes("wide-only q-ml-xs")


async def save_plan(step: StepVisit) -> None:
    """Hand the plan so far to the browser."""
    text = await step.run(plans.plan_toml)
    ui.download.content(text.encode(), "plan.toml", "application/toml")


async def follow_browser(dark: ui.dark_mode) -> None:
    """Be dark where the browser wants it; it may have left the page meanwhile."""
    with suppress(TimeoutError):
        dark.value = bool(await ui.run_javascript(DARK, timeout=10.0))


async def switch_dark(dark: ui.dark_mode) -> None:
    """Go from light to dark or back; the browser remembers it."""
    dark.value = not dark.value
    await ui.run_javascript(KEEP_DARK if dark.value else KEEP_LIGHT)


def log_out() -> None:
    """End the log-in."""
    ui.run_javascript(LOG_OUT)
