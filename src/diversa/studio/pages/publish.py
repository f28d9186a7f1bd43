# SPDX-License-Identifier: Apache-2.0
"""The page *publish*: what is promised, publish, and the releases of the project."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from itertools import combinations, product
from pathlib import Path
from typing import Any

from fastapi import Request
from nicegui import ui

from diversa.errors import DiversaError
from diversa.open_tables.open_table import OpenTable
from diversa.plan.plan import Plan
from diversa.record.record import Record
from diversa.studio import downloads, plans, project_jobs, releases
from diversa.studio.pages.changes import keep_changes
from diversa.studio.pages.elements import (
    EXPLAINED,
    chip,
    numbers,
    panel,
    percent,
    say,
    table,
)
from diversa.studio.pages.layout import page_frame
from diversa.studio.pages.messages import problem_panel, show_errors
from diversa.studio.pages.step_visit import STEPS, StepVisit, open_step
from diversa.studio.pages.texts import heading
from diversa.studio.pages.tips import explain
from diversa.studio.pages.waiting import fill
from diversa.studio.project_jobs import JobView
from diversa.studio.releases import ReleaseView
from diversa.studio.security.permissions import Action
from diversa.studio.steps.measure import forecast
from diversa.studio.steps.publish import Overlap, Promises, overlap_of, promises
from diversa.studio.tables import search_words

LEAD = (
    "Read what is promised and what is not. Every release is counted anew after it was"
    " written, and appears only if the promise holds."
)
"""What the page is for."""

STATES = {
    "pending": "waits for somebody else to approve it",
    "approved": "published",
    "refused": "refused",
    "withdrawn": "withdrawn",
}
"""The states of a release in words."""

SPREADSHEETS = (
    "Cells of the CSV file that a spreadsheet would run as a formula begin with an"
    " apostrophe"
)
"""What the switch for spreadsheets does."""

MOST_COMPARED = 6
"""Releases, the newest first, of which every two are laid over each other."""

TICK = 0.4
"""Seconds between two looks at a job."""

FLAT = "flat dense no-caps"
"""Properties of the small buttons of a release."""


def add_publish_page() -> None:
    """Register the page."""
    ui.page("/projects/{project}/publish", title="Publish · Diversa Studio")(
        publish_page
    )


def publish_page(request: Request, project: str) -> None:
    """What is promised, publish, and the releases of the project."""
    step = open_step(request, project, Action.SEE_RELEASES)
    with page_frame(STEPS["publish"][0], LEAD, step, "publish"):
        page = PublishPage(step)
        if step.may(Action.READ_PLAN):
            fill(page.promise, "Reading the plan…")
        page.jobs = ui.column().classes("w-full items-stretch gap-3")
        page.list = ui.column().classes("w-full items-stretch gap-3")
        fill(page.draw, "Looking for releases…")


class PublishPage:
    """The page, with the releases of the project."""

    def __init__(self, step: StepVisit) -> None:
        self.step = step
        self.jobs: ui.column
        self.list: ui.column

    async def promise(self) -> None:
        """What the plan promises."""
        plan = await self.step.plan()
        columns = await self.columns(plan)
        told = promises(plan, columns, grows=self.step.project.source == "survey")
        with ui.element("div").classes("two"):
            self.promised(told)
            self.not_promised(told)
        if told.faults:
            problem_panel("\n".join(told.faults))
        elif self.step.may(Action.PUBLISH):
            await self.forecast(plan)
            self.spreadsheets(plan)
            button = ui.button("Publish", icon="publish", on_click=self.publish)
            button.props("no-caps size=lg").classes("self-start")
            meaning = "Search, recode, write, count anew and measure"
            explain(button, meaning, reachable=False)

    def spreadsheets(self, plan: Plan) -> None:
        """Switch whether cells of a CSV file can run in a spreadsheet."""

        async def keep(safe: bool) -> None:  # noqa: FBT001 - the value of a switch
            await self.step.run(plans.change_plan, spreadsheet_safe=safe)

        is_safe = plan.writing.spreadsheet_safe
        switch = ui.switch("Safe in spreadsheets", value=is_safe)
        keep_changes(switch, keep)
        explain(switch, SPREADSHEETS, reachable=False)

    async def forecast(self, plan: Plan) -> None:
        """What would be published, or why nothing can be."""
        if self.step.project.source == "survey":
            return
        answer = await self.step.ask(
            lambda table: forecast(table, **search_words(plan))
        )
        if answer.failure is not None or answer.danger is None:
            problem_panel(answer.failure or "")
            return
        with panel("What would be published"):
            rows, danger = answer.danger.rows, answer.danger
            numbers(
                [
                    ("rows published", f"{rows:,}", EXPLAINED["rows"], ""),
                    (
                        "rows left out",
                        f"{answer.suppressed:,}",
                        EXPLAINED["suppressed"],
                        "",
                    ),
                    (
                        "of the detail is lost",
                        percent(answer.loss),
                        EXPLAINED["loss"],
                        "",
                    ),
                    (
                        "highest risk to be found",
                        percent(danger.highest_risk),
                        EXPLAINED["highest risk"],
                        "",
                    ),
                ]
            )

    async def columns(self, plan: Plan) -> tuple[str, ...]:
        """The columns of the table; those of the plan for who may not see it."""
        if not self.step.may(Action.READ_DATA):
            return (*plan.roles.every,)
        return await self.step.ask(lambda table: table.counted.table.columns)

    def promised(self, told: Promises) -> None:
        """Model by model, and what happens to the columns."""
        with panel("What is promised", kind="fine"):
            for promise in told.promised:
                ui.label(promise.model).classes("text-weight-bold")
                if promise.asks:
                    say(f"{promise.asks}.", "small")
                say(f"Stops {promise.stops}.", "small")
            for sentence in told.happens:
                say(sentence, "small")

    def not_promised(self, told: Promises) -> None:
        """What the models leave open."""
        with panel("What is not promised", kind="warning"):
            for promise in told.promised:
                say(f"{promise.model} does not stop {promise.misses}.", "small")
            for sentence in told.not_promised:
                say(sentence, "small")

    async def draw(self) -> None:
        """The jobs that are under way, and all releases."""
        if self.step.may(Action.WATCH_JOBS):
            for job in await self.step.run(project_jobs.jobs_of):
                if not job.has_ended:
                    self.watch(job)
        await self.draw_releases()

    async def publish(self) -> None:
        """Ask for a release, after a word on those that are there."""
        with show_errors():
            job = await self.step.run(project_jobs.publish)
            self.watch(job)

    def watch(self, job: JobView) -> None:
        """Show how far a job is until it ends."""
        with self.jobs, panel("Publishing") as box:
            bar = ui.linear_progress(value=0, show_value=False).props("size=14px")
            bar.props('aria-label="How much is done"')
            words = ui.label("Waiting").props('aria-live="polite"')
            ui.button("Cancel", on_click=partial(self.cancel, job.id)).props(
                "outline no-caps color=negative"
            ).classes("self-start")

        async def look() -> None:
            now = await self.step.run(project_jobs.job_of, job=job.id)
            bar.value = now.share
            words.text = progress_words(now)
            if now.has_ended:
                timer.cancel()
                box.delete()
                await self.ended(now)

        with self.jobs:  # not in the box: what ends it would end with it
            timer = ui.timer(TICK, look)

    async def cancel(self, job: str) -> None:
        """End a job."""
        with show_errors():
            await self.step.run(project_jobs.cancel, job=job)

    async def ended(self, job: JobView) -> None:
        """Say how a job ended."""
        with self.jobs:
            if job.state == "done":
                ui.notify("Published: the audit has passed", type="positive")
            elif job.state == "cancelled":
                ui.notify("Cancelled: nothing was published", type="warning")
            else:
                problem_panel(job.failure or f"The job was {job.state}.")
        await self.draw_releases()

    async def draw_releases(self) -> None:
        """Every release with its evidence."""
        shown = await self.step.run(releases.releases_of)
        records = {
            one.id: await self.step.run(releases.record_of, release=one.id)
            for one in shown
        }
        self.list.clear()
        with self.list:
            heading(f"Releases ({len(shown)})")
            if not shown:
                say("Nothing has been published yet.", "muted")
            for one in shown:
                self.release(one, records[one.id])
            if len(shown) > 1:
                self.compare(shown)
        if self.step.project.source == "survey":
            return  # its releases are m-invariant: together they tell nothing more
        live = [one for one in shown if one.state in ("approved", "pending")]
        if len(live) > 1 and self.step.may(Action.READ_DATA):
            with self.list:
                place = ui.column().classes("w-full items-stretch gap-3")
            place.move(target_index=0)
            await self.warn(place, live[:MOST_COMPARED], records)

    async def warn(
        self,
        place: ui.element,
        live: list[ReleaseView],
        records: dict[str, Record],
    ) -> None:
        """Warn of every two releases that can be laid over each other."""
        plan = await self.step.plan()
        warnings: list[str] = []
        for first, second in combinations(reversed(live), 2):
            told = await self.together(plan, records[first.id], records[second.id])
            if told:
                warnings.append(f"Releases {first.number} and {second.number}: {told}")
        if not warnings:
            return
        with place, panel("These releases can be intersected", kind="warning"):
            for warning in warnings:
                say(warning)
            say(
                "Withdraw one of them, publish the same levels, or publish the series"
                " with m-invariance."
            )

    async def together(self, plan: Plan, first: Record, second: Record) -> str | None:
        """What two releases tell together; None where it is no more than each."""
        if published_bytes(first) == published_bytes(second):
            return None
        if first.levels is None or second.levels is None:
            return "whoever has both may learn more than from each alone."
        try:
            found = await self.step.ask(
                partial(
                    plan_overlap, plan=plan, first=first.levels, second=second.levels
                )
            )
        except DiversaError:
            return "whoever has both may learn more than from each alone."
        return found.warning

    def release(self, one: ReleaseView, record: Record) -> None:
        """A release with what it keeps and promises."""
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
        with ui.row().classes("gap-1"):
            for fact in facts:
                chip(fact)
            for model in record.audit.models:
                chip(f"{model.spec}: {model.verdict}", verdict=model.verdict)

    def actions(self, one: ReleaseView) -> None:
        """What can be done with a release."""
        address = f"/api/projects/{one.project}/releases/{one.id}/report"
        ui.button(
            "Report", icon="article", on_click=partial(open_beside, address)
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
                    "outline dense no-caps"
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
                downloads.download, release=one.id, format=ending, file=name
            )
            ui.download.file(path, f"{name}-{one.number}.{ending}")

    async def decide(self, one: ReleaseView, verdict: str) -> None:
        """Approve or refuse a release, with a word why."""
        await self.with_reason(
            f"Release {one.number}: {verdict}",
            partial(self.step.run, releases.decide, release=one.id, verdict=verdict),
        )

    async def withdraw(self, one: ReleaseView) -> None:
        """Withdraw a release, with a word why."""
        await self.with_reason(
            f"Withdraw release {one.number}?",
            partial(self.step.run, releases.withdraw, release=one.id),
        )

    async def with_reason(self, title: str, action: Any) -> None:  # noqa: ANN401 - a use case
        """Ask why, then do it."""
        with ui.dialog(value=True) as dialog, ui.card().classes("panel"):
            heading(title)
            reason = ui.input("Why").props("outlined dense").classes("w-full")

            async def go() -> None:
                dialog.close()
                with show_errors():
                    await action(reason=reason.value or "")
                    await self.draw_releases()

            with ui.row():
                ui.button("Back", on_click=dialog.close).props("flat no-caps")
                ui.button("Do it", on_click=go).props("no-caps")

    def compare(self, shown: list[ReleaseView]) -> None:
        """Two releases side by side."""
        names = {one.id: f"Release {one.number}" for one in shown}
        with panel("Compare two releases"):
            with ui.row().classes("items-end gap-3"):
                first = ui.select(names, value=shown[0].id, label="A")
                second = ui.select(names, value=shown[1].id, label="B")
                button = ui.button("Compare").props("outline no-caps")
            place = ui.column().classes("w-full items-stretch")

            async def run() -> None:
                with show_errors():
                    found = await self.step.run(
                        releases.compare_releases, releases=[first.value, second.value]
                    )
                    place.clear()
                    with place:
                        for sentence in found.words:
                            say(f"{sentence}.")
                        rows = [
                            (
                                line.name,
                                short(line.first),
                                short(line.second),
                                line.words,
                            )
                            for line in found.differences
                        ]
                        table(("", "A", "B", "difference"), rows, right=(1, 2))

            button.on_click(run)


def tables_of(one: ReleaseView) -> list[str]:
    """The names of the tables of a release, the main one first."""
    paths = map(Path, one.files)
    names = [path.stem for path in paths if path.suffix in (".csv", ".parquet")]
    return sorted(names, key=lambda name: (name != "release", name))


def published_bytes(record: Record) -> dict[str, str]:
    """The fingerprints of the tables of a release."""
    endings = (".csv", ".parquet")
    return {name: mark for name, mark in record.files.items() if name.endswith(endings)}


def short(number: float | None) -> str:
    """A number in a few digits.

    >>> short(0.123456), short(1200.0), short(None), short(math.inf)
    ('0.1235', '1,200', '–', '∞')
    """
    if number is None:
        return "–"
    if math.isinf(number):
        return "∞" if number > 0 else "-∞"
    return f"{number:,.0f}" if number == int(number) else f"{number:.4g}"


def open_beside(address: str) -> None:
    """Open an address in a tab of its own."""
    ui.navigate.to(address, new_tab=True)


def progress_words(job: JobView) -> str:
    """How far a job is, in words."""
    if job.state == "waiting":
        return "Waiting for its turn"
    left = ""
    if job.seconds_left is not None:
        left = f", about {max(1, round(job.seconds_left))} s left"
    return f"{job.phase or 'begins'}: {percent(job.share, 0)}{left}"


def plan_overlap(
    table: OpenTable, *, plan: Plan, first: Mapping[str, int], second: Mapping[str, int]
) -> Overlap:
    """What two releases tell together, under the models of the plan."""
    return overlap_of(table, first, second, **search_words(plan))
