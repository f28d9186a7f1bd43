# SPDX-License-Identifier: Apache-2.0
"""The audit of a release against its manifest, trusting nothing in the folder.

The published table is counted anew, and every fault is listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Unpack

from diversa.audits.audit import with_person, worst_audit
from diversa.audits.audit_result import Audit, ReleaseAudit
from diversa.audits.cell_audit import check_groups
from diversa.audits.population import blaming_what_is_beside
from diversa.audits.pseudonyms import repeating_pseudonyms
from diversa.audits.recount import original_of, recount
from diversa.audits.release_faults import (
    behind_faults,
    column_faults,
    file_faults,
    foreign_file_faults,
    group_faults,
    model_faults,
    people_faults,
    promise_faults,
    row_faults,
    visit_faults,
)
from diversa.audits.tree_faults import tree_faults
from diversa.data.missing import MissingPersonPolicy
from diversa.data.population_source import PeopleSource
from diversa.engines.engine import Engine, EngineChoice
from diversa.engines.registry import open_engine
from diversa.engines.source_files import locate
from diversa.engines.sources import source_of
from diversa.errors import BesideError, HierarchyError, InputError, ModelError
from diversa.models import models_from
from diversa.models.model import Model
from diversa.models.needs import NOT_SHOWN
from diversa.plan.keywords import PlanKeywords
from diversa.recodings.buckets import unfit
from diversa.record.question import PlanChoice, ask
from diversa.record.reading import as_recorded, release_folder
from diversa.record.record import Record
from diversa.record.taxonomies import (
    TAXONOMIES,
    Taxonomies,
)
from diversa.tables.table_input import OpenedTable, TableInput

if TYPE_CHECKING:
    from diversa.recodings.recoding_file import SavedRecoding


def audit_release(
    source: object,
    plan: PlanChoice = None,
    *,
    groups: int = 10,
    reference: object = None,
    recoding: Path | str | None = None,
    engine: EngineChoice = None,
    **words: Unpack[PlanKeywords],
) -> ReleaseAudit:
    """Check a release folder again: its files, columns, rows and promised models.

    Where rows were suppressed, the published ones alone do not tell how the whole table
    was distributed. A model that compares with it is decided as far as the published
    rows prove it, and undecided beyond that, unless the original is given. So is a
    model that needs a population, or a taxonomy that is not published.

    Args:
        source: The folder with `manifest.json`, or the release that was written there.
        plan: The plan of the release or the path of its file, whose hierarchies and
            population are used; or give the words instead.
        groups: How many violating groups to show at most.
        reference: The original table: a path or a frame. Where the release counts
            people, only the original says whose a row is: without it, no model holds
            for certain.
        recoding: The recoding that was saved with the release, where groups overlap: it
            says in which of them a row of the original is.
        engine: The engine that reads the table, or its name; DuckDB by default.
        words: The words of a plan, see `PlanKeywords`: hierarchies of the release (the
            trees of sensitive attributes and, with the original, what lies around the
            published groups); population, with its own values or as general as the
            release; models that are judged beside those that the release promises;
            seed, where it drew the rows of people, to draw them from the original.

    Raises:
        BesideError: What is given beside the release is missing or does not belong to
            it, and nothing else is wrong with the release.
    """
    folder = release_folder(source)
    with blaming_what_is_beside():
        models = words.get("models", ())
        models_from(models)
    asked, settled = ask("audit_release", folder, plan, words, engine=engine)
    made_with = NOTHING_KEPT
    if recoding is not None:
        from diversa.recodings.recoding_file import read_recoding  # few audits need it

        with blaming_what_is_beside():
            made_with = MadeWith(read_recoding(recoding))
    if "seed" in words:
        made_with = made_with._replace(seed=settled.search.seed)
    return audit_folder(
        asked,
        models=settled.privacy.models,
        groups=groups,
        reference=reference,
        made_with=made_with,
    )


class MadeWith(NamedTuple):
    """Things that the owner kept of the making of a release."""

    recoding: SavedRecoding | None = None
    """The recoding, which places rows where groups overlap."""
    seed: int | None = None
    """The seed that drew the rows of people, where one was given."""


NOTHING_KEPT = MadeWith()
"""Nothing but the release."""


def audit_folder(
    asked: TableInput,
    *,
    models: Sequence[Model] = (),
    groups: int = 10,
    reference: object = None,
    made_with: MadeWith = NOTHING_KEPT,
) -> ReleaseAudit:
    """Check a release folder, with the tables given beside it."""
    folder, hierarchies = Path(str(asked.source)), asked.hierarchies
    record = Record.read(folder)
    check_groups(groups)
    problems = [
        *row_faults(record),
        *people_faults(record),
        *file_faults(folder, record),
        *foreign_file_faults(folder, record),
    ]
    audit: Audit | None = None
    beside: list[str] = []
    table = as_recorded(asked, folder, record)
    check_files(reference, table)
    if (folder / record.release_file).is_file():
        with open_engine(table.engine, table.source) as opened:
            try:
                rows = table.open_in(opened)
                problems += column_faults(rows.table.columns, record)
                problems += group_faults(opened, rows.table, record)
                problems += tree_faults(opened, rows.table, record)
                rows = with_taxonomies(rows, folder, record)
                further = further_models(models, record)
                audit, faults = judge_release(
                    opened,
                    rows,
                    record,
                    reference,
                    groups=groups,
                    further=further,
                    made_with=made_with,
                )
                problems += [*faults, *promise_faults(audit, record)]
            except BesideError as error:
                beside.append(str(error))
            except HierarchyError as error:
                (beside if hierarchies else problems).append(str(error))
            except ModelError as error:
                given = models or table.population is not None
                (beside if given else problems).append(str(error))
            except InputError as error:
                problems.append(f"{record.release_file}: {error}")
    if beside and not problems:
        raise BesideError("\n".join(beside))
    if audit is not None and record.people is not None and audit.people is None:
        beside.append(record.people.claim(record.least_people))
    return ReleaseAudit(tuple(problems), audit, tuple(beside))


def judge_release(
    engine: Engine,
    rows: OpenedTable,
    record: Record,
    reference: object,
    *,
    groups: int,
    further: Sequence[Model],
    made_with: MadeWith,
) -> tuple[Audit, list[str]]:
    """Audit the rows of a release, or their people where the release counts people.

    Beside the audit what is wrong with the rows. A pseudonym that repeats tells people
    apart: where the release counts rows, its people are audited; where it counts other
    people, the models must hold for these, too.
    """
    people = record.people
    faults: list[str] = []
    recounted = partial(
        recount,
        rows,
        groups=groups,
        suppressed=record.gone + record.repeats,  # neither is in the file
        further=further,
    )
    by_pseudonym = [
        recounted(original_of(with_person(rows, name), reference), person=name)
        for name in repeating_pseudonyms(engine, rows.table, record.roles.identifiers)
    ]
    if people is None:
        if not by_pseudonym:
            return recounted(original_of(rows, reference)), []
        return worst_audit(by_pseudonym), []
    for audit in by_pseudonym:
        faults += model_faults(audit, record)
    if reference is None:
        return recounted(None, persons=NOT_SHOWN), faults
    from diversa.audits.people_behind import people_behind  # it reads labels

    with blaming_what_is_beside():
        behind = people_behind(engine, rows, reference, record, *made_with)
    faults += behind_faults(behind, record)
    if behind.gap is not None:
        return recounted(None, persons=behind.gap), faults
    policy = MissingPersonPolicy(people.missing_person)
    original = original_of(
        with_person(rows, people.person, policy), behind.drawn or reference
    )
    audit = recounted(original, counted=behind.counted)
    faults += visit_faults(audit, record)
    if behind.counted is None:  # every row is a person
        audit = replace(audit, people=audit.rows)
    return audit, faults


def with_taxonomies(rows: OpenedTable, folder: Path, record: Record) -> OpenedTable:
    """Add the taxonomies that a release publishes, unless others are given."""
    if TAXONOMIES not in record.files:
        return rows
    table, published = rows.table_input, Taxonomies.read(folder).of
    hierarchies = {**published, **table.hierarchies}
    return replace(rows, table_input=replace(table, hierarchies=hierarchies))


def check_files(reference: object, table: TableInput) -> None:
    """Refuse missing files beside the release; they are no fault of the release."""
    people = table.population
    handed_over = [people.source] if isinstance(people, PeopleSource) else []
    for source in (reference, *handed_over):
        path = source_of(source).path
        if path is not None:
            locate(path)


def further_models(models: Sequence[Model], record: Record) -> tuple[Model, ...]:
    """Models that the release does not promise, bound to sensitive attributes."""
    with blaming_what_is_beside():
        bound = [one for model in models for one in model.bind(record.roles.sensitive)]
    for model in bound:
        why = unfit(model) if record.sensitive_table else None
        if why is not None:
            raise BesideError(
                f"{model.spec}: cannot hold with a sensitive table: {why}"
            )
    return tuple(bound)
