# SPDX-License-Identifier: Apache-2.0
"""What every page has: the name of the project, the steps, the plan, dark or light.

A page is a function that is registered with `step_page` and gets a `StepVisit`. It
draws its frame at once and fills it when the browser is there (`fill`), so that a slow
table never keeps a page from appearing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from fastapi import HTTPException, Request
from nicegui import ui

from diversa.errors import DiversaError
from diversa.plan.plan import Plan
from diversa.studio import plans, projects
from diversa.studio.explanations import explain_error
from diversa.studio.pages.assets import load_assets
from diversa.studio.pages.texts import (
    aria_label,
    heading,
    heading_of_page,
    paragraph,
)
from diversa.studio.pages.tips import explain
from diversa.studio.pages.waiting import Wait
from diversa.studio.projects import NoSuchProjectError, ProjectView
from diversa.studio.security.permissions import Action, ForbiddenError
from diversa.studio.tables import Question
from diversa.studio.visit import ProjectVisit, Visit, visit_of

Answer = TypeVar("Answer")

STEPS = {
    "data": ("Data", "What is in the table, and which columns give people away"),
    "hierarchies": ("Detail", "How values can be made coarser, step by step"),
    "measure": ("Privacy", "What must not be learnt, and what that costs"),
    "explore": ("Explore", "All the ways to publish, side by side"),
    "person": ("Person", "What somebody would learn about one person"),
    "publish": ("Publish", "What is promised; publish, download, compare, withdraw"),
}
"""The steps of a project in their order: address to name and what it is for."""

DARK = """
(() => { document.querySelector('[aria-current]')?.scrollIntoView(
    { inline: 'center', block: 'nearest' });
  const kept = localStorage.getItem('diversa-dark');
  return kept === null ? matchMedia('(prefers-color-scheme: dark)').matches
    : kept === 'true'; })()
"""
"""Whether the browser wants dark pages: as chosen before, or as its system does.

On a narrow screen the present step is moved into sight, too."""

KEEP_DARK = "localStorage.setItem('diversa-dark', 'true')"
KEEP_LIGHT = "localStorage.setItem('diversa-dark', 'false')"
"""The browser remembers what was chosen."""

LOG_OUT = """
fetch('/api/own').then(answer => answer.json()).then(own => fetch('/log-out',
  { method: 'POST', headers: { 'x-csrf-token': own.csrf } }))
  .then(() => { location = '/log-in' })
