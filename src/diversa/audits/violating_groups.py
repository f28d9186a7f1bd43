# SPDX-License-Identifier: Apache-2.0
"""The groups in which a model fails, smallest first, fit to be shown.

A group shows its quasi-identifiers, its size and the numbers of the models that fail,
never its sensitive values.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diversa.audits.judgement import Measurement
from diversa.counts.frequency_set import FrequencySet
from diversa.data.dictionary import as_text
from diversa.record.audit_record import ViolatingGroup


def violating(measured: Sequence[Measurement], groups: int) -> NDArray[np.bool_]:
    """Mark the groups in which at least one model fails."""
    fails = np.zeros(groups, dtype=bool)
    for measurement in measured:
        fails |= measurement.proof.fails
    return fails


def smallest_violating(
    frequency_set: FrequencySet,
    measured: Sequence[Measurement],
    fails: NDArray[np.bool_],
    *,
    limit: int,
) -> tuple[ViolatingGroup, ...]:
    """Show the smallest failing groups; equal sizes stand in order of values."""
    sizes, failing = frequency_set.groups.sizes, np.flatnonzero(fails)
    if limit == 0:
        return ()
    if limit < len(failing):  # sort only what can be among the first
        largest = np.partition(sizes[failing], limit - 1)[limit - 1]
        failing = failing[sizes[failing] <= largest]
    keys = [*reversed(frequency_set.codes[:, failing]), sizes[failing]]
    chosen = failing[np.lexsort(keys)][:limit]
    return tuple(show(frequency_set, measured, int(group)) for group in chosen)


def show(
    frequency_set: FrequencySet, measured: Sequence[Measurement], group: int
) -> ViolatingGroup:
    """Show one group."""
    fails = {
        measurement.model.spec: measurement.number(group)
        for measurement in measured
        if measurement.proof.fails[group]
    }
    rows = frequency_set.rows
    return ViolatingGroup(
        labels_of(frequency_set, group),
        int(frequency_set.groups.sizes[group]),
        fails,
        None if rows is None else int(rows[group]),
    )


def labels_of(published: FrequencySet, group: int) -> dict[str, str | None]:
    """Quasi-identifier to label of a group."""
    columns = zip(published.hierarchies, published.levels, published.codes, strict=True)
    labels = {
        hierarchy.attribute: hierarchy.labels[level][codes[group]]
        for hierarchy, level, codes in columns
    }
    return {
        name: None if label is None else as_text(label)
        for name, label in labels.items()
    }
