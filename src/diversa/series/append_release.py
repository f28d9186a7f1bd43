# SPDX-License-Identifier: Apache-2.0
"""The release of a table that grows, and what one batch did to it."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from diversa.audits.audit import audit_input, audit_table
from diversa.audits.audit_result import Audit
from diversa.audits.decision_labels import label_meaning
from diversa.audits.row_numbers import count_row_numbers
from diversa.data.missing import MissingPolicy
from diversa.engines.engine import Engine, EngineChoice
from diversa.engines.table import Table
from diversa.errors import InternalError
from diversa.methods.application import summary
from diversa.methods.decision import Decision
from diversa.models.verdict import Verdict
from diversa.plan.plan import Plan
from diversa.progress import Clock
from diversa.recodings.recoding import Recoding
from diversa.record.batches import BatchesRecord
from diversa.record.people import PeopleRecord
from diversa.record.reading import release_reading
from diversa.record.record import Record
from diversa.record.record_parts import fingerprint
from diversa.record.taxonomies import public_taxonomies
from diversa.release.draft import ROWS_APART
from diversa.release.public_view import SourceFacts, record_of
from diversa.release.recount import are_same_rows
from diversa.release.release import Release
from diversa.release.targets import Targets
from diversa.series.append_register import TABLE, AppendRegister, BatchAnnouncement
from diversa.series.register_entry import RegisterEntry
from diversa.tables.table_input import OpenedTable, TableInput


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class GrowingRelease(Release):
    """A state of a table that grows: all rows that are published by now."""

    def manifest(self, source: object, files: Mapping[str, str]) -> Record:
        """The record with fingerprints; that of the last batch is nobody's business."""
        made = super().manifest(source, files)
        return replace(made, fingerprints=replace(made.fingerprints, input=None))


