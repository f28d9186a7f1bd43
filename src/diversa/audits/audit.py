# SPDX-License-Identifier: Apache-2.0
"""The audit of any table, ours or not: what it attains, and whether the models hold.

An audit counts the table and groups it by its quasi-identifiers as they stand.
Nothing is generalized and nothing is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from diversa.audits.audit_result import Audit
from diversa.audits.distribution import distribution
from diversa.audits.population import audited_people, group_as_published
from diversa.audits.reference import Reference, find_reference
from diversa.audits.suppressed_rows import audited_cells, suppressed_cells
from diversa.audits.verdict import find_level, judge, measure
from diversa.audits.violating_groups import smallest_violating, violating
from diversa.counts.cells import Cells
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Kind
from diversa.data.missing import MissingPolicy
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.engines.engine import Counting, EngineChoice, Table
from diversa.engines.registry import open_counting
from diversa.errors import InputError
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.hierarchies.mapping import hierarchy_from
from diversa.models import audited, parse
from diversa.models.model import Model
from diversa.models.needs import Need
from diversa.tables.role_cells import count_roles

Choice = TypeVar("Choice", bound=StrEnum)


def audit(
    source: object,
    *,
    quasi_identifiers: Sequence[str] | str,
    sensitive: Sequence[str] | str = (),
    models: Sequence[Model | str] | Model | str = (),
    missing: MissingPolicy | str = MissingPolicy.RAISE,
    count_suppressed: bool = False,
    groups: int = 10,
    reading: ReadOptions | None = None,
    engine: EngineChoice = None,
    kinds: Mapping[str, Kind | str] | None = None,
    population: object = None,
    reference: object = None,
    hierarchies: Mapping[str, object] | None = None,
) -> Audit:
    """Audit a table: the levels it attains, and a verdict on each model asked for.

    Args:
        source: A path or a frame.
        quasi_identifiers: The columns that an adversary may know of a person.
        sensitive: The columns that must stay secret.
        models: Models or their specs; with none, every verdict is true.
        missing: What a missing sensitive value means: raise, own, worst or drop. A
            missing quasi-identifier is a value of its own.
        count_suppressed: Count rows with `*` in every quasi-identifier as a group. They
            are counted in any case where the table has no other rows.
        groups: How many violating groups to show at most.
        reading: How a text file is read.
        engine: The engine that reads the table, or its name; DuckDB by default.
        kinds: Columns of a text file that hold a number or a date.
        population: A table of the people whom the rows may be, as general as the table:
            a path or a frame; see `audited_people` for other ways to give it.
        reference: The original table, where rows of it were suppressed: a path, a frame
            or a `Reference`. Models that compare a group with the whole table mean
            that one; without it they are measured against the rows that are there.
        hierarchies: For a sensitive attribute, the tree of its values; for a
            quasi-identifier, what lies around its values. Anything that describes a
            hierarchy, see `hierarchies.mapping`.
    """
    roles = Roles(
        quasi_identifiers=as_tuple(quasi_identifiers), sensitive=as_tuple(sensitive)
    )
    asked = [parse(one) if isinstance(one, str) else one for one in as_tuple(models)]
    policy = choose("missing", missing, MissingPolicy)
    declared = {
        name: choose(f"kinds.{name}", kind, Kind)
        for name, kind in (kinds or {}).items()
    }
    alone = isinstance(reference, Reference | None)
    alone = alone and isinstance(population, Cells | None)
    with open_counting(engine, source, roles.counted, alone=alone) as opened:
        return audit_table(
            opened,
            opened.open(source, options=reading or ReadOptions()),
            roles,
            models=asked,
            missing=policy,
            count_suppressed=count_suppressed,
            groups=groups,
            kinds=declared,
            population=population,
            reference=reference,
            hierarchies={
                name: hierarchy_from(one) for name, one in (hierarchies or {}).items()
            },
        )


def audit_table(
    engine: Counting,
    table: Table,
    roles: Roles,
    *,
    models: Sequence[Model] = (),
    missing: MissingPolicy = MissingPolicy.RAISE,
    count_suppressed: bool = False,
    groups: int = 10,
    kinds: Mapping[str, Kind] | None = None,
    population: object = None,
    reference: object = None,
    hierarchies: Mapping[str, HierarchyKind] | None = None,
) -> Audit:
    """Audit a table that an engine has open; see `audit`."""
    roles.check(table.columns)
    bound = [part for one in models for part in one.bind(roles.sensitive)]
    counted = count_roles(engine, table, roles, missing=missing, kinds=kinds or {})
    original = find_reference(
        engine,
        reference,
        roles,
        counted,
        hierarchies=hierarchies or {},
        kinds=kinds or {},
    )
    return audit_cells(
        counted.cells,
        quasi_identifiers=roles.quasi_identifiers,
        sensitive=counted.sensitive,
        models=bound,
        count_suppressed=count_suppressed,
        groups=groups,
        dropped_rows=table.rows - counted.cells.rows,
        people=audited_people(
            engine,
            population,
            roles.quasi_identifiers,
            models=bound,
            missing=missing,
            kinds=kinds or {},
        ),
        reference=original,
    )


def audit_cells(
    cells: Cells,
    *,
    quasi_identifiers: Sequence[str],
    sensitive: Sequence[Sensitive] = (),
    models: Sequence[Model] = (),
    count_suppressed: bool = False,
    groups: int = 10,
    dropped_rows: int = 0,
    people: Cells | None = None,
    reference: Reference | None = None,
) -> Audit:
    """Audit what was counted; zero rows hold vacuously and have no level.

    Args:
        cells: The distinct tuples over quasi-identifiers and sensitive attributes.
        quasi_identifiers: The columns that make the groups.
        sensitive: The sensitive attributes with their policies.
        models: The models asked for, each bound to its sensitive attribute.
        count_suppressed: Count rows with `*` in every quasi-identifier as a group.
        groups: How many violating groups to show at most.
        dropped_rows: Rows of the table that the cells leave out.
        people: The population, as general as the cells.
        reference: The original table; the cells are their own without it.
    """
    if groups < 0:
        raise InputError(
            f"groups: must be 0 or more, got {groups}; it is the number of violating"
            " groups to show"
        )
    if reference is not None:
        cells, sensitive = reference.encode(cells), reference.sensitive
    given: tuple[Need, ...] = () if people is None else ("population",)
    for model in models:
        model.check(sensitive, given=given)
    starred = suppressed_cells(cells, quasi_identifiers)
    found = group_as_published(
        audited_cells(cells, starred, count_suppressed=count_suppressed),
        quasi_identifiers,
        sensitive,
        people,
    )
    seen = found.groups if reference is None else reference.with_supersets(found)
    for model in models:
        model.check_counts(seen)
    sizes = seen.sizes
    measured = [measure(model, seen) for model in dict.fromkeys(models)]
    fails = violating(measured, len(found))
    names = tuple(one.name for one in sensitive)
    return Audit(
        quasi_identifiers=tuple(quasi_identifiers),
        sensitive=names,
        rows=cells.rows + dropped_rows,
        suppressed_rows=int(cells.counts[starred].sum()),
        dropped_rows=dropped_rows,
        groups=len(found),
        measured=tuple(
            find_level(one, seen)
            for one in audited(names, given=given)
            if one.lacks(sensitive) is None
        ),
        models=tuple(judge(one, sizes) for one in measured),
        failing_groups=int(fails.sum()),
        failing_rows=int(sizes[fails].sum()),
        group_sizes=distribution(sizes, sizes),
        violating=smallest_violating(found, measured, fails, limit=groups),
        seen=seen,
    )


def as_tuple(given: Any) -> tuple[Any, ...]:  # noqa: ANN401 - names or models
    """Take one name or model as a sequence of one."""
    return (given,) if isinstance(given, str | Model) else tuple(given)


def choose(where: str, given: str, choices: type[Choice]) -> Choice:
    """Read one of the values of an enumeration."""
    known = [str(one) for one in choices]
    if given not in known:
        raise InputError(f"{where}: must be one of {', '.join(known)}, got {given!r}")
    return choices(given)
