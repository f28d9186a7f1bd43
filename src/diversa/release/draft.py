# SPDX-License-Identifier: Apache-2.0
"""The draft of a release: it writes, audits and measures what a search decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from diversa.audits.audit import audit_input, audit_table
from diversa.audits.audit_result import Audit
from diversa.audits.cell_audit import cells_of_stars
from diversa.audits.population import group_as_published
from diversa.audits.reference import Reference, label_codes
from diversa.audits.row_numbers import count_row_numbers, of_single_rows
from diversa.audits.row_places import every_label
from diversa.audits.two_tables import audit_buckets
from diversa.counts.cells import Cells
from diversa.counts.population_cells import generalize
from diversa.data.label_meaning import LEVELS, LabelMeaning, meaning_of_boxes
from diversa.data.missing import MissingPolicy
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.engines.engine import Engine, EngineChoice
from diversa.engines.table import Table
from diversa.errors import InternalError
from diversa.evidence.correlation_limit import correlation_warnings
from diversa.evidence.evidence import Evidence, measure
from diversa.files.secret_files import BesideFrame
from diversa.ledger.look_back import LedgerEntry, LookBack
from diversa.ledger.second_release import SecondRelease
from diversa.methods.decision import Decision
from diversa.metrics.discernibility import sum_of_products
from diversa.models.k_anonymity import largest_k
from diversa.models.model import Model
from diversa.models.verdict import Verdict
from diversa.plan.plan import Plan
from diversa.progress import Clock
from diversa.recodings.recoding import PublishedTables
from diversa.recodings.recoding_file import SavedRecoding
from diversa.record.people import KeptRisk, PeopleRecord
from diversa.record.reading import release_reading, with_record
from diversa.record.record import Record
from diversa.record.taxonomies import public_taxonomies
from diversa.release.public_view import SourceFacts, record_of
from diversa.release.release import Release
from diversa.release.targets import Targets
from diversa.report.page import today
from diversa.tables.count_table import CountTable
from diversa.tables.population_table import OwnPeople
from diversa.tables.role_cells import RoleCells
from diversa.tables.table_input import OpenedTable, TableInput

ROWS_APART = (
    "Rows say more than one secret or kept value, and a person may have several: what"
    " they say together may tell more than the models promise. Publish one table for"
    " each secret where that matters."
)
"""What is said of releases whose rows of a person differ in several columns."""


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
    def reading(self) -> ReadOptions:
        """The options that read the published files."""
        return release_reading(
            spreadsheet_safe=self.plan.writing.spreadsheet_safe,
            equality=self.plan.reading.equality,
        )

    def judge(self, tables: Sequence[Any]) -> Release:
        """The release, if the audit of these files or frames passes."""
        published = PublishedTables(*tables)
        with self.clock.phase("audit"):
            audit = self.audit(published)
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
            self.repeats(audit),
        )
        decision = replace(decision, metrics={**decision.metrics, **self.by_rows})
        evidence = self.measure(audit)
        record = replace(
            record_of(self.plan, decision, audit, source, evidence=evidence),
            people=self.people_record(audit),
            kept_risk=self.risk_of_kept(published.rows),
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
        """What the release tells together with earlier ones of the same people."""
        if self.looked is None:
            return None
        table = TableInput(None, hierarchies=self.plan.hierarchies, engine=self.auditor)
        # Models that were given as objects have no name to find them by.
        bare = replace(record, promise=replace(record.promise, models=()))
        made = with_record(table, bare, published.rows, published.sensitive_table)
        made = replace(made, reading=self.reading)
        return self.looked.judge(made, self.counted.cells, record.labels)

    def audit(self, published: PublishedTables[Any]) -> Audit:
        """Count what was published anew, and the people behind it."""
        if self.people_table is None:
            return self.audit_rows(published, self.plan.bound_models())
        return self.audit_people(self.people_table, published)

    def audit_rows(
        self, published: PublishedTables[Any], models: Sequence[Model] = ()
    ) -> Audit:
        """Count the published rows anew; a release tells empty text from missing."""
        table = self.published_table(published)
        columns = self.decision.recoding.sensitive_table
        if columns is not None:
            return audit_buckets(
                published,
                columns,
                table,
                models=models,
                reference=self.reference,
            )
        table = replace(table, label_meaning=self.label_meaning)
        return audit_input(table, models=models, reference=self.reference)

    def published_table(self, published: PublishedTables[Any]) -> TableInput:
        """The published rows, as they are read for an audit."""
        plan = self.plan
        return self.with_counts(
            TableInput.of(
                published.rows,
                quasi_identifiers=self._group_names,
                sensitive=plan.roles.sensitive,
                missing=plan.privacy.missing,
                reading=self.reading,
                population=self.people,
                engine=self.auditor,
            )
        )

    def with_counts(self, table: TableInput) -> TableInput:
        """The published table, with the column of counts that it may have."""
        roles = replace(table.roles, count=self.plan.roles.count)
        return replace(table, roles=roles)

    @property
    def label_meaning(self) -> LabelMeaning | None:
        """What published labels say of rows; None where groups have numbers."""
        recoding = self.decision.recoding
        if recoding.group_column is not None:
            return None
        if recoding.levels is not None:
            return LEVELS
        models = self.plan.bound_models()
        meaning = meaning_of_boxes(
            recoding.labels,
            recoding.averages,
            by_size=all(model.only_size for model in models),
        )
        # The groups were judged by the rows behind their labels.
        backed = [int(model.bound) for model in models if model.reads_labels]
        return replace(meaning, least=max([1, *backed]))

    def audit_people(self, people: Table, published: PublishedTables[Any]) -> Audit:
        """Count the people behind the published rows.

        The file does not say whose a row is; only the engine knows. So the rows that it
        counts must be those of the file.
        """
        plan = self.plan
        roles = Roles(
            quasi_identifiers=self._group_names,
            sensitive=plan.roles.sensitive,
            person=plan.roles.person,
        )
        table = TableInput(
            None,
            roles,
            plan.privacy.missing,
            missing_person=plan.people.missing_person,
            whole_visits=plan.people.known == "whole-visits",
            label_meaning=self.label_meaning,
        )
        opened = OpenedTable(self.engine, people, table)
        counted = opened.count()
        if not are_same_rows(counted.cells, self.published_table(published).count()):
            raise InternalError(
                "audit: the published rows are not those whose people were counted"
            )
        audit = audit_table(
            opened,
            models=plan.bound_models(),
            reference=self.reference,
            counted=counted,
        )
        return replace(audit, person=None)  # it is withheld

    @property
    def tells_rows_apart(self) -> bool:
        """True if a row says more than one secret, and people have several rows."""
        roles = self.plan.roles
        several = len(roles.sensitive) > 1 or bool(roles.every_kept)
        return self.people_table is not None and several

    @property
    def _group_names(self) -> tuple[str, ...]:
        """The published columns that make the groups."""
        group = self.decision.recoding.group_column
        return self.plan.roles.quasi_identifiers if group is None else (group,)

    def repeats(self, audit: Audit) -> int:
        """Rows that are left out because other rows of the same person are there."""
        counted = self.counted
        if self.people_table is None:
            return counted.rows_beyond
        starred = self.plan.privacy.suppress_by == "star"
        gone = 0 if starred else self.decision.suppressed
        return counted.cells.rows - gone - audit.rows + counted.rows_beyond

    def people_record(self, audit: Audit) -> PeopleRecord | None:
        """The people of the release, where a column says whose a row is."""
        plan, kinds = self.plan, self.counted.kinds
        if plan.roles.person is None:
            return None
        rows = self.counted.cells.rows
        if self.people_table is None:
            known = of_single_rows(audit)
        else:
            known = count_row_numbers(
                self.engine,
                self.people_table,
                plan.roles.person,
                self._group_names,
                plan.roles.sensitive,
                worst=plan.privacy.missing is MissingPolicy.WORST,
            )
        return PeopleRecord(
            person=plan.roles.person,
            rows=str(plan.people.rows),
            known=plan.people.known,
            missing_person=plan.people.missing_person,
            people_in=rows if kinds is None else kinds.total,
            people_out=audit.rows if audit.people is None else audit.people,
            smallest_rows=audit.smallest_rows,
            most_groups=audit.most_groups,
            most_rows=known.most,
            row_share=known.share,
            rows_known=known.surest,
            all_visits=audit.all_visits,
        )

    @cached_property
    def by_rows(self) -> dict[str, float]:
        """Metrics of group sizes, where not all rows of a person are published.

        A search counts the rows of a person that look alike each, and one is published.
        """
        if self.people_table is None:
            return {}
        names = self._group_names
        labels = [self.engine.values(self.people_table, name) for name in names]
        cells = self.engine.count(self.people_table, labels)
        sizes = cells.counts
        suppressed, rows = self.decision.suppressed, self.counted.cells.rows
        if suppressed and self.decision.recoding.star:
            sizes = sizes[~cells_of_stars(cells, names)]
        found = {
            "discernibility": sum_of_products(sizes, sizes) + suppressed * rows,
            "average-group-size": sizes.mean() if len(sizes) else rows,
        }
        known = self.decision.metrics
        return {name: float(found[name]) for name in found if name in known}

    def risk_of_kept(self, rows: object) -> KeptRisk | None:
        """The risk if somebody knew the kept columns, where there are any."""
        recoding, roles = self.decision.recoding, self.plan.roles
        kept = tuple(n for n in recoding.row_columns if n in roles.every_kept)
        if not kept:
            return None
        group = recoding.group_column
        names = (*roles.quasi_identifiers, *([] if group is None else [group]))
        if self.people_table is not None:
            known = Roles(quasi_identifiers=(*names, *kept), person=roles.person)
            policy = self.plan.people.missing_person
            people = TableInput(None, known, missing_person=policy)
            opened = OpenedTable(self.engine, self.people_table, people)
            return risk_of_keeping(opened.count(), names, kept)
        table = TableInput.of(
            rows,
            quasi_identifiers=(*names, *kept),
            reading=self.reading,
            engine=self.auditor,
        )
        return risk_of_keeping(self.with_counts(table).count(), names, kept)

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

    @property
    def people(self) -> Cells | OwnPeople | None:
        """The population of the plan, generalized as the table is.

        Boxes are matched with the people as they are.
        """
        node, people = self.decision.node, self.counted.people
        if people is None:
            return None
        if node is None:
            return OwnPeople(people)
        return generalize(people, self.counted.hierarchies, node.levels)

    @property
    def reference(self) -> Reference:
        """The table before anything was suppressed, for models that compare with it."""
        decision = self.decision
        partition = decision.recoding.partition_with_trail
        return Reference(self.counted.sensitive, decision.node, partition)


def are_same_rows(ours: Cells, published: RoleCells) -> bool:
    """True if published rows are those of an engine, each as often as there.

    A file may spell a value otherwise: `1.50` is 1.5.
    """
    theirs = published.cells
    lines = [
        label_codes(every_label(own), every_label(other))[theirs.codes[:, place]]
        for place, (own, other) in enumerate(
            zip(ours.dictionaries, theirs.dictionaries, strict=True)
        )
    ]
    codes = np.stack(lines, axis=1)
    order, place = np.lexsort(ours.codes.T), np.lexsort(codes.T)
    return np.array_equal(ours.codes[order], codes[place]) and np.array_equal(
        ours.counts[order], theirs.counts[place]
    )


def risk_of_keeping(
    counted: RoleCells, names: tuple[str, ...], kept: tuple[str, ...]
) -> KeptRisk | None:
    """The risk of a release that was counted with its kept columns, too."""
    cells, kinds = counted.cells, counted.kinds
    if not len(cells.counts):
        return None
    known, without = (
        group_as_published(cells, columns, (), None, kinds).groups
        for columns in ((*names, *kept), names)
    )
    people, sizes = known.people, known.sizes
    own = sizes if people is None else people.by_least(sizes)
    smallest = int(sizes.min())
    return KeptRisk(
        kept,
        smallest,
        int(without.sizes.min()),
        int(own[sizes == 1].sum()),
        1 / smallest,
        "rows" if people is None else "people",
    )
