# SPDX-License-Identifier: Apache-2.0
"""The rows of an original table in the groups of its release, by labels.

Labels say which values they stand for, or the hierarchies that are given do. Where
groups overlap, the recoding that was saved with the release says where a row went.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diversa.array_types import Ints
from diversa.audits.cell_audit import cells_of_stars
from diversa.audits.original_groups import label_codes
from diversa.audits.population_match import (
    ColumnMatch,
    labels_of_groups,
    labels_of_values,
    unread_gap,
)
from diversa.counts import kernels
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import frequency_set
from diversa.counts.population_cells import number_lines
from diversa.counts.wide_keys import keys_at
from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.models.needs import Gap
from diversa.recodings.file_attribute import SavedAttribute
from diversa.recodings.file_boxes import SavedBoxes
from diversa.recodings.recoding_file import SavedRecoding
from diversa.record.record import Record
from diversa.tables.table_input import OpenedTable, TableInput

OVERLAP = Gap(
    "the groups of rows that fit the labels of several groups",
    "give the recoding that was saved with the release (--recoding FILE)",
)
"""The gap of groups that overlap."""


def place_in_groups(
    published: Cells,
    original: Cells,
    rows: OpenedTable,
    record: Record,
    saved: SavedRecoding | None,
) -> Ints | Gap:
    """The labels of each cell of the original, a line per column; -1 without a group.

    Rows without a group were suppressed; where these are published, as `*`.
    """
    names = record.roles.quasi_identifiers
    if record.group is not None and share_labels(rows, names, record.group):
        return OVERLAP
    if saved is None:
        labels = read_labels(published, original, rows.table_input, names)
    else:
        labels = saved_labels(published, original, saved)
    if isinstance(labels, Gap):
        return labels
    groups = published.codes[:, : len(names)]
    number = number_lines(
        np.concatenate([groups, np.maximum(labels.T, 0)]),
        published.dictionaries[: len(names)],
    )
    lost = (labels < 0).any(axis=0) | ~np.isin(
        number[len(groups) :], number[: len(groups)]
    )
    starred = cells_of_stars(published, names)
    labels[:, lost] = groups[starred][0][:, None] if starred.any() else -1
    return labels


def read_labels(
    published: Cells, original: Cells, table: TableInput, names: Sequence[str]
) -> Ints | Gap:
    """The labels that stand for the values of each cell of the original."""
    columns = [
        ColumnMatch.of(
            published.dictionary(name),
            original.dictionary(name),
            table.hierarchies.get(name),
            table.levels.get(name),
        )
        for name in names
    ]
    unread = [column.name for column in columns if not column.is_read]
    if unread:
        return unread_gap(unread[0])
    labels = labels_of_values(columns, original)
    if labels is None:
        labels = labels_of_groups(columns, published, original, names)
    return OVERLAP if labels is None else labels


def saved_labels(published: Cells, original: Cells, saved: SavedRecoding) -> Ints:
    """The labels that a saved recoding gives to each cell of the original."""
    names = [attribute.name for attribute in saved.attributes]
    every = [every_label(published.dictionary(name)) for name in names]
    hierarchies = [
        attribute.build(original.dictionary(attribute.name))
        for attribute in saved.attributes
    ]
    if saved.boxes is None:
        levels = zip(every, hierarchies, saved.levels or (), strict=True)
        return np.array(
            [
                label_codes(own, one.labels[level])[
                    one.maps[level][original.column(one.attribute)]
                ]
                for own, one, level in levels
            ],
            dtype=np.int64,
        )
    box = boxes_of_cells(original, hierarchies, saved.attributes, saved.boxes)
    sides = zip(every, saved.boxes.sides, saved.boxes.boxes.T, strict=True)
    labels = np.array(
        [
            label_codes(own, [side.label for side in some])[line][box]
            for own, some, line in sides
        ],
        dtype=np.int64,
    )
    labels[:, box < 0] = -1
    return labels


def boxes_of_cells(
    original: Cells,
    hierarchies: Sequence[Hierarchy],
    attributes: Sequence[SavedAttribute],
    boxes: SavedBoxes,
) -> Ints:
    """The saved box of each cell; negative for rows that were suppressed."""
    finest = frequency_set(original, hierarchies, ())
    dictionaries = [original.dictionary(one.attribute) for one in hierarchies]
    lines = np.array(
        [one.maps[0][original.column(one.attribute)] for one in hierarchies],
        dtype=np.int32,
    )
    both = np.concatenate([finest.codes, lines], axis=1)
    number, _ = kernels.group_keys(*keys_at(finest.maps, finest.levels, both))
    tuples = number[len(finest) :]  # every tuple has its place as a number
    return boxes.place(finest, dictionaries, attributes)[tuples]


def every_label(dictionary: Dictionary) -> list[object]:
    """The labels of a column by their codes; None is a missing value."""
    missing = [] if dictionary.missing_code is None else [None]
    return [*dictionary.values, *missing]


def share_labels(rows: OpenedTable, names: Sequence[str], group: str) -> bool:
    """True if two published groups have the same labels."""
    values = [rows.engine.values(rows.table, name) for name in names]
    different = len(rows.engine.count(rows.table, values).counts)
    return different < rows.engine.values(rows.table, group).size
