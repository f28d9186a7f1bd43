# SPDX-License-Identifier: Apache-2.0
"""The original of compared releases, and what each of them leaves of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from diversa.attacks.table_groups import TableGroups
from diversa.audits.population import groups_of_stars
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.sensitive import Sensitive
from diversa.counts.suppression import select
from diversa.data.missing import MissingPolicy
from diversa.engines.registry import open_engine
from diversa.errors import InputError
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.labels.covers import covers
from diversa.metrics.recoded import Recoded
from diversa.metrics.sides import Sides
from diversa.metrics.utility import Utility, utility
from diversa.models.k_anonymity import largest_k
from diversa.tables.hierarchy_choice import build_hierarchy, with_taxonomies
from diversa.tables.table_input import TableInput


@dataclass(frozen=True, eq=False)
class Original:
    """The table that both releases were made from."""

    cells: Cells = field(repr=False)
    """Distinct tuples over quasi-identifiers and sensitive attributes."""
    sensitive: tuple[Sensitive, ...] = field(repr=False)
    hierarchies: tuple[Hierarchy, ...] = field(repr=False)
    """One per quasi-identifier; chosen by its values if none is declared."""


def read_original(source: object, table: TableInput) -> Original:
    """Count the original table by the columns of a release."""
    original = replace(
        table,
        source=source,
        roles=replace(table.roles, person=None),  # utility is that of rows
        # A release without a policy has no missing value: such rows were dropped.
        missing=MissingPolicy.DROP
        if table.missing is MissingPolicy.RAISE
        else table.missing,
    )
    with open_engine(table.engine, source) as engine:
        counted = original.open_in(engine).count()
    cells, hierarchies = counted.cells, table.hierarchies
    return Original(
        cells,
        with_taxonomies(counted.sensitive, table.sensitive_trees),
        tuple(
            build_hierarchy(
                cells.dictionary(name), hierarchies, table.models
            ).without_coding
            for name in table.roles.quasi_identifiers
        ),
    )


def measure(examined: TableGroups, original: Original, *, seed: int) -> Utility:
    """Measure the utility of a release; refuse an original with fewer rows."""
    recoded = as_recoded(examined, original)
    if recoded.suppressed < 0:
        raise InputError(
            "original: must be the table that the releases were made from, got one"
            f" with {-recoded.suppressed:,} rows less than a release"
        )
    return utility(recoded, k=largest_k(examined.table.models), seed=seed)


def as_recoded(examined: TableGroups, original: Original) -> Recoded:
    """The original beside its release, without the group of each row."""
    kept = not_suppressed(examined, [axis.attribute for axis in original.hierarchies])
    rows = examined.rows
    place = np.arange(len(rows)) if examined.place is None else examined.place
    groups = examined.published.groups
    if examined.place is None and not kept.all():
        groups = select(groups, kept)
        place = np.cumsum(kept) - 1
    return Recoded(
        original.cells,
        tuple(
            read_sides(examined, hierarchy, original, kept)
            for hierarchy in original.hierarchies
        ),
        np.arange(int(kept.sum())),
        place[kept],
        rows.groups.sizes[kept],
        groups,
        star=not kept.all(),
        levelled=bool(examined.table.levels),
    )


def not_suppressed(examined: TableGroups, names: Sequence[str]) -> NDArray[np.bool_]:
    """Mark the kinds of rows that are not all stars; all if every one is."""
    starred = groups_of_stars(examined.rows, names)
    return np.ones_like(starred) if starred.all() else ~starred


def read_sides(
    examined: TableGroups,
    hierarchy: Hierarchy,
    original: Original,
    kept: NDArray[np.bool_],
) -> Sides:
    """The original values that the labels of one attribute may stand for."""
    name, rows, table = hierarchy.attribute, examined.rows, examined.table
    labels, codes = labels_of(rows, name)
    cover = covers(
        labels,
        original.cells.dictionary(name),
        hierarchy=table.hierarchies.get(name),
        level=examined.levels.get(name),
    )
    values = np.repeat(np.arange(len(cover.starts) - 1), np.diff(cover.starts))
    sizes = np.bincount(cover.labels, minlength=cover.size)
    strange = int((sizes[np.unique(codes[kept])] == 0).sum())
    if strange:
        raise InputError(
            f"original: must be the table that the releases were made from, got one in"
            f" which {strange:,} labels of '{name}' stand for nothing; name its"
            f" hierarchy if these labels do not say what they mean"
        )
    return Sides.of_values(hierarchy, codes[kept], cover.labels, values, cover.size)


def labels_of(
    rows: FrequencySet, name: str
) -> tuple[Sequence[object], NDArray[np.int32]]:
    """The published labels of an attribute, and the code of each kind of row."""
    place = [axis.attribute for axis in rows.hierarchies].index(name)
    return rows.hierarchies[place].labels[0], rows.codes[place]
