# SPDX-License-Identifier: Apache-2.0
"""The audit of two linked tables from what was published, trusting nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Unpack

import numpy as np

from diversa.audits.audit_result import OUTCOMES, ReleaseAudit
from diversa.audits.release_audit import audit_release
from diversa.codec import to_json
from diversa.data.database_table import DatabaseTable
from diversa.data.missing import MissingPolicy
from diversa.data.read_options import ReadOptions
from diversa.engines.engine import Engine, EngineChoice
from diversa.engines.registry import open_engine
from diversa.engines.sources import database_table
from diversa.errors import InputError, SourceError
from diversa.linked.histories import NUMBER, Columns, count_histories
from diversa.linked.known_visits import KnownVisits, measure_known
from diversa.linked.record import LinkedPromise, LinkedRecord, files_in
from diversa.linked.two_tables import PEOPLE, VISITS, number_visits, visit_person
from diversa.models.linked_privacy import LinkedVerdict, verdict_of
from diversa.models.verdict import Verdict
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.plan.uses import check_used, settle
from diversa.record.folder import MANIFEST, TABLE_SUFFIX, UNSEEN
from diversa.record.question import PlanChoice
from diversa.record.record import Record


class TableFindings(NamedTuple):
    """All that an audit finds in two tables that a pseudonym links."""

    verdicts: tuple[LinkedVerdict, ...]
    """The verdict on each model."""
    known: tuple[KnownVisits, ...]
    """What is left to guess, by how many visits are known."""
    faults: tuple[str, ...]
    """Each difference from the promise."""


@dataclass(frozen=True)
class LinkedAudit:
    """The result of the audit of a release of two tables."""

    problems: tuple[str, ...]
    """Each difference between the folder and its manifest."""
    people: ReleaseAudit | None = None
    """The audit of the table of people, where each is a release of its own."""
    visits: ReleaseAudit | None = None
    """The audit of the table of visits, likewise."""
    verdicts: tuple[LinkedVerdict, ...] = ()
    """The verdict on each model of linked tables."""
    known: tuple[KnownVisits, ...] = ()
    """What is left to guess, by how many visits are known."""
    linked: LinkedPromise | None = field(default=None, repr=False)
    """The promise of the manifest, where a pseudonym links the tables."""

    @property
    def verdict(self) -> Verdict:
        """HOLDS if the release is all that its manifest promises."""
        if self.problems:
            return Verdict.FAILS
        parts = [part.verdict for part in (self.people, self.visits) if part]
        return Verdict.worst(parts)

    @property
    def holds(self) -> bool | None:
        """The verdict as JSON has it: true, false, or null if undecided."""
        return self.verdict.holds

    @property
    def outcome(self) -> str:
        """The verdict in a sentence."""
        return OUTCOMES[self.verdict]

    def to_json(self) -> dict[str, Any]:
        """The verdict, the problems, and what was found in the tables."""
        parts = {
            name: part.to_json()
            for name, part in ((PEOPLE, self.people), (VISITS, self.visits))
            if part is not None
        }
        return {
            "verdict": self.verdict.value,
            "holds": self.holds,
            "problems": list(self.problems),
            "models": [to_json(verdict) for verdict in self.verdicts],
            "known": [to_json(one) for one in self.known],
            **parts,
        }


def audit_linked(
    source: Path | str,
    plan: PlanChoice = None,
    *,
    reference: object = None,
    published: str | DatabaseTable | None = None,
    engine: EngineChoice = None,
    **words: Unpack[PlanKeywords],
) -> LinkedAudit:
    """Check a release of two tables again: its files and its promised models.

    Where a pseudonym links the tables all of it is decided from the two files. Else
    each of them is audited by itself, as any release is: whose a visit is only the
    original tables say, which the owner may give.

    Args:
        source: The folder that `anonymize_linked` wrote.
        plan: The plan of the release or the path of its file; or give its words.
        reference: The original table of people, where its visits are given too.
        published: The table of a database that `anonymize_linked` was told to write,
            where a pseudonym links the tables and the folder has the evidence alone.
        engine: The engine that reads the tables, or its name; DuckDB by default.
        words: The words of a plan: person, visits and visit_person, which say where the
            original visits are, and whose.
    """
    check_used("audit_linked", words)
    if words and reference is None:
        raise InputError(
            f"{next(iter(words))}: must come with the original table of people"
            " (reference; --table FILE), got none"
        )
    settled, folder = settle(plan, words), Path(source)
    record = LinkedRecord.read(folder)
    linked = record.linked
    files = published_tables(folder, record, published)
    problems = file_faults(folder, record)
    if linked is None:
        original = None
        if reference is not None:
            original = original_visits(folder / VISITS, reference, settled, engine)
        people, visits = (
            audit_release(folder / name, reference=table, engine=engine)
            for name, table in ((PEOPLE, reference), (VISITS, original))
        )
        return LinkedAudit(tuple(problems), people, visits)
    if reference is not None:
        raise InputError(
            "reference: must be left out where a pseudonym links the tables, got one;"
            " their files decide everything"
        )
    found = TableFindings((), (), ())
    reading = record.reading if published is None else ReadOptions()
    with open_engine(engine, files[0]) as opened:
        try:
            found = audit_tables(opened, files, linked, reading)
            problems += found.faults
            if found.verdicts != record.verdicts or found.known != record.known:
                problems.append("verdicts must be those of the manifest, got others")
        except InputError as error:
            problems.append(str(error))
    return LinkedAudit(
        tuple(problems), verdicts=found.verdicts, known=found.known, linked=linked
    )


def published_tables(
    folder: Path, record: LinkedRecord, published: str | DatabaseTable | None
) -> list[object]:
    """The two tables that a pseudonym links: files, or tables of a database."""
    if record.linked is None:
        if published is not None:
            raise InputError(
                "published: must come with tables that a pseudonym links, got tables"
                " that are published apart; audit each as a table of its own"
            )
        return []
    are_tables = any(name.endswith(TABLE_SUFFIX) for name in record.files)
    place = None if published is None else database_table(published)
    if are_tables and place is None:
        raise SourceError(
            "the folder has the evidence of tables of a database; name them"
            " (--published postgresql://user@host/db?table=name)"
        )
    if place is None:
        if published is not None:
            raise InputError(
                "published: must be a table of a database, such as"
                " postgresql://user@host/db?table=name, got something else"
            )
        return [find_file(folder, record, name) for name in (PEOPLE, VISITS)]
    if not are_tables:
        raise InputError(
            "published: must be left out where the folder has the tables, got one"
        )
    from diversa.engines.postgres.publishing import table_beside

    return [table_beside(place, f"_{name}") for name in (PEOPLE, VISITS)]


def original_visits(
    folder: Path, people: object, plan: Plan, engine: EngineChoice
) -> object:
    """The original visits, with the columns of people that were copied to them."""
    table, roles = plan.linked.table, Record.read(folder).roles
    if table is None or plan.roles.person is None:
        raise InputError(
            "reference: must come with the person and the visits (--person COLUMN,"
            " --with FILE:COLUMN, or --plan FILE), got the people alone"
        )
    own = visit_person(plan)
    with open_engine(engine, people) as opened:
        visits = opened.open(table.source, options=plan.reading.shared)
        first = opened.open(people, options=plan.reading)
        names = [*roles.quasi_identifiers, *roles.sensitive]
        joined = opened.join(
            visits,
            first,
            by=(own, plan.roles.person),
            columns=[name for name in names if name not in visits.places],
        )
        return opened.fetch(opened.select(joined, [own, *names]), like="pyarrow")


def file_faults(folder: Path, record: LinkedRecord) -> list[str]:
    """Files that are gone, were changed, or are not in the manifest."""
    there = files_in(folder)
    lost = [
        f"{name}: must have the fingerprint of the manifest, got"
        f" {'another one' if name in there else 'no such file'}"
        for name, sha256 in record.files.items()
        if there.get(name) != sha256 and not name.endswith(TABLE_SUFFIX)
    ]
    more = [
        f"{name}: must be named in {MANIFEST}, got a file that is not"
        for name in there
        if name not in record.files and Path(name).name not in UNSEEN
    ]
    return lost + more


def find_file(folder: Path, record: LinkedRecord, stem: str) -> Path:
    """The file of a table."""
    for name in record.files:
        if Path(name).stem == stem:
            return folder / name
    raise SourceError(f"{MANIFEST}: must name the file of {stem}, got none")


def audit_tables(
    engine: Engine,
    tables: Sequence[object],
    linked: LinkedPromise,
    reading: ReadOptions,
) -> TableFindings:
    """Count both tables anew: those of people and of visits, as files or frames."""
    person = linked.pseudonym
    first, second = (engine.open(part, options=reading) for part in tables)
    wanted = (
        (PEOPLE, first, (person, *linked.people_known, *linked.people_sensitive)),
        (VISITS, second, (person, *linked.visits_known, *linked.visits_sensitive)),
    )
    for name, table, named in wanted:
        if set(table.columns) != set(named):
            raise SourceError(
                f"{name}: columns must be {', '.join(named)}, got"
                f" {', '.join(table.columns)}"
            )
    faults = []
    times = engine.repeats(first, [person])[person]
    if times.missing or times.different < times.present:
        faults.append(f"{PEOPLE}: must have one row for each pseudonym, got several")
    if engine.join(second, first, by=(person, person), columns=()).rows != second.rows:
        faults.append(f"{VISITS}: must be of published people, got some of nobody")
    numbers = {PEOPLE: (first.rows, linked.people_out)}
    numbers[VISITS] = second.rows, linked.visits_out
    faults += [
        f"{name}: must have {said:,} rows, got {found:,}"
        for name, (found, said) in numbers.items()
        if found != said
    ]
    joined = number_visits(
        engine,
        second,
        first,
        (person, person),
        wanted[0][2],
        NUMBER,
    )
    columns = Columns(person, linked.people_known, linked.visits_known, linked.secrets)
    counted = count_histories(
        engine,
        joined,
        columns,
        missing=MissingPolicy(linked.missing),
        reading=reading,
        kinds={},
        hierarchies={},
    )
    verdicts = tuple(
        verdict_of(counted.histories, model, linked.secrets)
        for model in linked.bound_models
    )
    most = int(np.diff(counted.histories.starts).max(initial=0))
    if most > linked.most_visits:
        faults.append(
            f"{VISITS}: must have at most {linked.most_visits} of a person, got {most}"
        )
    faults += [str(verdict) for verdict in verdicts if verdict.failing]
    known = measure_known(counted.histories, linked.bound_models, linked.secrets)
    return TableFindings(verdicts, known, tuple(faults))
