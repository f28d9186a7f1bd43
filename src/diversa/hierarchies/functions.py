# SPDX-License-Identifier: Apache-2.0
"""Functions: one callable per level, from the value itself to its label."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from diversa.data.dictionary import Dictionary, is_missing
from diversa.hierarchies.coverage import plain_text, read_all
from diversa.hierarchies.hierarchy import Hierarchy


@dataclass(frozen=True)
class Functions:
    """Each function takes a value as the data holds it; None means "not covered".

    Example:
        >>> ages = Dictionary.build("age", [29, 31, 38], [1, 1, 1], kind="number")
        >>> Functions((lambda age: f"{age // 10}0s",)).build(ages).labels[1:]
        (('20s', '30s'), ('*',))
    """

    functions: tuple[Callable[[Any], object], ...]
    """One function per level above the values."""
    top: bool = True
    """Add `*` as the last level when there is more than one label on it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "functions", tuple(self.functions))

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """Make the hierarchy for the values of one column."""
        columns = [
            read_all(
                dictionary,
                guard(function),
                noun=f"covered by the function of level {level}",
                advice="let it return a label for each of them",
            )
            for level, function in enumerate(self.functions, 1)
        ]
        return Hierarchy.from_labels(dictionary, columns, top=self.top)


def guard(function: Callable[[Any], object]) -> Callable[[object], str]:
    """Turn every way in which a user's function can fail into one."""

    def label_of(value: object) -> str:
        try:
            label = function(value)
        except Exception:  # noqa: BLE001 - it is not ours, and its text may hold a value
            label = None
        if is_missing(label):
            raise ValueError("not covered")
        return plain_text(label)

    return label_of
