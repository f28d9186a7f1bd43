# SPDX-License-Identifier: Apache-2.0
"""The page *publish*: the promises, the jobs and the releases of a project."""

from __future__ import annotations

from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from fastapi import Request
from nicegui import ui

from diversa.ledger.ledger import WORD
from diversa.record.record import Record
from diversa.report.promise_section import second_release_warning
from diversa.studio import project_jobs, releases
from diversa.studio.pages.elements import chip, empty, panel, percent, say
from diversa.studio.pages.forecast_panels import show_label_line
from diversa.studio.pages.layout import step_page
from diversa.studio.pages.messages import problem_panel, show_errors
from diversa.studio.pages.promises import PromisePanels
from diversa.studio.pages.release_comparison import comparison_panel, warn_of_overlaps
from diversa.studio.pages.step_visit import StepVisit
from diversa.studio.pages.texts import explain, heading
from diversa.studio.pages.waiting import fill
from diversa.studio.project_jobs import JobView
from diversa.studio.releases import ReleaseView
from diversa.studio.security.permissions import Action
from diversa.studio.steps.label_lines import line_of_release

LEAD = (
    "Read what is promised and what is not. Every release is counted again from its"
    " written file, and appears only if the promise holds."
)

STATES = {
    "pending": "waits for somebody else to approve it",
    "approved": "published",
    "refused": "refused",
    "withdrawn": "withdrawn",
}
"""The states of a release in words."""

MOST_COMPARED = 6
"""Releases, the newest first, of which every two are laid over each other."""

TICK = 0.4
"""Seconds between two looks at a job."""

FLAT = "flat dense"
"""Properties of the small buttons of a release."""


def publish_page(request: Request, project: str) -> None:
    """The promises, the jobs and the releases of a project."""
    with step_page(request, project, "publish", LEAD) as step:
        page = PublishPage(step)
        if step.may(Action.READ_PLAN):
            fill(PromisePanels(step, page.publish).draw, "Reading the plan…")
        page.jobs = ui.column().classes("w-full items-stretch gap-3")
        page.list = ui.column().classes("w-full items-stretch gap-3")
        fill(page.draw, "Looking for releases…")