@dataclass(frozen=True, eq=False)
class AppendDraft:
    """A state of the table that is not published yet; see `publish.Draft`."""

    engine: Engine
    """The engine that reads and writes."""
    plan: Plan
    """The plan of the recoding."""
    method: str
    """The method that the recoding was found by."""
    recoding: Recoding = field(repr=False)
    """The recoding of the last batch."""
    part: Table
    """The rows to append."""
    before: AppendRegister = field(repr=False)
    """The register before the batch."""
    after: AppendRegister = field(repr=False)
    """The register after it, without the fingerprint of the table."""
    register: Path
    """The path of the register."""
    targets: Targets
    """The targets."""
    clock: Clock
    """The clock of the phases."""
    withheld: tuple[str, ...] = ()
    """Columns of the last batch without a role."""
    auditor: EngineChoice = None
    """The engine of the audit; None for a new one."""
    people: Table | None = None
    """All rows that are published then, with their people, where people are counted."""

    @property
    def folder(self) -> Path:
        """The folder of the release."""
        if self.targets.folder is None:
            raise InternalError("append: must have a folder, got none")
        return self.targets.folder

    def write(self, folder: Path) -> tuple[Path, ...]:
        """Write the table: what was published, byte by byte, and the new rows."""
        table, part = folder / TABLE, folder / f"part-{TABLE}"
        safe = self.plan.writing.spreadsheet_safe
        self.engine.write(self.part, part, spreadsheet_safe=safe)
        if self.before.published is None:
            part.rename(table)
            return (table,)
        shutil.copyfile(self.folder / TABLE, table)
        append_rows(part, table)
        part.unlink()
        return (table,)

    def judge(self, tables: Sequence[Any]) -> GrowingRelease:
        """The release, if the audit of all its rows passes."""
        with self.clock.phase("audit"):
            audit = self.audit(tables[0])
        if audit.verdict is not Verdict.HOLDS:
            raise InternalError(
                "audit: the published rows do not hold together; not released"
            )
        rows = self.after.rows_out
        if audit.rows != rows:
            raise InternalError("audit: rows were lost or doubled; not released")
        reached = summary(self.plan.search.objective, 0)
        metrics = {"average-group-size": audit.rows / audit.groups}
        decision = Decision(self.method, self.recoding, reached, metrics, 0)
        source = SourceFacts(rows, 0, self.withheld, ())
        record = record_of(self.plan, decision, audit, source)
        batches = BatchesRecord(
            rows=tuple(one.published for one in self.after.batches if one.published),
            apart=self.after.apart,
            by_values=not all(model.only_size for model in self.plan.bound_models()),
        )
        told = (*record.discloses, *batches.words)
        roles = self.plan.roles
        if self.people is not None and (len(roles.sensitive) > 1 or roles.every_kept):
            told = (*told, ROWS_APART)
        return GrowingRelease(
            plan=self.plan,
            record=replace(
                record,
                batches=batches,
                discloses=told,
                people=self.people_record(audit),
            ),
            audit=replace(audit, seen=None),
            search=reached,
            metrics=metrics,
            taxonomies=public_taxonomies(
                audit.seen,
                self.plan.bound_models(),
                choice=self.plan.writing.taxonomies,
                withheld=True,
            ),
            seconds=self.clock.seconds,
        )

    def audit(self, table: Path) -> Audit:
        """Count all published rows anew."""
        plan = self.plan
        published = TableInput.of(
            table,
            quasi_identifiers=plan.roles.quasi_identifiers,
            sensitive=plan.roles.sensitive,
            missing=plan.privacy.missing,
            reading=release_reading(
                spreadsheet_safe=plan.writing.spreadsheet_safe,
                equality=plan.reading.equality,
            ).with_hints(plan.reading.hints),
            kinds={
                name: kind
                for name, kind in plan.kinds.items()
                if name in plan.roles.sensitive
            },
            hierarchies={
                name: kind
                for name, kind in plan.hierarchies.items()
                if name in plan.roles.sensitive
            },
            engine=self.auditor,
        )
        meaning = label_meaning(self.recoding, plan.bound_models())
        published = replace(published, label_meaning=meaning)
        if self.people is None:
            return audit_input(published, models=plan.bound_models())
        return self.audit_people(self.people, published)

    def audit_people(self, people: Table, published: TableInput) -> Audit:
        """Count the people behind the published rows, which the file must have."""
        table = replace(
            published,
            source=None,
            roles=replace(published.roles, person=self.after.person),
            whole_visits=self.plan.people.known == "whole-visits",
        )
        opened = OpenedTable(self.engine, people, table)
        counted = opened.count()
        if not are_same_rows(counted.cells, published.count()):
            raise InternalError(
                "audit: the published rows are not those whose people were counted"
            )
        models = self.plan.bound_models()
        audit = audit_table(opened, models=models, counted=counted)
        return replace(audit, person=None)  # it is withheld

    def people_record(self, audit: Audit) -> PeopleRecord | None:
        """The people of the release; how many others wait is not told."""
        if self.people is None or self.after.person is None:
            return None
        plan, people = self.plan, audit.rows if audit.people is None else audit.people
        known = count_row_numbers(
            self.engine,
            self.people,
            self.after.person,
            plan.roles.quasi_identifiers,
            plan.roles.sensitive,
            worst=plan.privacy.missing is MissingPolicy.WORST,
        )
        return PeopleRecord(
            person=self.after.person,
            rows=str(plan.people.rows),
            known=plan.people.known,
            missing_person=plan.people.missing_person,
            people_in=people,
            people_out=people,
            smallest_rows=audit.smallest_rows,
            most_groups=audit.most_groups,
            most_rows=known.most,
            row_share=known.share,
            rows_known=known.surest,
            all_visits=audit.all_visits,
        )

    def write_beside(self, files: Sequence[Path], record: Record) -> RegisterEntry:
        """Prepare the entry in the register, which is announced before the release."""
        del record  # the register knows more
        after = replace(self.after, published=fingerprint(files[0]))
        before = self.before if self.before.batches else None
        announcement = BatchAnnouncement(self.folder.absolute(), before)
        return RegisterEntry(self.register, after, announcement)


def append_rows(part: Path, table: Path) -> None:
    """Append the rows of a text file to another one with the same header."""
    with part.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        next(reader)  # a header may have several lines
        lines = reader.line_num
    with part.open("rb") as file, table.open("ab") as target:
        for _ in range(lines):
            file.readline()
        shutil.copyfileobj(file, target)
