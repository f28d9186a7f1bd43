# SPDX-License-Identifier: Apache-2.0
"""A batch of rows, recoded as the first table was, whatever the models say of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from diversa.counts.cells import Cells
from diversa.data.identifiers import Drop
from diversa.engines.engine import Engine
from diversa.engines.table import Table
from diversa.errors import PlanError, RoleError
from diversa.methods.application import recode_all
from diversa.plan.plan import Plan
from diversa.progress import Clock
from diversa.recodings.recoding import Recoding
from diversa.recodings.recoding_file import SavedRecoding
from diversa.series.append_choice import check_models
from diversa.series.append_people import hash_people, person_faults
from diversa.series.append_register import AppendRegister
from diversa.series.append_rows import no_lines, read_lines
from diversa.suggestions.repeating_columns import (
    check_people,
    columns_to_open,
    is_answered,
)
from diversa.tables.count_table import count_table
from diversa.tables.table_input import TableInput

HASH_DIGITS = 32
"""Hexadecimal digits of a hash that are kept: two of a billion rows are never alike."""


@dataclass(frozen=True, eq=False)
class NewRows:
    """A batch of rows as they will be published."""

    cells: Cells = field(repr=False)
    """The rows over the published columns."""
    table: Table
    """The batch inside the engine."""
    recoding: Recoding = field(repr=False)
    """The recoding of the batch."""
    rows: int
    """Rows that came."""
    left_out: int
    """Rows that will never be published."""
    withheld: tuple[str, ...]
    """Columns without a role."""
    identifiers: Mapping[str, tuple[str, ...]] = field(repr=False)
    """Keyed hashes of the values of each identifier."""


def check_plan(plan: Plan) -> None:
    """Refuse plans whose tables cannot grow."""
    check_models(plan.bound_models())
    roles, faults = plan.roles, list[str]()
    faults += person_faults(plan)
    if roles.count is not None:
        faults.append(
            f"roles.count: must be left out of append, got '{roles.count}'; give a row"
            " for each person"
        )
    if roles.weight is not None and roles.weight not in roles.every_kept:
        faults.append(
            f"roles.weight: must be left out of append, got '{roles.weight}'; it is not"
            " published and has no use here"
        )
    faults += [
        f"identifiers.{name}: must be dropped with append, got another treatment;"
        " pseudonyms would link rows of several batches"
        for name, treatment in plan.identifiers.items()
        if not isinstance(treatment, Drop)
    ]
    if faults:
        raise PlanError(faults)


def read_batch(
    engine: Engine,
    source: object,
    saved: SavedRecoding,
    plan: Plan,
    register: AppendRegister,
    clock: Clock,
    *,
    unseen: str,
    spill: Path,
) -> NewRows:
    """Open a batch, check it and recode every row of it.

    The recoded rows are written to a file in the spill folder, so that all rows of the
    table are texts that are read alike.
    """
    kinds = {attribute.name: attribute for attribute in saved.attributes}
    counting = replace(plan, hierarchies={**plan.hierarchies, **kinds})
    with clock.phase("read"):
        opened = TableInput.of_plan(source, counting).open_in(
            engine, columns=columns_to_open(plan)
        )
        plan.check(opened.table.columns)
        check_people(engine, opened.lines, plan)
        identifiers = hash_identifiers(engine, opened.table, plan, register)
    with clock.phase("count"):
        counted = count_table(opened, plan.bound_models(), least_rows=0)
    with clock.phase("recode") as progress:
        recoding, strange = recode_all(saved, counted, plan, progress, unseen=unseen)
        file = spill / "batch.csv"
        left_out = strange + counted.rows_dropped
        rows = opened.table.rows
        names, person = register.all_columns, register.person
        cells = no_lines(names)
        if left_out < rows:
            all_columns = replace(recoding, columns=names, identifiers={})
            engine.write(engine.recode(counted.table, all_columns), file)
            cells = read_lines(engine, file, names, spreadsheet_safe=False)
            if person is not None:
                cells = hash_people(cells, person, bytes.fromhex(register.key))
    return NewRows(
        cells,
        counted.table,
        recoding,
        rows,
        left_out,
        plan.roles.others(opened.table.columns),
        identifiers,
    )


def hash_identifiers(
    engine: Engine, table: Table, plan: Plan, register: AppendRegister
) -> dict[str, tuple[str, ...]]:
    """Keyed hashes of the identifiers of a batch; refuse those that came before."""
    if is_answered(plan):
        return {}
    names = [
        name
        for name in plan.roles.identifiers
        if name in table.places and name not in plan.people.not_the_subject
    ]
    key = bytes.fromhex(register.key)
    hashes = {
        name: tuple(
            one[:HASH_DIGITS]
            for one in engine.smallest_hashes(table, name, key, table.rows)
        )
        for name in names
    }
    faults = [
        f"roles.identifiers: '{name}' must have values that no earlier batch had, got"
        f" {known:,} that came before. A row that came twice would be published twice,"
        " and a person with several rows counted as several. Leave these rows out of"
        " the batch, or say one of these:"
        f"\n  not_the_subject='{name}' if it names somebody else, such as a doctor,"
        "\n  rows_are_people=True if every row is another person."
        for name, found in hashes.items()
        if (known := len({*found} & {*register.identifiers.get(name, ())}))
    ]
    if faults:
        raise RoleError("\n".join(faults))
    return hashes
