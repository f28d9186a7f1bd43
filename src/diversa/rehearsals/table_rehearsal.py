# SPDX-License-Identifier: Apache-2.0
"""The rehearsal of a plan on a table, or what the record of a release says of one."""

from __future__ import annotations

from dataclasses import replace

from diversa.engines.engine import EngineChoice
from diversa.engines.registry import open_engine
from diversa.errors import InputError
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.plan.uses import settle
from diversa.record.question import PlanChoice
from diversa.record.reading import is_release, release_record
from diversa.record.rehearsal_record import RehearsalRecord
from diversa.rehearsals.rehearsal import Kind, rehearse
from diversa.suggestions.repeating_columns import check_people, columns_to_open
from diversa.tables.count_table import CountTable, count_table
from diversa.tables.drawn_rows import draw_rows
from diversa.tables.table_input import TableInput

Rehearse = bool | str
"""True or the kind of a rehearsal; False for none."""

KINDS: tuple[Kind, ...] = ("plain", "adaptive")
"""The kinds of rehearsals."""


def kind_of(rehearse: Rehearse) -> Kind | None:
    """The kind of a rehearsal that is asked for; None for none.

    >>> kind_of(True), kind_of("adaptive"), kind_of(False)
    ('plain', 'adaptive', None)
    """
    if rehearse in KINDS:
        return rehearse
    if isinstance(rehearse, bool):
        return "plain" if rehearse else None
    raise InputError(
        f"rehearse: must be True, False or one of {', '.join(KINDS)}, got {rehearse!r}"
    )


def rehearse_table(
    source: object,
    plan: PlanChoice,
    words: PlanKeywords,
    *,
    reference: object = None,
    kind: Kind | None = "plain",
    engine: EngineChoice = None,
) -> RehearsalRecord | None:
    """Rehearse the plan on the original of a table; None if nothing is asked for.

    Args:
        source: A table that is no release, and so the original; or a release, whose
            record has the rehearsal that was made when it was published.
        plan: The plan of the release.
        words: Words that take the place of its settings.
        reference: The original of a release.
        kind: The adversary.
        engine: The engine that reads the original.
    """
    if kind is None:
        return None
    original = source if reference is None else reference
    if reference is None and is_release(source):
        return rehearsal_of_record(source, kind)
    settled = settle(plan, words)
    if not settled.privacy.models:
        raise InputError(
            "rehearse: must come with the plan of the release, got no model; name the"
            " plan (plan=, --plan), whose models, method and hierarchies are used"
        )
    return rehearse(count_original(original, settled, engine), settled, kind=kind)


def rehearsal_of_record(source: object, kind: Kind) -> RehearsalRecord:
    """The rehearsal that was made when a release was published."""
    record = release_record(source)
    found = None
    if record is not None and record.evidence is not None:
        found = record.evidence.rehearsal
    if found is None or found.left_out is not None or kind not in ("plain", found.kind):
        raise InputError(
            f"rehearse: must come with the original table and the plan, got a release"
            f" whose record has no {kind} rehearsal; name them (reference=, plan=;"
            " --reference, --plan)"
        )
    return found


def count_original(source: object, plan: Plan, engine: EngineChoice) -> CountTable:
    """Open a table as it would be for a release, and count it."""
    with open_engine(engine, source) as opened:
        fitted = plan.search.method == "full-domain"
        table_input = replace(TableInput.of_plan(source, plan), fitted=fitted)
        table = table_input.open_in(opened, columns=columns_to_open(plan))
        plan.check(table.table.columns)
        check_people(opened, table.lines, plan)
        return count_table(draw_rows(opened, table, plan), plan.bound_models())
