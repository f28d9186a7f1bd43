# SPDX-License-Identifier: Apache-2.0
"""Open tables: each project's table is counted once and then asked many times.

`OpenTables` keeps a bounded number of them (`diversa.open`), closes those that nobody
has asked for a while, and answers one question at a time per table. A table is opened
again when its source changed, or the roles, hierarchies or reading of its plan. Models,
suppression and search go into every question instead, see `search_words`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, TypeVar, cast

from diversa.open_tables.frontier import ASKED
from diversa.open_tables.open_table import OpenTable
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.plan.search_section import Search
from diversa.setting import settings_of

Answer = TypeVar("Answer")

Question = Callable[[OpenTable], Answer]
"""A question to an open table: a function that gets it and gives the answer."""


def search_words(plan: Plan) -> PlanKeywords:
    """The models and the search of a plan, as the words of `OpenTable.search`.

    >>> from diversa import make_plan
    >>> plan = make_plan(quasi_identifiers="zip", models="k-anonymity:4", seed=3)
    >>> words = search_words(plan)
    >>> [model.spec for model in words["models"]], words["seed"]
    (['k-anonymity:4'], 3)
    """
    words: dict[str, Any] = {}
    for section in (plan.privacy, plan.search):
        settings = settings_of(type(section))
        for name, value in section.explicit_settings.items():
            if (word := settings[name].keyword or name) in ASKED:
                words[word] = value
    return cast(PlanKeywords, words)


def opening_plan(plan: Plan) -> Plan:
    """The part of a plan by which a table is opened, without models and search."""
    privacy = plan.privacy.without(("models", "suppression", "suppress_by"))
    return replace(plan, privacy=privacy, search=Search())


@dataclass
class KeptTable:
    """An open table that is kept for further questions."""

    lock: Lock = field(default_factory=Lock)
    """Held by the question that is answered."""
    opened_for: object = None
    """The state of its source and the plan with which it was opened."""
    table: OpenTable | None = None
    """The table; None until the first question, and after it was closed."""
    asked_at: float = 0.0
    """When it was last asked."""

    def close(self) -> None:
        """Free what was counted."""
        if self.table is not None:
            self.table.close()
        self.table = None


class OpenTables:
    """The tables that are open, by project."""

    def __init__(self, *, limit: int, idle_seconds: float, threads: int) -> None:
        self._limit = limit
        self._idle = idle_seconds
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="question")
        self._kept: dict[str, KeptTable] = {}
        self._lock = Lock()

    def ask(
        self,
        project: str,
        opened_for: object,
        opening: Callable[[], OpenTable],
        question: Question[Answer],
    ) -> Answer:
        """Ask the table of a project, which is opened first if needed.

        A changed `opened_for` opens it anew. The question must not keep the table.
        """
        kept = self._entry(project)
        with kept.lock:
            if kept.table is None or kept.opened_for != opened_for:
                kept.close()
                kept.table, kept.opened_for = opening(), opened_for
            kept.asked_at = time.monotonic()
            return question(kept.table)

    async def ask_soon(self, asking: Callable[[], Answer]) -> Answer:
        """Answer in the threads for questions, while the server goes on."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, asking)

    def forget(self, project: str) -> None:
        """Close the table of a project."""
        with self._lock:
            kept = self._kept.pop(project, None)
        if kept is not None:
            with kept.lock:
                kept.close()

    def close_idle(self) -> None:
        """Close every table that nobody has asked for a while."""
        before = time.monotonic() - self._idle
        with self._lock:
            names = [
                name for name, kept in self._kept.items() if kept.asked_at < before
            ]
        for name in names:
            self.forget(name)

    def close(self) -> None:
        """Close every table; questions under way are answered first."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        for name in list(self._kept):
            self.forget(name)

    def __len__(self) -> int:
        return len(self._kept)

    def _entry(self, project: str) -> KeptTable:
        """The entry of a project; too many others are closed."""
        with self._lock:
            kept = self._kept.setdefault(project, KeptTable())
            kept.asked_at = time.monotonic()
            others = sorted(
                (name for name in self._kept if name != project),
                key=lambda name: self._kept[name].asked_at,
            )
        for name in others[: max(0, len(others) + 1 - self._limit)]:
            self.forget(name)
        return kept
