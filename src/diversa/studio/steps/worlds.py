# SPDX-License-Identifier: Apache-2.0
"""Possible worlds: the arrangements of a group that its publisher would have merged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from diversa.attacks.minimality import MOST_ROWS
from diversa.attacks.possible_worlds import worlds_of
from diversa.metrics.recoded import Recoded
from diversa.models.model import Model
from diversa.models.sensitive_model import SensitiveModel
from diversa.open_tables.open_table import OpenTable
from diversa.open_tables.proposal import Proposal
from diversa.studio.steps.person import codes_of, matching_pairs


@dataclass(frozen=True)
class WorldsView:
    """The beliefs of an adversary who knows the rule of the publisher."""

    worlds: int
    """Number of arrangements of the group's values that were tried."""
    possible: int
    """Number of those in which a publisher would have merged the group."""
    exact: bool
    """True if all arrangements were tried."""
    beliefs: tuple[tuple[str | None, float, float], ...]
    """Each value of the group with the belief from counts, and with the rule."""


def possible_worlds(
    table: OpenTable, known: Mapping[str, str], proposal: Proposal, on: str
) -> WorldsView | str:
    """The beliefs of an adversary who knows the models and everybody in the group.

    `known` holds all quasi-identifiers of the person, `on` is the sensitive attribute.
    A text says why the question cannot be answered.
    """
    names = table.plan.roles.quasi_identifiers
    if table.counted.kinds is not None:
        return "A person may have several rows here; worlds of one row each are tried."
    if set(known) != set(names):
        return f"All of {', '.join(names)} must be known for this."
    rules = [
        model
        for model in proposal.plan.bound_models()
        if not isinstance(model, SensitiveModel) or model.on == on
    ]
    unfit = [
        model.spec
        for model in rules
        if not model.local
        or model.needs
        or (isinstance(model, SensitiveModel) and model.joint)
    ]
    if unfit:
        return f"{', '.join(unfit)} cannot be tried in one group alone."
    release = proposal.decision.recoding.recode(table.counted)
    codes = codes_of(table, known)
    matching = np.flatnonzero(matching_pairs(release, codes))
    if len(matching) != 1 or release.entries is None:
        return "The person must be in exactly one group of the release."
    return worlds_in(table, release, int(matching[0]), codes, on, rules)


def worlds_in(
    table: OpenTable,
    release: Recoded,
    group: int,
    codes: Mapping[str, int],
    on: str,
    rules: Sequence[Model],
) -> WorldsView | str:
    """Try the arrangements of the values of one group."""
    counted, entries = table.counted, release.entries
    attribute = next(one for one in counted.sensitive if one.name == on)
    size = int(release.groups.sizes[group])
    if size > MOST_ROWS or entries is None:
        return f"The group has {size:,} rows; only groups of {MOST_ROWS} are tried."
    inside = entries.group == group
    cells, rows = entries.cell[inside], entries.rows[inside]
    names = list(codes)
    tuples = np.stack([counted.cells.column(name)[cells] for name in names], axis=1)
    distinct, part = np.unique(tuples, axis=0, return_inverse=True)
    parts = np.bincount(part.ravel(), weights=rows).astype(int).tolist()
    secret = counted.cells.column(on)[cells]
    counts = np.bincount(secret, weights=rows, minlength=attribute.dictionary.size)
    mine = int(np.flatnonzero((distinct == list(codes.values())).all(axis=1))[0])
    tried = worlds_of(parts, counts.astype(int).tolist(), attribute, rules)
    texts = (*attribute.dictionary.texts, None)
    shown = np.flatnonzero(counts)
    return WorldsView(
        tried.worlds,
        tried.possible,
        tried.exact,
        tuple(
            (texts[code], float(tried.naive[code]), float(tried.posterior[mine, code]))
            for code in shown.tolist()
        ),
    )
