# SPDX-License-Identifier: Apache-2.0
"""One batch on its way into a table that grows: joined, chosen, published."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from diversa.array_types import Ints
from diversa.engines.engine import Engine, EngineChoice
from diversa.plan.plan import Plan
from diversa.progress import Clock
from diversa.release.publish import publish_folder
from diversa.release.release import Release
from diversa.release.targets import Targets
from diversa.series.append_batch import NewRows
from diversa.series.append_choice import RowChoice, choose_rows, models_of_table
from diversa.series.append_people import PeopleGroups, without_repeats
from diversa.series.append_register import (
    TABLE,
    AppendRegister,
    Batch,
    WaitingRows,
)
from diversa.series.append_release import AppendDraft
from diversa.series.append_result import BatchResult
from diversa.series.append_rows import (
    GrowingTable,
    lines_of,
    no_lines,
    read_lines,
    respell,
)
from diversa.series.register_entry import RegisterEntry


@dataclass(frozen=True, eq=False)
class BatchStep:
    """One batch on its way into the table."""

    engine: Engine
    """The engine that reads and writes."""
    plan: Plan
    """The plan of the recoding."""
    method: str
    """The method that the recoding was found by."""
    before: AppendRegister
    """The register before the batch."""
    batch: NewRows
    """The rows that came, recoded."""
    file: str | None
    """SHA-256 of their file."""
    out: Path
    """The folder of the release."""

    def join(self) -> GrowingTable:
        """The rows that are published, that wait, and that came."""
        columns, waiting = self.before.all_columns, self.before.waiting
        published = no_lines(columns)
        if self.before.person is not None:
            published = lines_of(self.before.people, columns)
        elif self.before.published is not None:
            safe = self.plan.writing.spreadsheet_safe
            table = self.out / TABLE
            published = read_lines(self.engine, table, columns, spreadsheet_safe=safe)
        waits = lines_of(waiting, columns)
        fresh = respell(self.batch.cells, [published, waits], self.plan)
        if self.before.person is not None:
            fresh = without_repeats(fresh, [published, waits], self.plan)
        number = len(self.before.batches) + 1
        return GrowingTable.of(
            published, (waits, waiting.since), (fresh, number), self.plan
        )

    def publish(
        self, targets: Targets, path: Path, clock: Clock, *, auditor: EngineChoice
    ) -> BatchResult:
        """Publish what holds now, and let the rest wait."""
        with clock.phase("count"):
            table = self.join()
            table.check_kept()
        with clock.phase("search"):
            choice, few = self.choose(table)
            taken = table.take(choice.rows)
        after = self.register_after(table, taken)
        release = None
        if taken.any():
            part = self.engine.repeat(self.batch.table, table.tuples(taken))
            people = None
            if self.before.person is not None:
                tuples = table.tuples_with_people(taken)
                people = self.engine.repeat(self.batch.table, tuples)
            draft = AppendDraft(
                self.engine,
                self.plan,
                self.method,
                self.batch.recoding,
                part,
                self.before,
                after,
                path,
                targets,
                clock,
                self.batch.withheld,
                auditor,
                people,
            )
            release = publish_folder(draft, self.out)
        else:
            after = replace(after, published=self.before.published)
            with RegisterEntry(path, after, None) as entry:
                entry.appear_alone()
        return self.result(after, table, taken, choice.words, few, release)

    def choose(self, table: GrowingTable) -> tuple[RowChoice, int]:
        """The rows to publish now, and those of groups that get too few at once."""
        models, apart = self.plan.bound_models(), self.before.apart
        if self.before.person is not None:
            people = PeopleGroups(table, models)
            choice = people.choose(apart=apart)
            return choice, people.few(table.take(choice.rows))
        rows = table.group_rows
        choice = choose_rows(rows, models, apart=apart)
        local = [model for model in models if not model.compares_with_table]
        few = ~rows.at(choice.rows, local)
        return choice, int(choice.rows[few[rows.group]].sum())

    def register_after(self, table: GrowingTable, taken: Ints) -> AppendRegister:
        """The register after the batch; it has no fingerprint of the table yet."""
        before, batch = self.before, self.batch
        now = int(taken.sum())
        came = int(table.cells.counts[table.published :].sum())
        left_out = batch.rows - (came - before.waiting.rows)
        entry = Batch(self.file, batch.rows, left_out, now)
        people = before.people
        if before.person is not None:
            new = table.rows_as_texts(taken)
            people = WaitingRows(
                (*people.lines, *new.lines),
                np.concatenate([people.counts, new.counts]),
                np.concatenate([people.since, new.since]),
            )
        known = {
            name: tuple(sorted({*before.identifiers.get(name, ()), *hashes}))
            for name, hashes in batch.identifiers.items()
        }
        return replace(
            before,
            batches=(*before.batches, entry),
            published="",
            waiting=table.still_waiting(taken),
            people=people,
            identifiers={**before.identifiers, **known},
        )

    def result(
        self,
        after: AppendRegister,
        table: GrowingTable,
        taken: Ints,
        choice: str,
        few: int,
        release: Release | None,
    ) -> BatchResult:
        """What the batch did."""
        number = len(after.batches)
        return BatchResult(
            number=number,
            rows=self.batch.rows,
            published=int(taken.sum()),
            late=int(taken[table.since < number].sum()),
            waiting=after.waiting.rows,
            longest=longest_wait(after),
            left_out=after.batches[-1].left_out,
            total=after.rows_out,
            few=few,
            apart=after.apart,
            of_table=models_of_table(self.plan.bound_models()),
            choice=choice,
            release=release,
        )


def longest_wait(register: AppendRegister) -> int:
    """The batches that have come since the oldest row that waits."""
    since = register.waiting.since
    return 0 if not len(since) else len(register.batches) - int(np.min(since))
