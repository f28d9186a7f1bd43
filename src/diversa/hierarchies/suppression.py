# SPDX-License-Identifier: Apache-2.0
"""Suppression: a value, or `*`. The hierarchy of attributes without an order."""

from __future__ import annotations

from dataclasses import dataclass

from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import TOP, Hierarchy


@dataclass(frozen=True)
class Suppression:
    """One level above the value: `*`.

    Example:
        >>> sexes = Dictionary.build("sex", ["Female", "Male"], [3, 4])
        >>> Suppression().build(sexes).labels
        (('Female', 'Male'), ('*',))
    """

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """Make the hierarchy for the values of one column."""
        return Hierarchy.from_labels(dictionary, [[TOP] * len(dictionary.values)])
