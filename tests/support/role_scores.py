# SPDX-License-Identifier: Apache-2.0
"""How often the guessed roles are those that a person gave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from diversa.suggestions.role_guess import guess_role
from labelled_tables import LabelledTable

WEIGHTS = {"identifiers": 5, "quasi_identifiers": 3, "sensitive": 3, "other": 1}
"""What a column counts by the role a person gave it: a missed identifier costs most."""

Confusion = Counter[tuple[str, str]]
"""Columns by the role that a person gave them and the role that was guessed."""


def confusion(tables: Iterable[LabelledTable]) -> Confusion:
    return Confusion(
        (table.labels[dictionary.column], guess_role(dictionary).role)
        for table in tables
        for dictionary in table.dictionaries()
    )


def recall(counts: Confusion, role: str) -> float:
    given = sum(number for (label, _), number in counts.items() if label == role)
    return counts[role, role] / given


def precision(counts: Confusion, role: str) -> float:
    guessed = sum(number for (_, guess), number in counts.items() if guess == role)
    return counts[role, role] / guessed


def weighted_score(counts: Confusion) -> float:
    """The weight of the columns that were judged rightly, of all."""
    weights = {pair: WEIGHTS[pair[0]] * number for pair, number in counts.items()}
    right = sum(weight for (label, guess), weight in weights.items() if label == guess)
    return right / sum(weights.values())


def published_wrongly(counts: Confusion) -> int:
    """Columns that a release would publish in a role that guards them too little.

    Identifiers are dropped and columns without a role withheld: both tell nothing.
    """
    published = ("quasi_identifiers", "sensitive")
    return sum(
        number
        for (label, guess), number in counts.items()
        if guess in published and label not in (guess, "other")
    )