class PublishPage:
    """The page, with the releases of the project."""

    def __init__(self, step: StepVisit) -> None:
        self.step = step
        self.jobs: ui.column
        self.list: ui.column

    async def draw(self) -> None:
        """The jobs that are under way, and all releases."""
        if self.step.may(Action.WATCH_JOBS):
            for job in await self.step.run(project_jobs.jobs_of):
                if not job.has_ended:
                    self.watch(job)
        await self.draw_releases()

    async def publish(self, *, anyway: bool = False) -> None:
        """Start a job that publishes a release."""
        with show_errors():
            job = await self.step.run(project_jobs.publish, anyway=anyway)
            self.watch(job)

    def watch(self, job: JobView) -> None:
        """Show the progress of a job until it ends."""
        with self.jobs, panel("Publishing") as box:
            bar = ui.linear_progress(value=0, show_value=False).props("size=14px")
            bar.props('aria-label="How much is done"')
            words = ui.label("Waiting").props('aria-live="polite"')
            ui.button("Cancel", on_click=partial(self.cancel, job.id)).props(
                "outline color=negative"
            ).classes("self-start")

        async def look() -> None:
            now = await self.step.run(project_jobs.job_of, job=job.id)
            bar.value = now.share
            words.text = progress_words(now)
            if now.has_ended:
                timer.cancel()
                box.delete()
                await self.show_end(now)

        with self.jobs:  # not in the box: what ends it would end with it
            timer = ui.timer(TICK, look)

    async def cancel(self, job: str) -> None:
        """End a job."""
        with show_errors():
            await self.step.run(project_jobs.cancel, job=job)

    async def show_end(self, job: JobView) -> None:
        """Show the end of a job."""
        with self.jobs:
            if job.state == "done":
                ui.notify("Published: the audit has passed", type="positive")
            elif job.state == "cancelled":
                ui.notify("Cancelled: nothing was published", type="warning")
            else:
                problem_panel(job.failure or f"The job was {job.state}.")
                if job.failure.startswith(f"{WORD}: a second release"):
                    ui.button(
                        "Publish all the same",
                        on_click=partial(self.publish, anyway=True),
                    ).props("outline color=negative").classes("self-start")
        await self.draw_releases()

    async def draw_releases(self) -> None:
        """Every release with its evidence."""
        shown = await self.step.run(releases.releases_of)
        records = {
            one.id: await self.step.run(releases.record_of, release=one.id)
            for one in shown
        }
        with empty(self.list):
            heading(f"Releases ({len(shown)})")
            if not shown:
                say("Nothing has been published yet.", "muted")
            for one in shown:
                self.release(one, records[one.id])
            if len(shown) > 1:
                comparison_panel(self.step, shown)
        if self.step.view.source == "survey":
            return  # its releases are m-invariant: together they tell nothing more
        live = [one for one in shown if one.state in ("approved", "pending")]
        if len(live) > 1 and self.step.may(Action.READ_DATA):
            with self.list:
                place = ui.column().classes("w-full items-stretch gap-3")
            place.move(target_index=0)
            await warn_of_overlaps(self.step, place, live[:MOST_COMPARED], records)

    def release(self, one: ReleaseView, record: Record) -> None:
        """A release with its numbers, verdicts and decisions."""
        with panel():
            with ui.row().classes("items-center w-full gap-2"):
                heading(f"Release {one.number}")
                chip(STATES.get(one.state, one.state), "The state of the release")
                say(f"{one.made_at:%d %b %Y, %H:%M} by {one.made_by}", "small muted")
            self.facts(record)
            for decision in one.decisions:
                text = f"{decision.verdict} by {decision.by}"
                say(f"{text}: {decision.note}" if decision.note else text, "small")
            with ui.row().classes("gap-2"):
                self.actions(one)

    def facts(self, record: Record) -> None:
        """The numbers of a release."""
        facts = [
            f"{record.rows_out:,} of {record.rows_in:,} rows",
            f"{percent(record.metrics.get('loss'))} of the detail lost",
        ]
        people = record.people
        if people is not None:
            facts.insert(0, f"{people.people_out:,} of {people.people_in:,} people")
        with ui.row().classes("gap-1"):
            for fact in facts:
                chip(fact)
            for model in record.audit.models:
                chip(f"{model.spec}: {model.verdict}", verdict=model.verdict)
        show_label_line(line_of_release(record))
        if people is not None:
            for sentence in (str(people), *people.words):
                say(f"{sentence}.", "small")
        if record.second_release is not None:
            with panel("An earlier release has these people, too", kind="warning"):
                say(second_release_warning(record.second_release).text, "small")

    def actions(self, one: ReleaseView) -> None:
        """The buttons of a release."""
        address = f"/api/projects/{one.project}/releases/{one.id}/report"
        ui.button(
            "Report",
            icon="article",
            on_click=partial(ui.navigate.to, address, new_tab=True),
        ).props(FLAT)
        if one.state == "approved":
            for table_name, ending in product(tables_of(one), ("csv", "parquet")):
                word = "CSV" if ending == "csv" else "Parquet"
                named = "" if table_name == "release" else f" ({table_name})"
                ui.button(
                    f"{word}{named}",
                    icon="download",
                    on_click=partial(self.download, one, ending, table_name),
                ).props(FLAT)
        ui.button(
            "Manifest", icon="download", on_click=partial(self.manifest, one)
        ).props(FLAT)
        undecided = one.state in ("pending", "refused")
        if self.step.may(Action.DECIDE_RELEASE) and undecided:
            for verdict, word in (("approved", "Approve"), ("refused", "Refuse")):
                ui.button(word, on_click=partial(self.decide, one, verdict)).props(
                    "outline dense"
                )
        if self.step.may(Action.WITHDRAW_RELEASE) and one.state != "withdrawn":
            button = ui.button("Withdraw", on_click=partial(self.withdraw, one))
            meaning = "Nobody can download it any more; its evidence stays"
            explain(button, meaning, reachable=False).props(FLAT).props(
                "color=negative"
            )

    async def manifest(self, one: ReleaseView) -> None:
        """Hand out the manifest of a release."""
        folder = await self.step.run(releases.folder_of, release=one.id)
        content = (folder / "manifest.json").read_bytes()
        name = f"manifest-{one.number}.json"
        ui.download.content(content, name, "application/json")

    async def download(self, one: ReleaseView, ending: str, name: str) -> None:
        """Hand out a table of a release."""
        with show_errors():
            path = await self.step.run(
                releases.download, release=one.id, format=ending, file=name
            )
            ui.download.file(path, f"{name}-{one.number}.{ending}")

    async def decide(self, one: ReleaseView, verdict: str) -> None:
        """Approve or refuse a release, with a reason."""
        await self.with_reason(
            f"Release {one.number}: {verdict}",
            partial(self.step.run, releases.decide, release=one.id, verdict=verdict),
        )

    async def withdraw(self, one: ReleaseView) -> None:
        """Withdraw a release, with a reason."""
        await self.with_reason(
            f"Withdraw release {one.number}?",
            partial(self.step.run, releases.withdraw, release=one.id),
        )

    async def with_reason(self, title: str, action: Any) -> None:  # noqa: ANN401 - a use case
        """Ask for a reason, then act."""
        with ui.dialog(value=True) as dialog, ui.card().classes("panel"):
            heading(title)
            reason = ui.input("Why").classes("w-full")

            async def go() -> None:
                dialog.close()
                with show_errors():
                    await action(reason=reason.value or "")
                    await self.draw_releases()

            with ui.row():
                ui.button("Back", on_click=dialog.close).props("flat")
                ui.button("Do it", on_click=go)


def tables_of(one: ReleaseView) -> list[str]:
    """The names of the tables of a release, the main one first."""
    names = [Path(name).stem for name in one.tables]
    return sorted(names, key=lambda name: (name != "release", name))


def progress_words(job: JobView) -> str:
    """The progress of a job, in words."""
    if job.state == "waiting":
        return "Waiting for its turn"
    left = ""
    if job.seconds_left is not None:
        left = f", about {max(1, round(job.seconds_left))} s left"
    return f"{job.phase or 'begins'}: {percent(job.share, 0)}{left}"
