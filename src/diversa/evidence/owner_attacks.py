# SPDX-License-Identifier: Apache-2.0
"""The attacks of an owner, who has the rows behind the groups of a release."""

from __future__ import annotations

import numpy as np

from diversa.attacks.class_rows import TuplePlaces
from diversa.attacks.exposure import Exposure
from diversa.attacks.rules_attack import rules_of_original, rules_of_release
from diversa.metrics.recoded import Recoded
from diversa.record.attack_record import NotMade


def places_of(recoded: Recoded) -> TuplePlaces | None:
    """The quasi-identifiers and sensitive values of the rows of each group."""
    original, entries = recoded.original, recoded.entries
    if entries is None:
        return None
    kept = entries.group >= 0
    cell = entries.cell[kept]
    return TuplePlaces(
        recoded.groups,
        [original.dictionary(name) for name in recoded.names],
        np.stack([original.column(name) for name in recoded.names]),
        cell,
        entries.group[kept],
        entries.rows[kept],
        {one.name: original.column(one.name)[cell] for one in recoded.sensitive},
    )


def owner_attacks(
    recoded: Recoded, *, together: bool
) -> dict[str, list[Exposure | NotMade]]:
    """The attacks that need the rows behind the groups, before and after.

    With `together`, the release shows the rows of each group in a table of their own.
    """
    return {
        "before": rules_of_original(recoded),
        "after": rules_of_release(recoded, together=together),
    }