"""
"""Ends a log-in as only a page of the studio can: with its token."""


@dataclass(frozen=True)
class StepVisit:
    """Somebody looks at a step of a project."""

    here: ProjectVisit
    """The visit."""
    project: ProjectView
    """The project."""

    async def run(self, use_case: Callable[..., Answer], **words: Any) -> Answer:  # noqa: ANN401 - the words of any use case
        """Run a use case of the project in a thread, as this visitor."""
        return await self.here.run(use_case, **words)

    async def ask(self, question: Question[Answer]) -> Answer:
        """Put a question to the table of the project, in a thread."""
        return await self.here.run(plans.ask, question)

    async def plan(self) -> Plan:
        """The plan so far."""
        return await self.run(plans.plan_of)

    def may(self, action: Action) -> bool:
        """True if the visitor may do this."""
        return self.here.may(action)


def open_step(request: Request, project: str, action: Action) -> StepVisit:
    """Find a project for a visitor; refuse what the visitor may not see.

    Args:
        request: What the browser asks for.
        project: The number of the project.
        action: What the visitor must be allowed to do there.
    """
    here = visit_of(request).to(project)
    try:
        here.must(action)
        view = projects.get_project(here)
    except NoSuchProjectError as error:
        raise HTTPException(404, explain_error(error)) from None
    except ForbiddenError as error:
        raise HTTPException(403, explain_error(error)) from None
    return StepVisit(here, view)


@contextmanager
def page_frame(
    title: str,
    lead: str,
    step: StepVisit | None = None,
    address: str = "",
    here: Visit | None = None,
) -> Iterator[None]:
    """What stands around a page.

    Args:
        title: What the page is called.
        lead: What it is for, in a sentence.
        step: Whose step it is; None for pages beside projects.
        address: The step, as its address ends.
        here: Who looks at a page beside projects.
    """
    who = step.here if step is not None else here
    load_assets()
    ui.on_exception(tell_bug)
    ui.colors(primary="#0b6e99")
    dark = ui.dark_mode(value=None)
    with ui.header(elevated=False).classes("q-px-md q-py-sm column gap-1"):
        with ui.row().classes("w-full items-center no-wrap gap-2"):
            ui.link("Diversa Studio", "/").classes(
                "text-weight-bold no-underline"
            ).style("color: var(--ink)")
            name = step.project.name if step else ""
            ui.label(name).classes("ellipsis muted").style("flex: 1")
            if step is not None and step.may(Action.READ_PLAN):
                tool(
                    "download",
                    "Download the plan so far (TOML)",
                    partial(save_plan, step),
                    word="Plan",
                )
            tool("contrast", "Dark or light", partial(switch_dark, dark))
            if who is not None:
                account_tools(who)
        if step is not None:
            steps_row(step, address)
    ui.timer(0, partial(follow_browser, dark), once=True)
    heading_of_page(title)
    lead_line(lead)
    yield
    if step is not None:
        neighbours(step, address)


def account_tools(who: Visit) -> None:
    """Who looks, and how to leave."""
    is_server = who.studio.settings.server
    name = who.visitor.name if is_server else ""
    tool("person", "You: password and tokens", open_account, word=name)
    if is_server:
        tool("logout", "Log out", log_out)


def open_account() -> None:
    """Go to what belongs to oneself."""
    ui.navigate.to("/account")


def neighbours(step: StepVisit, address: str) -> None:
    """The steps before and after, at the end of a page."""
    shown = [end for end in STEPS if step.may(action_of(end))]
    if step.project.source == "survey":
        # Its groups are formed when it is published: there is nothing to explore.
        shown = ["survey", *(end for end in shown if end != "explore")]
    if address not in shown:
        return
    place = shown.index(address)
    with ui.row().classes("w-full items-center q-mt-md"):
        if place > 0:
            end = shown[place - 1]
            name = "Survey" if end == "survey" else STEPS[end][0]
            ui.link(f"← {name}", f"/projects/{step.project.id}/{end}").classes(
                "step-before"
            )
        ui.space()
        if place + 1 < len(shown):
            end = shown[place + 1]
            words = f"Next: {STEPS[end][0]} →"
            next_one = ui.link(words, f"/projects/{step.project.id}/{end}")
            explain(next_one.classes("step-next"), STEPS[end][1], reachable=False)


def steps_row(step: StepVisit, address: str) -> None:
    """The steps of a project as links, the present one marked."""
    with ui.element("nav").classes("steps").props('aria-label="Steps"'):
        if step.project.source == "survey" and step.may(Action.RUN_SURVEY):
            link = ui.link("Survey", f"/projects/{step.project.id}/survey")
            if address == "survey":
                link.props('aria-current="step"')
            meaning = "What is asked, how many have answered, and the link"
            explain(link, meaning, reachable=False)
        for number, (end, (name, meaning)) in enumerate(STEPS.items(), 1):
            if not step.may(action_of(end)):
                continue
            link = ui.link(f"{number} {name}", f"/projects/{step.project.id}/{end}")
            if end == address:
                link.props('aria-current="step"')
            explain(link, meaning, reachable=False)


def action_of(address: str) -> Action:
    """What somebody must be allowed to do to see a step."""
    return Action.SEE_RELEASES if address == "publish" else Action.READ_DATA


def lead_line(text: str) -> None:
    """A sentence below a title."""
    paragraph(text).classes("lead")


def tool(icon: str, meaning: str, action: Callable[[], Any], word: str = "") -> None:
    """A small button of the header; on a wide screen with a word."""
    button = ui.button(icon=icon, on_click=action).props(
        "flat dense no-caps color=null"
    )
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


def fill(load: Callable[[], Awaitable[None]], waiting: str = "Counting…") -> None:
    """Fill a part of the page when the browser is there; say what goes wrong.

    Args:
        load: Draws the part; what it asks for may take a while.
        waiting: What is said meanwhile.
    """
    place = ui.column().classes("w-full items-stretch gap-4")
    with place:
        wait = Wait(waiting, button="Stop waiting")

    async def drawn() -> None:
        with place:  # each task of asyncio has a place of its own to draw in
            await load()

    async def begin() -> None:
        try:
            await wait.answer(drawn())
        except DiversaError as error:
            with place:
                trouble(explain_error(error))
        finally:
            wait.end()
        if wait.is_cancelled:
            with place:
                offer_again()

    ui.timer(0.01, begin, once=True)


def offer_again() -> None:
    """What is left of a part for which somebody did not want to wait."""
    with ui.row().classes("items-center gap-3"):
        ui.label("Not everything was computed.").classes("muted")
        ui.button("Begin again", on_click=ui.navigate.reload).props("outline no-caps")


def trouble(text: str) -> None:
    """Say what is wrong, and what to do."""
    with ui.column().classes("panel warning"):
        heading("This does not work yet")
        for line in text.splitlines():
            ui.label(line)


@contextmanager
def telling_faults() -> Iterator[None]:
    """Tell the visitor what is wrong with what was asked for."""
    try:
        yield
    except DiversaError as error:
        ui.notify(
            explain_error(error),
            type="negative",
            multi_line=True,
            close_button=True,
            timeout=12000,
        )


def tell_bug(error: Exception) -> None:
    """Say that something of ours went wrong, instead of nothing."""
    tell(explain_error(error))


def tell(text: str) -> None:
    """Show what is wrong for a while."""
    ui.notify(text, type="negative", multi_line=True, close_button=True, timeout=12000)
