# SPDX-License-Identifier: Apache-2.0
"""From tables of people and visits to an audited release of both: all or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as changed
from pathlib import Path
from typing import Any, Unpack, cast

from diversa.data.read_options import ReadOptions
from diversa.engines.engine import EngineChoice
from diversa.engines.registry import auditor_of, open_engine
from diversa.engines.sources import source_of
from diversa.engines.table_target import TableTarget
from diversa.errors import InternalError
from diversa.linked.audit import audit_tables
from diversa.linked.pair_target import PairTarget, appearing_with, pair_target
from diversa.linked.pseudonyms import LinkedTables, check_linked
from diversa.linked.record import LinkedPromise, LinkedRecord, files_in
from diversa.linked.release import LinkedRelease
from diversa.linked.report import linked_page
from diversa.linked.two_tables import PEOPLE, VISITS, TablePair
from diversa.pipeline import decide, open_and_count, recode
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.plan.uses import settle
from diversa.progress import Clock, Phases, silent
from diversa.record.folder import MANIFEST, REPORT
from diversa.record.record_parts import ReportHead
from diversa.release.draft import AnonymizationDraft
from diversa.release.publish import publish, publish_folder
from diversa.release.release import Release
from diversa.release.table_draft import TableDraft
from diversa.release.targets import Out, Targets
from diversa.report.page import today


def anonymize_linked(
    source: object,
    plan: Plan | Path | str | None = None,
    *,
    out: Out = None,
    replace: bool = False,
    format: str | None = None,  # noqa: A002 - the word of the command line
    evidence: Path | str | None = None,
    engine: EngineChoice = None,
    phases: Phases = silent,
    **words: Unpack[PlanKeywords],
) -> LinkedRelease:
    """Publish a table of people and a table of their visits.

    Without a model of linked tables nobody can join what is published: each table is a
    release of its own, in the folders `people` and `visits`. The visits are counted in
    people. With such a model (`linked_models`) both tables have a random pseudonym of
    each person, new in every release, and the models hold for all that is then known.

    Args:
        source: The table of people, with one row for each: a path, a frame or a table
            of a database.
        plan: A plan or the path of a plan file; or give its words instead.
        out: Folder of the release; or a table of a database, which becomes two: the
            names end with `_people` and `_visits`. Without it, frames come back.
        replace: Let the release take the place of one that is in the folder.
        format: "csv" or "parquet" for the folder; that of the source by default.
        evidence: Folder of manifest and report, if the release is in a database.
        engine: The engine that reads and writes, or its name.
        phases: Told of every phase, for progress bars.
        words: The words of a plan, see `PlanKeywords`: person, visits, visit_person,
            visit_quasi_identifiers, visit_sensitive and linked_models beside the usual
            ones of the table of people.

    Returns:
        The release, after the audit of what was published has passed.

    Raises:
        NoSolutionError: No release satisfies the models.
        InputError: What was given cannot be used; nothing was written.
    """
    settled, clock = settle(plan, words), Clock(phases)
    targets = Targets(
        source=source, out=out, replace=replace, format=format, evidence=evidence
    )
    with (
        targets.reserve(settled.identifiers),
        open_engine(engine, source) as opened,
        pair_target(targets, opened) as pair,
    ):
        targets.check_writing(settled)
        if settled.linked.models:
            check_linked(settled)
        tables = TablePair.open_in(opened, source, settled)
        if settled.linked.models:
            return publish_linked(tables, targets, clock, engine, pair)
        drafts = make_drafts(tables, targets, clock, auditor_of(engine))
        if targets.folder is None:
            releases = [publish(draft) for draft in drafts]
            return release_of(*releases, clock=clock)
        return publish_both(drafts, targets, clock, pair)


def publish_linked(
    tables: TablePair,
    targets: Targets,
    clock: Clock,
    engine: EngineChoice,
    pair: PairTarget | None,
) -> LinkedRelease:
    """Decide on both tables, link them by pseudonyms, and audit what is written."""
    with clock.phase("search"):
        linked = LinkedTables.decide(tables)
    with clock.phase("recode"):
        made = linked.make(tables.engine)
    writing, promise = tables.plan.writing, linked.promise
    record = LinkedRecord(
        tables=(PEOPLE, VISITS),
        linked=promise,
        spreadsheet_safe=writing.spreadsheet_safe,
        equality=tables.plan.reading.equality,
        report=ReportHead(
            source_of(targets.source).file_name,
            tables.plan.report.title,
            tables.plan.report.author,
            tables.plan.report.language,
        ),
        files={},
    )
    if targets.folder is None:
        with clock.phase("write"):
            frames = [tables.engine.fetch(table) for table in made]
        record = audit_made(frames, record, clock, auditor_of(engine))
        return release_of_record(record, promise, clock, frames=(frames[0], frames[1]))
    names: tuple[str, ...] = ()
    with appearing_with(targets.folder, pair, replace=targets.replace) as folder:
        if pair is not None:
            with clock.phase("write"):
                places = pair.write(tables.engine, made)
            record = audit_made(places, record, clock, pair.whole.engine)
            pair.describe(promise)
            record = changed(record, files=pair.fingerprints())
        else:
            names = tuple(f"{name}.{targets.file_format}" for name in record.tables)
            with clock.phase("write"):
                for table, name in zip(made, names, strict=True):
                    tables.engine.write(
                        table, folder / name, spreadsheet_safe=writing.spreadsheet_safe
                    )
            files = [folder / name for name in names]
            record = audit_made(files, record, clock, auditor_of(engine))
        (folder / REPORT).write_text(
            linked_page(record, promise, today()), encoding="utf-8"
        )
        record = changed(record, files={**record.files, **files_in(folder)})
        record.write(folder)
    listed = tuple(targets.folder / name for name in (MANIFEST, REPORT, *names))
    named = () if pair is None else pair.names
    return release_of_record(record, promise, clock, files=(*named, *listed))


def release_of_record(
    record: LinkedRecord,
    promise: LinkedPromise,
    clock: Clock,
    *,
    frames: tuple[object, object] | None = None,
    files: tuple[Path | str, ...] = (),
) -> LinkedRelease:
    """The release that a record is about."""
    return LinkedRelease(
        linked=promise,
        verdicts=record.verdicts,
        known=record.known,
        frames=frames,
        files=files,
        seconds=clock.seconds,
    )


def audit_made(
    made: Sequence[object], record: LinkedRecord, clock: Clock, auditor: EngineChoice
) -> LinkedRecord:
    """The record with what an audit finds; nothing is published if a model fails."""
    promise = record.linked
    reading = record.reading if isinstance(made[0], Path) else ReadOptions()
    with clock.phase("audit"), open_engine(auditor, made[0]) as opened:
        if promise is None:
            raise InternalError("audit: linked tables must have a promise")
        found = audit_tables(opened, made, promise, reading)
    if found.faults:
        raise InternalError(
            "audit: the linked tables do not hold; not released:"
            f" {'; '.join(found.faults)}"
        )
    return changed(record, verdicts=found.verdicts, known=found.known)


def make_drafts(
    tables: TablePair, targets: Targets, clock: Clock, auditor: EngineChoice
) -> list[AnonymizationDraft]:
    """Decide on both tables, before anything is written."""
    linked = tables.plan.linked.table
    parts = (
        (targets.source, targets.source, tables.people_plan),
        (tables.joined, linked and linked.source, tables.visits_plan),
    )
    drafts = []
    for opened, source, plan in parts:
        counted = open_and_count(tables.engine, opened, plan, clock, ordered=False)
        decision = decide(counted, plan, clock)
        own = changed(targets, source=source, format=targets.file_format)
        drafts.append(
            recode(tables.engine, counted, plan, decision, own, clock, auditor=auditor)
        )
    return drafts


def publish_both(
    drafts: list[AnonymizationDraft],
    targets: Targets,
    clock: Clock,
    pair: PairTarget | None,
) -> LinkedRelease:
    """Write and audit both tables, which appear at the end with their manifest."""
    out = cast("Path", targets.folder)
    with appearing_with(out, pair, replace=targets.replace) as folder:
        releases = []
        for draft, name in zip(drafts, (PEOPLE, VISITS), strict=True):
            target = None if pair is None else pair.target_of(name)
            made = publish_part(draft, folder / name, target)
            files = tuple(
                file if isinstance(file, str) else out / name / file.name
                for file in made.files
            )
            releases.append(changed(made, files=files))
        safe = drafts[0].plan.writing.spreadsheet_safe
        record = LinkedRecord(
            tables=(PEOPLE, VISITS), files=files_in(folder), spreadsheet_safe=safe
        )
        record.write(folder)
    return release_of(*releases, clock=clock, files=(out / MANIFEST,))


def publish_part(
    draft: AnonymizationDraft, folder: Path, target: TableTarget[Any, Any] | None
) -> Release:
    """Publish one of the tables in a folder, or in a database with its evidence."""
    if target is None:
        return publish(changed(draft, targets=changed(draft.targets, out=folder)))
    own = changed(draft.targets, out=target.out, evidence=folder)
    return publish_folder(
        TableDraft(changed(draft, targets=own), target, is_part=True), folder
    )


def release_of(
    people: Release, visits: Release, *, clock: Clock, files: tuple[Path, ...] = ()
) -> LinkedRelease:
    """Both releases as one."""
    frames = None if people.frame is None else (people.frame, visits.frame)
    listed = tuple(file for one in (people, visits) for file in one.files)
    return LinkedRelease(
        people=people,
        visits=visits,
        frames=frames,
        files=(*files, *listed),
        seconds=clock.seconds,
    )
