# SPDX-License-Identifier: Apache-2.0
"""The tuples of a release as counts, if every published column was counted.

Every row of such a release is a tuple of published values, repeated by its count, so
that no row has to be read again. The labels of a group are stored once for the group,
and its sensitive values come from its histogram.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Codes, Ints
from diversa.counts import kernels
from diversa.counts.frequency_set import FrequencySet, combine_sensitive
from diversa.counts.groups import Groups
from diversa.data.dictionary import Dictionary
from diversa.engines.row_recoding import ColumnMap, CountedTuples, TupleColumn
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics.recode_pieces import tuples_of
from diversa.recodings.box_labels import BoxLabels
from diversa.recodings.groupings import is_divided
from diversa.recodings.recoding import PublishedTables
from diversa.tables.count_table import CountTable


def select_columns(
    names: Iterable[str], columns: Iterable[TupleColumn], counts: Ints
) -> CountedTuples | None:
    """The published columns of some tuples; None if one of them was not counted."""
    known = {column.name: column for column in columns}
    published = tuple(names)
    if not known.keys() >= set(published):
        return None
    return CountedTuples(tuple(known[name] for name in published), counts)


def group_tuples(
    names: Iterable[str], columns: Iterable[TupleColumn], groups: Groups
) -> CountedTuples | None:
    """The labels of groups with the sensitive values of their histograms."""
    lengths = np.diff(groups.starts)
    spread = [
        replace(column, codes=np.repeat(column.codes, lengths)) for column in columns
    ]
    secret = groups.combinations[groups.values]
    sensitive = [
        value_column(attribute.dictionary, secret[:, place])
        for place, attribute in enumerate(groups.sensitive)
    ]
    return select_columns(names, [*spread, *sensitive], groups.counts)


def value_column(dictionary: Dictionary, codes: NDArray[np.integer]) -> TupleColumn:
    """The values of a column as they are, with their own type."""
    values = ColumnMap.identity(dictionary).labels
    return TupleColumn(dictionary.column, codes, values, like=dictionary.column)


def level_columns(
    maps: Sequence[ColumnMap],
    hierarchies: Sequence[Hierarchy],
    levels: Sequence[int],
    codes: Codes,
) -> list[TupleColumn]:
    """Quasi-identifiers on levels; a value that is published as it is keeps its type.

    The hierarchies are those of the codes, and may include the population's values.
    """
    columns = []
    for column_map, hierarchy, level, line in zip(
        maps, hierarchies, levels, codes, strict=True
    ):
        name = column_map.dictionary.column
        like = name if column_map.is_identity else None
        columns.append(TupleColumn(name, line, hierarchy.labels[level], like))
    return columns


def box_columns(
    names: Iterable[str], boxes: Iterable[Sequence[object]], group: str | None
) -> list[TupleColumn]:
    """The boxes of groups, and their numbers where these are published."""
    columns = []
    for name, labels in zip(names, boxes, strict=True):
        columns.append(TupleColumn(name, *BoxLabels.of(labels).texts()))
    groups = len(columns[0].codes) if columns else 0
    if group is not None:
        columns.append(TupleColumn(group, np.arange(groups), None))
    return columns


def box_tuples(
    names: Sequence[str],
    boxes: Sequence[TupleColumn],
    groups: Groups | None,
    *,
    star: bool,
) -> PublishedTables[CountedTuples] | None:
    """A release of boxes as counts; None if the groups are unknown.

    With `star`, suppressed rows are one more group.
    """
    if groups is None:
        return None
    tuples = group_tuples(names, with_stars(boxes) if star else boxes, groups)
    return None if tuples is None else PublishedTables(tuples)


def with_stars(columns: Iterable[TupleColumn]) -> list[TupleColumn]:
    """The columns with one more group, of which nothing is published."""
    return [replace(column, codes=np.append(column.codes, -1)) for column in columns]


def group_parts(
    finest: FrequencySet, part: Codes, parts: int, counted: CountTable, *, star: bool
) -> Groups | None:
    """The parts as groups with every sensitive attribute; None if counts do not tell.

    With `star`, suppressed rows are one more group.
    """
    cells, sensitive = counted.cells, counted.sensitive
    names = [attribute.name for attribute in sensitive]
    if names == [attribute.name for attribute in finest.groups.sensitive]:
        groups = finest.groups
        lines = kernels.spread(part, groups.starts)
        combined = groups.values, groups.combinations, groups.counts
    elif is_divided(finest):
        return None  # which sensitive values a piece has was not looked at
    else:
        tuples, of_piece, of_cell = tuples_of(cells, finest)
        of_tuple = np.full(tuples.shape[1], -1, dtype=np.int32)
        of_tuple[of_piece] = part
        lines = of_tuple[of_cell]
        combined = (*combine_sensitive(cells, sensitive), cells.counts)
    values, combinations, counts = combined
    if star:
        if int(counts.sum()) != cells.rows:
            return None
        lines, parts = np.where(lines < 0, parts, lines), parts + 1
    kept = lines >= 0
    starts, values, counts = kernels.histograms(
        lines[kept].astype(np.int32),
        parts,
        values[kept],
        len(combinations),
        counts[kept],
    )
    return Groups(starts, values, counts, combinations, tuple(sensitive))
