# SPDX-License-Identifier: Apache-2.0
"""What the models know of a sensitive attribute beyond the counts of a group."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPolicy


@dataclass(frozen=True, eq=False)
class Sensitive:
    """A sensitive attribute: its values, its reference distribution, its policy.

    The reference distribution is that of the original table (`dictionary.counts`), so
    a model that compares with it stays local to a group when rows are suppressed.
    """

    dictionary: Dictionary
    """The values of the attribute."""
    missing: MissingPolicy = MissingPolicy.RAISE
    """What a missing value means."""

    @property
    def name(self) -> str:
        """Name of the column."""
        return self.dictionary.column

    @property
    def unknown_code(self) -> int | None:
        """Code of the missing value where it may be any value (policy `worst`)."""
        worst = self.missing is MissingPolicy.WORST
        return self.dictionary.missing_code if worst else None

    def mask(self, texts: Iterable[str]) -> NDArray[np.bool_]:
        """Mark the codes of the given values; a value that never occurs marks none."""
        wanted = set(texts)
        marks = [text in wanted for text in self.dictionary.texts]
        return np.array(marks + [False] * (self.dictionary.size - len(marks)))
