# SPDX-License-Identifier: Apache-2.0
"""The whole way on one page: from a table to an audited release.

open -> roles -> values -> hierarchies -> count -> search -> recode -> write -> audit.
Read this file first; every step stands in the module it calls.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Unpack

from diversa.clock import Clock, Phases, silent
from diversa.counting import Counted, count_table
from diversa.counts.cells import Cells
from diversa.counts.people import generalize
from diversa.decision import Decision
from diversa.engines.duckdb import DuckDBEngine
from diversa.engines.engine import Engine, ReadOptions, Table
from diversa.errors import InternalError, TargetError
from diversa.methods import METHODS, make_task
from diversa.plan import Plan
from diversa.plan_file import read_plan
from diversa.plan_words import Words, make_plan, revise
from diversa.publish.folder import appearing
from diversa.publish.manifest import MANIFEST, manifest_text
from diversa.publish.targets import Targets
from diversa.release import Release
from diversa.report.audit import audit
from diversa.report.findings import Audit
from diversa.report.nodes import LatticeReport
from diversa.report.page import REPORT, report_page
from diversa.report.reference import Reference
from diversa.search.planner import search_all


def anonymize(
    source: object,
    plan: Plan | Path | str | None = None,
    *,
    out: Path | str | None = None,
    format: str | None = None,  # noqa: A002 - the word of the command line
    keep_order: bool = False,
    tokens: Path | str | None = None,
    mapping: Path | str | None = None,
    phases: Phases = silent,
    **words: Unpack[Words],
) -> Release:
    """Publish a table so that every model of the plan holds in the release.

    Args:
        source: A path (CSV, Parquet, JSON) or a pandas, Polars or PyArrow frame.
        plan: A plan or the path of a plan file; or give its words instead.
        out: Folder of the release; without it, a frame comes back as `.frame`.
        format: "csv" or "parquet" for the folder; that of the source by default.
        keep_order: Give a frame back in its own row order, with its own index.
        tokens: Where the secret mapping of `tokens` identifiers goes; never in `out`.
        mapping: Where the applied value mapping of the quasi-identifiers goes.
        phases: Told of every phase, for progress bars.
        words: The words of a plan, see `Words`: quasi_identifiers, sensitive,
            identifiers, models, hierarchies, suppression, missing, objective, ...

    Returns:
        The release, after the audit of what was published has passed.

    Raises:
        NoSolutionError: No release satisfies the models.
        InputError: What was given cannot be used; nothing was written.
    """
    settled = settle(plan, words)
    if mapping is not None and settled.search.method != "full-domain":
        raise TargetError(
            f"mapping: must come with the method full-domain, got"
            f" {settled.search.method}; the others publish a value differently from"
            " group to group"
        )
    targets = Targets.check(
        source,
        settled.identifiers,
        out=out,
        format=format,
        tokens=tokens,
        mapping=mapping,
    )
    clock = Clock(phases)
    with DuckDBEngine() as engine:
        counted = open_and_count(engine, source, settled, clock, ordered=keep_order)
        with clock.phase("search") as progress:
            decision = METHODS[settled.search.method](counted, settled, progress)
        with clock.phase("recode"):
            recoded = engine.recode(counted.table, decision.recoding)
        draft = Draft(settled, counted, decision, clock)
        if targets.out is None:
            with clock.phase("write"):
                frame = engine.fetch(recoded, keep_order=keep_order)
            release = replace(draft.release(frame), frame=frame)
            targets.write_beside(engine, recoded, decision.recoding)
            return release
        return publish_folder(engine, recoded, draft, targets, targets.out, source)


def lattice(
    source: object,
    plan: Plan | Path | str | None = None,
    *,
    phases: Phases = silent,
    **words: Unpack[Words],
) -> LatticeReport:
    """Find every node of the lattice that satisfies the models of the plan.

    Args:
        source: A path or a frame, as for `anonymize`.
        plan: A plan or the path of a plan file; or give its words instead.
        phases: Told of every phase, for progress bars.
        words: The words of a plan, see `Words`.
    """
    settled, clock = settle(plan, words), Clock(phases)
    with DuckDBEngine() as engine:
        counted = open_and_count(engine, source, settled, clock, ordered=False)
        with clock.phase("search") as progress:
            task = make_task(counted, settled, progress)
            return LatticeReport.of(task, search_all(task))


def settle(plan: Plan | Path | str | None, words: Words) -> Plan:
    """The plan that was given or read; words take the place of its own."""
    if plan is None:
        return make_plan(**words)
    given = plan if isinstance(plan, Plan) else read_plan(plan)
    return revise(given, **words) if words else given


def open_and_count(
    engine: Engine, source: object, plan: Plan, clock: Clock, *, ordered: bool
) -> Counted:
    """Open the source and count its cells."""
    with clock.phase("read"):
        table = engine.open(source, options=plan.reading, ordered=ordered)
    with clock.phase("count"):
        return count_table(engine, table, plan)


@dataclass(frozen=True, eq=False)
class Draft:
    """A decision that is not published yet."""

    plan: Plan
    counted: Counted
    decision: Decision
    clock: Clock

    @property
    def people(self) -> Cells | None:
        """The population of the plan, generalized as the table is."""
        around = self.decision.around
        if self.counted.people is None or around is None:
            return None
        return generalize(self.counted.people, self.counted.hierarchies, around.levels)

    @property
    def reference(self) -> Reference:
        """The table before anything was suppressed, for models that compare with it."""
        return Reference(self.counted.sensitive, self.decision.around)

    def release(self, published: object) -> Release:
        """The release, if the audit of what was published passes."""
        with self.clock.phase("audit"):
            found = audit_published(published, self.plan, self.reference, self.people)
        if not found.holds:
            raise InternalError(
                "audit: the published table does not hold; not released"
            )
        return Release(
            plan=self.plan,
            decision=self.decision,
            rows_in=self.counted.table.rows,
            dropped=self.counted.dropped,
            audit=found,
            seconds=self.clock.seconds,
        )


def audit_published(
    published: object, plan: Plan, reference: Reference, people: Cells | None
) -> Audit:
    """Count what was published anew; a release tells empty text from missing."""
    return audit(
        published,
        quasi_identifiers=plan.roles.quasi_identifiers,
        sensitive=plan.roles.sensitive,
        models=plan.bound_models(),
        missing=plan.privacy.missing,
        count_suppressed=True,  # rows of `*` in a release are a group like any other
        options=ReadOptions(delimiter=",", quoted_missing=False),
        population=people,
        reference=reference,
    )


def publish_folder(
    engine: Engine,
    recoded: Table,
    draft: Draft,
    targets: Targets,
    out: Path,
    source: object,
) -> Release:
    """Write the release; the folder appears after the audit of the file passed."""
    with appearing(out) as folder:
        data = folder / targets.file_name
        with draft.clock.phase("write"):
            engine.write(recoded, data)
        release = draft.release(data)
        manifest = release.manifest(source, data)
        (folder / MANIFEST).write_text(manifest_text(manifest), encoding="utf-8")
        (folder / REPORT).write_text(report_page(manifest), encoding="utf-8")
        names = sorted(one.name for one in folder.iterdir())
        targets.write_beside(engine, recoded, draft.decision.recoding)
    return replace(release, files=tuple(out / name for name in names))
