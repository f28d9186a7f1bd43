# SPDX-License-Identifier: Apache-2.0
"""Small releases of two tables for an adversary who learns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from diversa.attacks.class_rows import TuplePlaces
from diversa.counts.groups import Groups
from diversa.data.dictionary import Dictionary

Row = tuple[int, tuple[object, ...], object]
"""The group of a row, its quasi-identifiers, and its value of `ill`."""


def places_of_rows(
    rows: Sequence[Row], *, kinds: Sequence[str] = (), owner: bool = True
) -> TuplePlaces:
    """The release of some rows; the owner knows the value of each."""
    number = max(group for group, _, _ in rows) + 1
    counts = [Counter() for _ in range(number)]
    for group, _, value in rows:
        counts[group][value] += 1
    groups = Groups.from_counts(counts, on="ill")
    values = [str(one) for one in groups.sensitive[0].dictionary.values]
    dictionaries, codes = [], []
    for place in range(len(rows[0][1])):
        column = [known[place] for _, known, _ in rows]
        kind = kinds[place] if kinds else "text"
        counted = Counter(column)
        names = Dictionary.build(f"q{place}", counted, counted.values(), kind=kind)
        dictionaries.append(names)
        codes.append([list(names.values).index(one) for one in column])
    true = np.array([values.index(str(value)) for _, _, value in rows], dtype=np.int32)
    return TuplePlaces(
        groups,
        dictionaries,
        np.array(codes, dtype=np.int32),
        np.arange(len(rows)),
        np.array([group for group, _, _ in rows]),
        np.ones(len(rows), dtype=np.int64),
        {"ill": true} if owner else {},
    )


FOUR_GROUPS: list[Row] = [
    (0, ("x",), "a"),
    (0, ("x",), "c"),
    (1, ("x",), "a"),
    (1, ("y",), "b"),
    (2, ("x",), "a"),
    (2, ("y",), "b"),
    (3, ("y",), "b"),
    (3, ("y",), "c"),
]
"""Rows alike in the first and the last group; they tell the others apart."""


def drawn_release(
    groups: int, *, strength: float, seed: int = 0, size: int = 3
) -> list[Row]:
    """Groups of different values out of six, of which three attributes tell."""
    random = np.random.default_rng(seed)
    rows: list[Row] = []
    for group in range(groups):
        for value in random.permutation(6)[:size].tolist():
            known = tuple(
                value % (place + 2)
                if random.random() < strength
                else int(random.integers(place + 2))
                for place in range(3)
            )
            rows.append((group, known, f"v{value}"))
    return rows
