# SPDX-License-Identifier: Apache-2.0
"""Values of later rows that a saved recoding has no label for."""

from __future__ import annotations

import numpy as np

from diversa.array_types import Bools
from diversa.data.column_names import nearest_column
from diversa.data.dictionary import as_text
from diversa.errors import RoleError, SourceError
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.recodings.file_attribute import SavedAttribute, Unseen
from diversa.recodings.recoding_file import SavedRecoding
from diversa.tables.count_table import CountTable


def check_columns(saved: SavedRecoding, counted: CountTable) -> None:
    """Refuse a table that lacks a column of the release."""
    columns = counted.table.columns
    faults = [
        f"columns: '{name}' is published and must be a column of the table;"
        f" {nearest_column(name, columns)}"
        for name in saved.columns
        if name not in columns
    ]
    if faults:
        raise RoleError("\n".join(faults))


def unseen_labels(attribute: SavedAttribute, hierarchy: Hierarchy, level: int) -> Bools:
    """Mask of the labels of a level that the saved recoding does not have."""
    saved = attribute.level_labels[level]

    def is_seen(label: object) -> bool:
        if label is None:
            return attribute.missing
        if label == TOP and saved <= {TOP}:  # it says nothing of any value
            return True
        return not isinstance(label, Unseen) and as_text(label) in saved

    labels = hierarchy.labels[level]
    return np.array([not is_seen(label) for label in labels], dtype=bool)


def require_seen(
    counted: CountTable, levels: tuple[int, ...], unseen: list[Bools]
) -> None:
    """Refuse values that were never seen, telling their number only."""
    faults = []
    for dictionary, hierarchy, level, labels in zip(
        counted.dictionaries, counted.hierarchies, levels, unseen, strict=True
    ):
        values = labels[hierarchy.maps[level]]
        rows = int(dictionary.counts[values].sum())
        if rows:
            faults.append(
                f"column '{dictionary.column}': must have values that the recoding has"
                f" a label for, got {int(values.sum()):,} others in {rows:,} rows;"
                " suppress these rows (unseen='suppress'), or plan a release of this"
                " table anew"
            )
    if faults:
        raise SourceError("\n".join(faults))
