# SPDX-License-Identifier: Apache-2.0
"""Stated sets: the values of which a label says that a row of its group has one.

The claims of labels are found by `labels.table_claims`, as texts of finer labels. Here
they are read as sets of values, to be tried among the other sets inside a label.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from diversa.array_types import Ints
from diversa.counts.light_numpy import runs
from diversa.data.dictionary import Dictionary
from diversa.data.label_meaning import LEVELS, LabelMeaning, meaning_of_boxes
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.hierarchies.safe_labels import labels_by_proof
from diversa.labels.covers import covers
from diversa.labels.label_claims import LabelColumn
from diversa.labels.table_claims import column_claims
from diversa.metrics.sides import Sides
from diversa.recodings.box_labels import BoxLabels
from diversa.recodings.recoding import Recoding


class ClaimSets(NamedTuple):
    """Sets of values that labels say to be in their groups, label after label."""

    label: Ints
    """The label of each set."""
    rows: Ints
    """Least rows of the group in the set."""
    starts: Ints
    """The values of set i are codes[starts[i]:starts[i + 1]]."""
    codes: Ints
    """The values of all sets."""


EMPTY = np.empty(0, dtype=np.int64)

NOTHING = ClaimSets(EMPTY, EMPTY, np.zeros(1, dtype=np.int64), EMPTY)
"""No set at all."""


@dataclass(frozen=True)
class Built:
    """A hierarchy that is built already, for whoever builds one."""

    hierarchy: Hierarchy

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """The hierarchy of the values."""
        del dictionary
        return self.hierarchy


def meaning_of_release(recoding: Recoding) -> LabelMeaning:
    """The meaning of the labels of a release."""
    grouping = recoding.grouping
    if grouping is None or grouping.labels is None:
        return LEVELS
    labels = labels_by_proof(recoding.labels, recoding.safe_labels)
    return meaning_of_boxes(labels, recoding.averages)


def state(
    side: Sides,
    labels: Sequence[object],
    dictionary: Dictionary,
    meaning: LabelMeaning,
    sizes: Ints,
) -> tuple[Sides, ClaimSets]:
    """The side of boxes with one label for each text, and the sets that these state.

    Args:
        side: The values that the labels of a column stand for.
        labels: The label of each box.
        dictionary: The values of the column.
        meaning: What labels say of rows.
        sizes: Rows of each box, on which the claims of averages depend.
    """
    boxes = len(side.label)
    codes, texts = BoxLabels.of(labels).texts()
    column = LabelColumn(
        dictionary.column, tuple(texts), meaning, dictionary.spelling, side.hierarchy
    )
    claims, which = column_claims(column, codes[:boxes].astype(np.int32), sizes)
    used, first, label = np.unique(which, return_index=True, return_inverse=True)
    own = side.of_labels(side.label[first], label.ravel())
    place = np.full(len(claims.labels), -1, dtype=np.int64)
    place[used] = np.arange(len(used))
    chosen = np.flatnonzero(place[claims.label] >= 0)
    cells = list(
        dict.fromkeys(claims.claims[number].cell for number in chosen.tolist())
    )
    if not cells:
        return own, NOTHING
    values = values_of(cells, dictionary, side.hierarchy)
    number = {cell: place for place, cell in enumerate(cells)}
    sets = []
    for claim, owner in zip(
        (claims.claims[number] for number in chosen.tolist()),
        place[claims.label[chosen]].tolist(),
        strict=True,
    ):
        inside = np.intersect1d(own.codes(owner), values[number[claim.cell]])
        if claim.excludes:
            inside = np.setdiff1d(own.codes(owner), inside)
        sets.append((owner, claim.rows, inside))
    lengths = [len(inside) for _, _, inside in sets]
    return own, ClaimSets(
        np.array([owner for owner, _, _ in sets], dtype=np.int64),
        np.array([rows for _, rows, _ in sets], dtype=np.int64),
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        np.concatenate([EMPTY, *(inside for _, _, inside in sets)]),
    )


def values_of(
    cells: Sequence[str | None], dictionary: Dictionary, hierarchy: Hierarchy
) -> list[Ints]:
    """The values that finer labels stand for, as codes."""
    found = covers(cells, dictionary, hierarchy=Built(hierarchy))
    value = np.repeat(np.arange(len(found.starts) - 1), np.diff(found.starts))
    order = np.argsort(found.labels, kind="stable")
    starts = np.searchsorted(found.labels[order], np.arange(len(cells) + 1))
    lengths = np.diff(starts)
    return [
        value[order[runs(starts[cell : cell + 1], lengths[cell : cell + 1])]]
        for cell in range(len(cells))
    ]
