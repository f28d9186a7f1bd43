# SPDX-License-Identifier: Apache-2.0
"""The jobs of a studio: they wait, run and end.

A release is remembered (`ReleaseRow`) only after its worker has finished. The files of
a killed or cancelled worker are removed, also if the server itself was killed: its jobs
are marked interrupted at the next start.
"""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event, Lock

from sqlalchemy import select, update

from diversa.record.placing import manifest_hash
from diversa.studio.jobs.work import Work, share_done
from diversa.studio.jobs.worker import DONE, FAILED, Worker, WorkerLimits, start_worker
from diversa.studio.settings import Settings
from diversa.studio.state.database import Database, note
from diversa.studio.state.records import Job, Project, ReleaseRow, now
from diversa.studio.storage import Storage, make_private

WAITING, RUNNING = "waiting", "running"
"""States of a job that has not ended."""

ENDS = ("done", "failed", "cancelled", "interrupted")
"""The ends of a job."""

TICK = 0.2
"""Seconds between two looks at a silent worker."""

Start = Callable[[Work, WorkerLimits], Worker]


@dataclass(frozen=True)
class Order:
    """A job that was asked for, on its way."""

    job: str
    project: str
    number: int
    """The number of the release in its project."""
    by: str
    """The user who asked for it."""
    four_eyes: bool
    """True if its release needed an approval when it was asked for."""
    work: Work
    cancelled: Event
    """Set when it must end."""


@dataclass(frozen=True)
class End:
    """The end of a job."""

    state: str
    """One of `ENDS`."""
    failure: str = ""
    """The reason, in words."""


class Jobs:
    """Runs jobs, some at once and the others after them."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        storage: Storage,
        *,
        start: Start = start_worker,
    ) -> None:
        self._settings = settings
        self._database = database
        self._storage = storage
        self._start = start
        self._pool = ThreadPoolExecutor(settings.workers, thread_name_prefix="job")
        self._orders: dict[str, Order] = {}
        self._lock = Lock()
        self._closing = False

    def recover(self) -> None:
        """Clean up after a killed server: end its jobs, remove half-made files."""
        unfinished = Job.state.in_((WAITING, RUNNING))
        with self._database.session() as session:
            ended = {"state": "interrupted", "ended_at": now()}
            session.execute(update(Job).where(unfinished).values(ended))
            published = {
                (release.project_id, release.number)
                for release in session.scalars(select(ReleaseRow))
            }
            projects = list(session.scalars(select(Project.id)))
        self._storage.sweep_temporary()
        self._storage.sweep_projects(projects)
        for project in projects:
            self._storage.sweep_releases(
                project, {number for owner, number in published if owner == project}
            )

    def submit(
        self, project: str, by: str, kind: str, make: Callable[[int], Work]
    ) -> str:
        """Start a job, of the kind publish or republish, and give its number.

        `make` makes its work from the number of the release.
        """
        with self._database.session() as session:
            record = session.get_one(Project, project)
            number = record.next_release
            record.next_release += 1
            job = Job(project_id=project, kind=kind, state=WAITING, made_by=by)
            session.add(job)
            note(session, by, f"asked to {kind}", project, f"release {number}")
            session.flush()
            order = Order(
                job.id, project, number, by, record.four_eyes, make(number), Event()
            )
        with self._lock:
            self._orders[order.job] = order
        self._pool.submit(self._run, order)
        return order.job

    def cancel(self, job: str) -> bool:
        """End a job; True if it was still under way."""
        with self._lock:
            order = self._orders.get(job)
        if order is None:
            return False
        order.cancelled.set()
        return True

    def cancel_all(self, project: str) -> None:
        """End every job of a project, and wait until they have ended."""
        with self._lock:
            orders = [one for one in self._orders.values() if one.project == project]
        for order in orders:
            order.cancelled.set()
        for order in orders:
            self.wait(order.job)

    def wait(self, job: str, seconds: float = 60.0) -> None:
        """Wait until a job has ended, for programs without a browser."""
        until = time.monotonic() + seconds
        while job in self._orders and time.monotonic() < until:
            time.sleep(0.01)

    def close(self) -> None:
        """End every job; those under way are interrupted."""
        self._closing = True
        with self._lock:
            orders = list(self._orders.values())
        for order in orders:
            order.cancelled.set()
        self._pool.shutdown(wait=True)

    def _run(self, order: Order) -> None:
        """Do one job from its beginning to its end."""
        try:
            end = End("cancelled")
            if not order.cancelled.is_set():
                self._note(order, state=RUNNING, began_at=now())
                end = self._run_worker(order)
            if end.state == "cancelled" and self._closing:
                end = End("interrupted")
            self._settle(order, end)
        finally:
            with self._lock:
                self._orders.pop(order.job, None)

    def _run_worker(self, order: Order) -> End:
        """Run a worker until it ends or must end."""
        limits = WorkerLimits(
            self._settings.job_memory, str(self._storage.temporary_folder())
        )
        worker = self._start(order.work, limits)
        until = time.monotonic() + self._settings.job_seconds
        try:
            return self._listen(order, worker, until)
        finally:
            worker.kill()
            worker.join()

    def _listen(self, order: Order, worker: Worker, until: float) -> End:
        """Follow the messages of a worker until its end."""
        while not order.cancelled.is_set():
            if time.monotonic() > until:
                limit = dt.timedelta(seconds=self._settings.job_seconds)
                return End("failed", f"time: it must end within {limit}, got no end")
            if not worker.words.poll(TICK):
                continue
            try:
                word, *facts = worker.words.recv()
            except EOFError:
                return End("interrupted", "the process of the job was killed")
            if word == DONE:
                return End("done")
            if word == FAILED:
                return End("failed", str(facts[0]))
            phase, done, steps = facts
            share = share_done(phase, done, steps)
            self._note(order, phase=phase, share=share)
        return End("cancelled")

    def _settle(self, order: Order, end: End) -> None:
        """Remember the end of a job; only now its release counts."""
        folder = self._storage.release(order.project, order.number)
        manifest = manifest_hash(folder) if end.state == "done" else None
        if manifest is None:
            self._storage.remove_release(order.project, order.number)
        else:
            make_private(folder)
        with self._database.session() as session:
            project = session.get(Project, order.project)
            job = session.get(Job, order.job)
            if project is None or job is None:  # deleted meanwhile
                self._storage.remove_project(order.project)
                return
            job.state, job.failure = end.state, end.failure[:4000]
            job.ended_at = now()
            if manifest is not None:
                is_pending = order.four_eyes or project.four_eyes
                release = ReleaseRow(
                    project_id=order.project,
                    number=order.number,
                    state="pending" if is_pending else "approved",
                    made_by=order.by,
                    manifest=manifest,
                )
                session.add(release)
                session.flush()
                job.release_id, job.share = release.id, 1.0
            about = f"release {order.number}"
            note(session, order.by, f"{job.kind}: {end.state}", order.project, about)

    def _note(self, order: Order, **facts: object) -> None:
        """Write down the progress of a job."""
        with self._database.session() as session:
            session.execute(update(Job).where(Job.id == order.job).values(facts))
