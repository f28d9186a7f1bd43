# SPDX-License-Identifier: Apache-2.0
"""Recodings by hand, for tests of engines."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from diversa.engines.row_recoding import ColumnMap


@dataclass(frozen=True)
class Decision:
    """A recoding whose every part is given."""

    columns: tuple
    maps: tuple = ()
    suppressed: np.ndarray = field(default_factory=lambda: np.empty((0, 0), np.int32))
    star: bool = False
    identifiers: dict = field(default_factory=dict)
    drop_missing: tuple = ()
    grouping: object = None


def column_map(dictionary, label):
    """Map every value (None is the missing one) to the label a function gives it."""
    values = [*dictionary.values, None][: dictionary.size]
    labels = list(dict.fromkeys(label(value) for value in values))
    codes = [labels.index(label(value)) for value in values]
    return ColumnMap(dictionary, np.array(codes, np.int32), tuple(labels))


def suppress(maps, *groups):
    """The level codes of groups that are given by their labels."""
    codes = [
        [one.labels.index(label) for one, label in zip(maps, group, strict=True)]
        for group in groups
    ]
    return np.array(codes, np.int32).reshape(len(groups), len(maps))


def same(value):
    """Publish a value as it is."""
    return value
