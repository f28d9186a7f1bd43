# SPDX-License-Identifier: Apache-2.0
"""The whole way of a republication: from a keyed table and a register to a release.

register -> open -> count people -> regroup -> recode -> write -> recount -> follow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Unpack

from diversa.engines.engine import Engine, Table
from diversa.engines.registry import open_engine
from diversa.pipeline import settle
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.progress import Clock, Phases, silent
from diversa.release.folder import appearing
from diversa.release.manifest import MANIFEST, fingerprint, manifest_text
from diversa.release.targets import Targets, write_csv
from diversa.report.page import REPORT, report_page
from diversa.series.keyed_table import count_people
from diversa.series.recount import follow, recount
from diversa.series.register import (
    open_register,
    restored,
    write_register,
)
from diversa.series.regrouping import Regrouping, regroup
from diversa.series.series_plan import SeriesPlan, ask
from diversa.series.series_release import Republished

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
    format: str | None = None,  # noqa: A002 - the word of the command line
    engine: Engine | None = None,
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
        format: "csv" or "parquet" for the folder; that of the source by default.
        engine: The engine that reads and writes; DuckDB by default.
        phases: Told of every phase, for progress bars.
        words: The words of a plan, see `PlanKeywords`.

    Returns:
        The release, after the audit of what was published has passed.

    Raises:
        NoSolutionError: Nobody can be published, or another model does not hold.
        InputError: What was given cannot be used; nothing was written.
    """
    given = settle(plan, words)
    asked, clock = ask(given), Clock(phases)
    targets = Targets.check(
        source, given.identifiers, out=out, format=format, tokens=None, mapping=None
    )
    known = open_register(
        Path(register),
        key=key,
        sensitive=asked.sensitive,
        m=asked.m,
        first=first,
        out=targets.out,
    )
    with open_engine(engine) as opened:
        with clock.phase("read"):
            table = opened.open(source, options=given.reading)
        with clock.phase("count"):
            people = count_people(opened, table, asked.plan, key)
        with clock.phase("search"):
            made = regroup(people, known, asked)
        with clock.phase("recode"):
            recoded = opened.recode(table, made.recoding)
        draft = Draft(given, asked, made, clock, engine)
        with restored(Path(register)):
            if targets.out is None:
                return draft.frame(opened, recoded, Path(register))
            return draft.folder(opened, recoded, targets, Path(register), source)


@dataclass(frozen=True, eq=False)
class Draft:
    """A republication that is not published yet."""

    given: Plan
    asked: SeriesPlan
    made: Regrouping
    clock: Clock
    engine: Engine | None
    """What audits, where the caller chose it; else one that knows nothing yet."""

    def frame(self, engine: Engine, recoded: Table, register: Path) -> Republished:
        """Hand the release out as a frame."""
        with self.clock.phase("write"):
            frame = engine.fetch(recoded)
        release = self.release(frame)
        write_register(register, self.made.next_register(None))
        return replace(release, frame=frame)

    def folder(
        self,
        engine: Engine,
        recoded: Table,
        targets: Targets,
        register: Path,
        source: object,
    ) -> Republished:
        """Write the release; it appears after the audit, and after the register.

        A register that knows more people than were published does no harm.
        """
        out = targets.out or Path()
        with appearing(out) as folder:
            files = folder / targets.file_name, folder / COUNTERFEITS
            with self.clock.phase("write"):
                engine.write(recoded, files[0])
                write_csv(files[1], self.counterfeits)
            release = self.release(files[0])
            manifest = release.manifest(source, files)
            (folder / MANIFEST).write_text(manifest_text(manifest), encoding="utf-8")
            (folder / REPORT).write_text(report_page(manifest), encoding="utf-8")
            names = sorted(one.name for one in folder.iterdir())
            after = self.made.next_register(fingerprint(files[0]))
            write_register(register, after)
        return replace(release, files=tuple(out / name for name in names))

    @property
    def counterfeits(self) -> list[tuple[str, ...]]:
        """The lines of the file of counterfeits: groups that have some."""
        numbers = enumerate(self.made.counterfeits.tolist())
        lines = [(str(group), str(rows)) for group, rows in numbers if rows]
        return [(self.made.group_column, "counterfeits"), *lines]

    def release(self, published: object) -> Republished:
        """The release, if the audit of what was published passes."""
        made, found = self.made, self.made.found
        with self.clock.phase("audit"):
            audit = recount(published, self.asked, made, self.engine)
            series = follow(published, self.asked, made, self.engine)
        return Republished(
            plan=self.asked.plan,
            decision=made.decision,
            rows_in=made.table.table.rows,
            dropped=made.table.dropped,
            audit=audit,
            seconds=self.clock.seconds,
            asked=self.given,
            m=self.asked.m,
            number=len(made.register.releases) + 1,
            counterfeits=len(found.counterfeit_group),
            waiting=int(found.waiting.sum()),
            withheld=int(found.withheld.sum()),
            series=series,
            people=made.published.people,
            group_of=made.group,
        )
