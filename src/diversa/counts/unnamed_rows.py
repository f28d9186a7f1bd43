# SPDX-License-Identifier: Apache-2.0
"""Rows that do not say whose they are: they add nobody, and anybody may have them.

With the policy `worst` a group has the people whom its other rows name, one at least.
Of these as many may have a value as are known to have it, and one more for each such
row with the value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts.histogram import Histogram, sum_entries
from diversa.memo import know

if TYPE_CHECKING:
    from diversa.counts.sensitive import Sensitive


class UnnamedRows(NamedTuple):
    """The rows of groups that do not say whose they are."""

    owners: Codes | Ints
    """The group of each line."""
    values: Codes | Ints
    """Its combination of sensitive values."""
    rows: Ints
    """Its rows."""

    def move(self, number: Codes | Ints) -> UnnamedRows:
        """The rows of other groups: `number[group]` instead of each."""
        return self._replace(owners=number[self.owners])

    def add_to(self, known: Histogram, codes: Codes, sizes: Ints) -> Histogram:
        """The most people of each group who may have each value.

        `known` has the people who are known to have it, `codes` the value of each
        combination, `sizes` the people of each group.
        """
        attribute: Sensitive = known.sensitive
        values = codes[self.values]
        lost = np.zeros(len(values), dtype=np.bool_)
        if attribute.unknown_code is not None:
            lost = values == attribute.unknown_code
        unknown = known.unknown.copy()
        np.add.at(unknown, self.owners[lost], self.rows[lost])
        starts, every, counts = sum_entries(
            np.append(known.group, self.owners[~lost]).astype(np.int32),
            len(known),
            np.append(known.values, values[~lost]),
            attribute.dictionary.size,
            np.append(known.counts, self.rows[~lost]),
        )
        most = np.repeat(sizes, np.diff(starts))
        found = Histogram(
            attribute,
            starts,
            every,
            np.minimum(counts, most),
            np.minimum(unknown, sizes),
            overlaps=True,
        )
        know(found, sizes=sizes)
        return found
