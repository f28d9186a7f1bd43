# SPDX-License-Identifier: Apache-2.0
"""Later rows: a saved recoding applied to a table that came after the first release.

open -> count -> place -> recode -> write -> audit -> measure -> publish: the way of
`pipeline`, without a search.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

from diversa.data.roles import column_names
from diversa.engines.engine import EngineChoice
from diversa.engines.registry import open_engine
from diversa.errors import RoleError, nearest
from diversa.ledger.look_back import look_back
from diversa.ledger.place import LedgerChoice, find_ledger
from diversa.methods.application import apply_saved
from diversa.pipeline import open_and_count, recode
from diversa.plan.keywords import PlanKeywords, revise
from diversa.plan.plan import Plan
from diversa.plan.uses import check_used
from diversa.progress import Clock, Phases, silent
from diversa.recodings.recoding_file import SavedRecoding, read_recoding
from diversa.release.publish import publish
from diversa.release.release import Release
from diversa.release.targets import Targets


def apply(
    source: object,
    recoding: SavedRecoding | Path | str,
    *,
    out: Path | str | None = None,
    replace: bool = False,
    unseen: str = "refuse",
    format: str | None = None,  # noqa: A002 - the word of the command line
    keep_order: bool = False,
    tokens: Path | str | None = None,
    evidence: bool | None = None,
    ledger: LedgerChoice = None,
    second_release_anyway: bool = False,
    engine: EngineChoice = None,
    phases: Phases = silent,
    **words: Unpack[PlanKeywords],
) -> Release:
    """Publish rows that came later, recoded as those of an earlier release.

    Args:
        source: A path or a frame with the columns of the first table.
        recoding: The file that `anonymize(..., recoding=...)` wrote; it holds the plan.
        out: Folder of the release; without it, a frame comes back as `.frame`.
        replace: Let the release take the place of one that is in the folder.
        unseen: What happens to rows with values that the recoding has no label for:
            "refuse" the table, or "suppress" these rows.
        format: "csv" or "parquet" for the folder; that of the source by default.
        keep_order: Give a frame back in its own row order, with its own index.
        tokens: Where the secret mapping of `tokens` identifiers goes; never in `out`.
        evidence: Whether risk, attacks and utility are measured, as `.evidence`; by
            default for a folder.
        ledger: The private file that knows earlier releases, as for `anonymize`: these
            rows may be of people who were in one, or in the first release.
        second_release_anyway: Publish such people again without a warning; the manifest
            says so.
        engine: The engine that reads and writes, or its name; DuckDB by default.
        phases: Told of every phase, for progress bars.
        words: Words of a plan: keep_anyway, columns of the first release that are
            kept although their values single people out in the later rows, beside those
            of the plan; suppression, the share of rows that may be suppressed because a
            model fails in their group, in place of that of the plan; rows_are_people
            and not_the_subject, where an identifier repeats in the later rows.

    Returns:
        The release, after the audit of what was published has passed.

    Raises:
        NoSolutionError: The models do not hold in the later rows.
        InputError: What was given cannot be used; nothing was written.
    """
    check_used("apply", words)
    saved = recoding if isinstance(recoding, SavedRecoding) else read_recoding(recoding)
    plan = saved.plan
    if names := column_names(words.pop("keep_anyway", ())):
        plan = keep_all_the_same(plan, names)
    plan = revise(plan, **words)
    kinds = {attribute.name: attribute for attribute in saved.attributes}
    counting = dataclasses.replace(plan, hierarchies={**plan.hierarchies, **kinds})
    clock = Clock(phases)
    targets = Targets(
        source=source,
        out=out,
        replace=replace,
        format=format,
        keep_order=keep_order,
        tokens=tokens,
        evidence=evidence,
    )
    place = find_ledger(ledger, is_written=out is not None)
    if place is not None:
        place.check(targets.folder)
    with targets.reserve(plan.identifiers), open_engine(engine, source) as opened:
        counted = open_and_count(opened, source, counting, clock, ordered=keep_order)
        looked = None
        if place is not None:
            looked = look_back(
                place,
                opened,
                counted,
                plan,
                folder=targets.folder,
                anyway=second_release_anyway,
            )
        with clock.phase("search") as progress:
            decision = apply_saved(saved, counted, plan, progress, unseen=unseen)
        draft = recode(opened, counted, plan, decision, targets, clock, auditor=engine)
        return publish(dataclasses.replace(draft, looked=looked))


def keep_all_the_same(plan: Plan, names: Sequence[str]) -> Plan:
    """A plan that keeps some of its kept columns whatever their values are."""
    roles = plan.roles
    for name in names:
        if name not in roles.every_kept:
            raise RoleError(
                "keep_anyway: must be a column that the first release kept, got"
                f" '{name}'; {nearest(name, roles.every_kept)}"
            )
    return revise(plan, keep_anyway=tuple(dict.fromkeys((*roles.keep_anyway, *names))))
