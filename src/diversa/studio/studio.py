# SPDX-License-Identifier: Apache-2.0
"""A studio that runs: its settings, its state, its folder, its open tables."""

from __future__ import annotations

from dataclasses import dataclass, field

from diversa.files.closing import Closing
from diversa.studio.jobs.jobs import Jobs, Start
from diversa.studio.jobs.worker import start_worker
from diversa.studio.security.passwords import Passwords
from diversa.studio.security.tries import Quota, Tries
from diversa.studio.settings import Settings
from diversa.studio.state.database import Database
from diversa.studio.storage import Storage
from diversa.studio.tables import OpenTables
from diversa.suggestions.suggestion import Suggestion


@dataclass(frozen=True, eq=False)
class Studio(Closing):
    """All parts of a studio that use cases work with."""

    settings: Settings
    database: Database = field(repr=False)
    """Its state."""
    storage: Storage = field(repr=False)
    """Its folder."""
    tables: OpenTables = field(repr=False)
    """The tables that are open."""
    jobs: Jobs = field(repr=False)
    passwords: Passwords = field(repr=False)
    """Hashes and checks passwords."""
    tries: Tries = field(repr=False)
    """The recent wrong passwords."""
    answers: Quota = field(default_factory=Quota, repr=False)
    """The recent answers to surveys, by address."""
    suggestions: dict[str, tuple[object, Suggestion]] = field(
        default_factory=dict, repr=False
    )
    """The last suggestion of each project, with its source and reading."""

    @classmethod
    def start(cls, settings: Settings, *, start: Start = start_worker) -> Studio:
        """Open the folder, and the state in its present form."""
        storage = Storage(settings.folder)
        database = Database(settings.state_address)
        database.migrate()
        tables = OpenTables(
            limit=settings.open_tables,
            idle_seconds=settings.idle_seconds,
            threads=settings.question_threads,
        )
        jobs = Jobs(settings, database, storage, start=start)
        jobs.recover()
        passwords = Passwords(settings)
        tries = Tries(free=settings.free_tries, longest=settings.longest_delay)
        return cls(settings, database, storage, tables, jobs, passwords, tries)

    def close(self) -> None:
        """End jobs, close tables, state and folder."""
        self.jobs.close()
        self.tables.close()
        self.database.close()
        self.storage.close()
