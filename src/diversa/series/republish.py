# SPDX-License-Identifier: Apache-2.0
"""The whole way of a republication: from a keyed table and a register to a release.

register -> open -> count people -> regroup -> recode -> write -> recount -> follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from diversa.data.dictionary import Dictionary
from diversa.data.variants import Variants, find_variants
from diversa.engines.engine import Engine, EngineChoice
from diversa.engines.registry import open_engine
from diversa.engines.table import Table
from diversa.errors import SourceError
from diversa.files.locks import lock
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.plan.uses import settle
from diversa.progress import Clock, Phases, silent
from diversa.recodings.recoding import PublishedTables
from diversa.record.people import RepublicationRecord
from diversa.record.record import Record
from diversa.record.record_parts import fingerprint
from diversa.release.public_view import SourceFacts, record_of
from diversa.release.publish import publish
from diversa.release.targets import Targets, write_csv
from diversa.series.keyed_table import count_people
from diversa.series.recount import follow, recount
from diversa.series.register import Announcement, Register, open_register
from diversa.series.register_entry import RegisterEntry, settle_register
from diversa.series.regrouping import Regrouping, regroup
from diversa.series.series_plan import SeriesPlan, ask
from diversa.series.series_release import Republished
from diversa.tables.one_spelling import one_spelling

COUNTERFEITS = "counterfeits.csv"
"""The file of a release that says how many counterfeit rows a group has."""


def republish(
    source: object,
    plan: Plan | Path | str | None = None,
    *,
    key: str,
    register: Path | str,
    first: bool = False,
    out: Path | str | None = None,
    replace: bool = False,
    format: str | None = None,  # noqa: A002 - the word of the command line
    engine: EngineChoice = None,
    phases: Phases = silent,
    **words: Unpack[PlanKeywords],
) -> Republished:
    """Publish the next release of a series so that the series is m-invariant.

    Everyone who was published before is in a group with the same sensitive values as
    before; counterfeit rows stand for values that nobody is left to have. Published are
    the quasi-identifiers (as boxes of the groups), the sensitive attribute and the
    number of the group.

    Args:
        source: The current table with a key: a path or a frame.
        plan: A plan with the model m-invariance, or the path of a plan file; or give
            its words instead.
        key: The column that tells people apart, the same in all releases. It is not
            published.
        register: The secret file that knows who was published with which values. It is
            replaced by the register after this release.
        first: Whether nothing was published before; the register is made then.
        out: Folder of the release; without it, a frame comes back as `.frame`.
        replace: Let the release take the place of one that is in the folder.
        format: "csv" or "parquet" for the folder; that of the source by default.
        engine: The engine that reads and writes, or its name; DuckDB by default.
        phases: Told of every phase, for progress bars.
        words: The words of a plan, see `PlanKeywords`.

    Returns:
        The release, after the audit of what was published has passed.

    Raises:
        NoSolutionError: Nobody can be published, or another model does not hold.
        InputError: What was given cannot be used; nothing was written.
    """
    settled = settle(plan, words)
    series_plan, clock = ask(settled), Clock(phases)
    targets = Targets(source=source, out=out, replace=replace, format=format)
    targets.check_writing(settled)
    with ExitStack() as endings:
        endings.enter_context(reserve_register(Path(register)))
        endings.enter_context(targets.reserve(settled.identifiers))
        earlier = open_register(
            Path(register),
            key=key,
            sensitive=series_plan.sensitive,
            m=series_plan.m,
            first=first,
            out=targets.folder,
        )
        check_spellings(earlier, settled)
        opened = endings.enter_context(open_engine(engine, source))
        with clock.phase("read"):
            spelled = one_spelling(
                opened,
                opened.open(source, options=settled.reading),
                [series_plan.sensitive],
                reading=settled.reading,
                kinds=settled.kinds,
                usual=earlier.values,
            )
        with clock.phase("count"):
            people = count_people(opened, spelled.table, series_plan.plan, key)
        with clock.phase("search"):
            regrouping = regroup(people, earlier, series_plan)
        with clock.phase("recode"):
            recoded = opened.recode(spelled.table, regrouping.recoding)
        draft = RepublicationDraft(
            opened,
            settled,
            series_plan,
            regrouping,
            spelled.variants,
            recoded,
            targets,
            Path(register),
            clock,
            engine,
        )
        return publish(draft)


def check_spellings(register: Register, plan: Plan) -> None:
    """Refuse a register of exact values where values are compared by meaning."""
    values = Dictionary.build(
        register.sensitive, register.values, [1] * len(register.values)
    )
    kind = plan.kinds.get(register.sensitive)
    if plan.reading.by_meaning and find_variants(values, kind=kind) is not None:
        raise SourceError(
            "register: must have each sensitive value in one spelling, got values that"
            " mean the same; a series that compares them as they are written goes on"
            " with equality = 'exact' (--equality on the command line)"
        )


@contextmanager
def reserve_register(register: Path) -> Iterator[None]:
    """Keep other runs from a register, after what a killed run began is settled."""
    if not register.absolute().parent.is_dir():
        yield  # there is none, and no place for one: that is refused in its turn
        return
    with lock(register, "register"):
        if register.is_file():
            settle_register(register)
        yield


@dataclass(frozen=True, eq=False)
class RepublicationDraft:
    """A republication that is not published yet."""

    engine: Engine
    plan: Plan
    """The plan as it was given."""
    series_plan: SeriesPlan
    """The demands of the plan on this release."""
    regrouping: Regrouping
    """The people by group."""
    variants: tuple[Variants, ...]
    """Sensitive values that were written in several ways."""
    recoded: Table
    """The rows as they are published."""
    targets: Targets
    register: Path
    """The path of the register."""
    clock: Clock
    auditor: EngineChoice = None
    """The engine of the audit; None for a new one."""

    def write(self, folder: Path) -> tuple[Path, Path]:
        """Write the table, and how many counterfeit rows its groups have."""
        rows, counterfeits = folder / self.targets.file_name, folder / COUNTERFEITS
        safe = self.plan.writing.spreadsheet_safe
        self.engine.write(self.recoded, rows, spreadsheet_safe=safe)
        write_csv(counterfeits, self.counterfeits)
        return rows, counterfeits

    def fetch(self) -> PublishedTables[Any]:
        """Hand the table out as a frame."""
        return PublishedTables(self.engine.fetch(self.recoded))

    def write_beside(self, files: Sequence[Path], record: Record) -> RegisterEntry:
        """Prepare the entry in the register, which is announced before the release."""
        del record  # the register knows more
        if not files or self.targets.folder is None:
            return RegisterEntry(
                self.register, self.regrouping.next_register(None), None
            )
        register = self.regrouping.register
        announcement = Announcement(
            (self.targets.folder / files[0].name).absolute(),
            files[0].absolute(),
            register if register.releases else None,
        )
        after = self.regrouping.next_register(fingerprint(files[0]))
        return RegisterEntry(self.register, after, announcement)

    @property
    def counterfeits(self) -> list[tuple[str, ...]]:
        """The lines of the file of counterfeits: groups that have some."""
        numbers = enumerate(self.regrouping.counterfeits.tolist())
        lines = [(str(group), str(rows)) for group, rows in numbers if rows]
        return [(self.regrouping.group_column, "counterfeits"), *lines]

    @property
    def withheld(self) -> tuple[str, ...]:
        """The columns that have no role; the key is none of them."""
        people = self.regrouping.table
        others = self.plan.roles.others(people.table.columns)
        return tuple(name for name in others if name != people.keys.column)

    def judge(self, tables: Sequence[Any]) -> Republished:
        """The release, if the audit of its table passes, the first of the files."""
        published = tables[0]
        regrouping, people = self.regrouping, self.regrouping.next_release
        with self.clock.phase("audit"):
            audit = recount(published, self.series_plan, regrouping, self.auditor)
            series = follow(published, self.series_plan, regrouping, self.auditor)
        republication = RepublicationRecord(
            m=self.series_plan.m,
            release=len(regrouping.register.releases) + 1,
            counterfeits=len(people.counterfeit_group),
            fewest_people=int(np.bincount(regrouping.group).min()),
            waiting=int(people.waiting.sum()),
            withheld=int(people.withheld.sum()),
            persons=series.persons,
            signatures=series.signatures,
            holds=series.holds(self.series_plan.m),
        )
        decision, plan = regrouping.decision, self.series_plan.plan
        source = SourceFacts(
            regrouping.table.table.rows,
            regrouping.table.dropped,
            self.withheld,
            self.variants,
        )
        return Republished(
            plan=plan,
            record=record_of(
                plan, decision, audit, source, republication=republication
            ),
            audit=replace(audit, seen=None),
            search=decision.reached,
            metrics=decision.metrics,
            recoding=None if decision.recoding.has_cells else decision.recoding,
            variants=self.variants,
            seconds=self.clock.seconds,
            given_plan=self.plan,
            series=series,
            people=regrouping.published.people,
            group_of=regrouping.group,
        )
