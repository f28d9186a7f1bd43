# SPDX-License-Identifier: Apache-2.0
"""The draft of a release: it writes, audits and measures what a search decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from diversa.audits.audit_result import Audit
from diversa.engines.engine import Engine, EngineChoice
from diversa.engines.table import Table
from diversa.errors import InternalError
from diversa.evidence.correlation_limit import correlation_warnings
from diversa.evidence.evidence import Evidence, measure
from diversa.files.secret_files import BesideFrame
from diversa.ledger.ledger_entry import LedgerEntry
from diversa.ledger.look_back import LookBack
from diversa.ledger.second_release import SecondRelease
from diversa.methods.decision import Decision
from diversa.models.k_anonymity import largest_k
from diversa.models.verdict import Verdict
from diversa.plan.plan import Plan
from diversa.progress import Clock
from diversa.recodings.recoding import PublishedTables
from diversa.recodings.recoding_file import SavedRecoding
from diversa.record.reading import with_record
from diversa.record.record import Record
from diversa.record.taxonomies import public_taxonomies
from diversa.release.kept_risk import risk_of_kept
from diversa.release.people import metrics_by_rows, people_record, repeats
from diversa.release.public_view import SourceFacts, record_of
from diversa.release.recount import Recount
from diversa.release.release import Release
from diversa.release.targets import Targets
from diversa.report.page import today
from diversa.tables.count_table import CountTable
from diversa.tables.table_input import TableInput

ROWS_APART = (
    "Rows say more than one secret or kept value, and a person may have several: what"
    " they say together may tell more than the models promise. Publish one table for"
    " each secret where that matters."
)
"""The note on releases whose rows of a person differ in several columns."""


@dataclass(frozen=True, eq=False)
class AnonymizationDraft:
    """A decision on its way to a release: recode, write, audit, measure."""

    engine: Engine
    """The engine that reads and writes."""
    counted: CountTable
    """The table as it was."""
    plan: Plan
    """The plan."""
    decision: Decision
    """The decision."""
    recoded: PublishedTables[Table]
    """The tables as they are published."""
    targets: Targets
    """The targets."""
    clock: Clock
    """The clock of the phases."""
    auditor: EngineChoice = None
    """The engine of the audit; None for a new one."""
    saved: SavedRecoding | None = None
    """The recoding to save for later rows, if one is asked for."""
    people_table: Table | None = None
    """The published rows with the person behind each, where people are counted."""
    looked: LookBack | None = None
    """The earlier releases of the same people, where a ledger is kept."""

    def fetch(self) -> PublishedTables[Any]:
        """Hand the tables out as frames; the sensitive table has no order to keep."""
        tables = self.recoded
        rows = self.engine.fetch(tables.rows, keep_order=self.targets.keep_order)
        if tables.sensitive_table is None:
            return PublishedTables(rows)
        return PublishedTables(rows, self.engine.fetch(tables.sensitive_table))

    def write(self, folder: Path) -> tuple[Path, ...]:
        """Write the tables as files."""
        tables = self.recoded.forms
        names = self.targets.file_name, self.targets.sensitive_name
        safe = self.plan.writing.spreadsheet_safe
        files = [folder / name for name, _ in zip(names, tables, strict=False)]
        for table, file in zip(tables, files, strict=True):
            self.engine.write(table, file, spreadsheet_safe=safe)
        return tuple(files)

    @property
    def recount(self) -> Recount:
        """The recount of what is published."""
        return Recount(
            self.engine,
            self.counted,
            self.plan,
            self.decision,
            self.auditor,
            self.people_table,
        )

    def judge(self, tables: Sequence[Any]) -> Release:
        """The release, if the audit of these files or frames passes."""
        published = PublishedTables(*tables)
        with self.clock.phase("audit"):
            audit = self.recount.audit(published)
        if audit.verdict is not Verdict.HOLDS:
            raise InternalError(
                "audit: the published table does not hold; not released"
            )
        counted, decision = self.counted, self.decision
        source = SourceFacts(
            counted.table.rows + counted.rows_beyond,
            counted.rows_dropped,
            self.plan.roles.others(counted.table.columns),
            counted.variants,
            repeats(self.recount, audit),
        )
        decision = replace(decision, metrics={**decision.metrics, **self.by_rows})
        evidence = self.measure(audit)
        record = replace(
            record_of(self.plan, decision, audit, source, evidence=evidence),
            people=people_record(self.recount, audit),
            kept_risk=risk_of_kept(self.recount, published.rows),
        )
        if evidence is not None:
            gains = correlation_warnings(evidence.attacks["after"], self.plan)
            record = replace(record, discloses=(*record.discloses, *gains))
        if self.tells_rows_apart:
            record = replace(record, discloses=(*record.discloses, ROWS_APART))
        second = self.judge_with_earlier(published, record)
        if second is not None:
            public = second.record(withheld=record.withholds)
            record = replace(record, second_release=public)
        return Release(
            plan=self.plan,
            record=record,
            audit=replace(audit, seen=None),
            search=decision.reached,
            metrics=decision.metrics,
            recoding=None if decision.recoding.has_cells else decision.recoding,
            variants=counted.variants,
            taxonomies=public_taxonomies(
                audit.seen,
                self.plan.bound_models(),
                choice=self.plan.writing.taxonomies,
                withheld=record.withholds,
            ),
            evidence=evidence,
            seconds=self.clock.seconds,
            second_release=second,
            same_groups=None if self.looked is None else self.looked.note,
        )

    def judge_with_earlier(
        self, published: PublishedTables[Any], record: Record
    ) -> SecondRelease | None:
        """The finding of the ledger: the release beside earlier ones of the people."""
        if self.looked is None:
            return None
        table = TableInput(None, hierarchies=self.plan.hierarchies, engine=self.auditor)
        # Models that were given as objects have no name to find them by.
        bare = replace(record, promise=replace(record.promise, models=()))
        made = with_record(table, bare, published.rows, published.sensitive_table)
        made = replace(made, reading=self.recount.reading)
        return self.looked.judge(made, self.counted.cells, record.labels)

    @property
    def tells_rows_apart(self) -> bool:
        """True if a row says more than one secret, and people have several rows."""
        roles = self.plan.roles
        several = len(roles.sensitive) > 1 or bool(roles.every_kept)
        return self.people_table is not None and several

    @cached_property
    def by_rows(self) -> dict[str, float]:
        """Metrics of group sizes, where not all rows of a person are published."""
        return metrics_by_rows(self.recount)

    def measure(self, audit: Audit) -> Evidence | None:
        """Measure what an adversary could learn and an analyst loses."""
        if audit.seen is None or not self.targets.is_measured:
            return None
        if audit.seen.unnamed is not None:
            return None  # attacks on rows that anybody may have are not defined
        with self.clock.phase("measure"):
            found = measure(self.counted, self.plan, self.decision, audit.seen)
        if found.utility is None or not self.by_rows:
            return found
        metrics = {**found.utility.metrics, **self.by_rows}
        k, average = largest_k(self.plan.bound_models()), "average-group-size"
        if k and average in self.by_rows and "c-avg" in metrics:
            metrics["c-avg"] = self.by_rows[average] / k
        return replace(found, utility=replace(found.utility, metrics=metrics))

    @contextmanager
    def write_beside(
        self, files: Sequence[object], record: Record
    ) -> Iterator[BesideFrame]:
        """Prepare the mappings and the line in the ledger; both stay with the owner."""
        del files  # what they say is not in the release
        recoding = self.decision.recoding
        with self.targets.write_beside(
            self.engine, self.recoded.rows, recoding, self.saved
        ) as secrets:
            if self.looked is None:
                yield secrets
                return
            line = self.looked.line(
                record, self.targets.place, self.plan.search.seed, date=today()
            )
            yield LedgerEntry(secrets, self.looked, line)
