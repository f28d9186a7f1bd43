# SPDX-License-Identifier: Apache-2.0
"""Signatures: sets of sensitive values, all in two arrays."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from diversa.array_types import Ints
from diversa.counts.light_numpy import runs
from diversa.models.republication import number_sets


@dataclass(frozen=True, eq=False)
class Signatures:
    """Numbered sets of values, none of them empty.

    >>> two = Signatures(np.array([0, 2, 5]), np.array([1, 4, 0, 1, 2]))
    >>> two.find(np.array([0, 1, 0]), np.array([4, 4, 0])).tolist()
    [1, -1, -1]
    """

    starts: Ints = field(repr=False)
    """The values of signature s are starts[s]:starts[s + 1]."""
    values: Ints = field(repr=False)
    """The codes of the values of each signature, ascending."""

    @classmethod
    def of(cls, number: Ints, value: Ints, count: int) -> Signatures:
        """Collect the values of each number, in any order and however often."""
        domain = int(value.max(initial=0)) + 1
        pairs = np.unique(number * domain + value)
        lengths = np.bincount(pairs // domain, minlength=count)
        return cls(np.concatenate([[0], np.cumsum(lengths)]), pairs % domain)

    @classmethod
    def none(cls) -> Signatures:
        """No signature."""
        return cls(np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int64))

    def __len__(self) -> int:
        return len(self.starts) - 1

    @cached_property
    def lengths(self) -> Ints:
        """Number of values of each."""
        return np.diff(self.starts)

    @cached_property
    def of_entry(self) -> Ints:
        """The signature of each entry of `values`."""
        return np.repeat(np.arange(len(self)), self.lengths)

    def take(self, numbers: Ints) -> Signatures:
        """Some of the signatures, in this order."""
        return Signatures(
            np.concatenate([[0], np.cumsum(self.lengths[numbers])]),
            self.values[self.entries(numbers)],
        )

    def entries(self, numbers: Ints) -> Ints:
        """Places of the values of these signatures, one signature after the other."""
        return runs(self.starts[numbers], self.lengths[numbers])

    def find(self, number: Ints, value: Ints) -> Ints:
        """The entry of a value in a signature; -1 where it is not in it."""
        if len(self) == 0:
            return np.full(len(number), -1)
        domain = int(max(self.values.max(), value.max(initial=0))) + 1
        keys = self.of_entry * domain + self.values
        wanted = number * domain + value
        place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where((keys[place] == wanted) & (number >= 0), place, -1)

    def join(self, other: Signatures) -> tuple[Signatures, Ints]:
        """The signatures of both, each once, and the number of each among them."""
        starts = np.concatenate([self.starts, self.starts[-1] + other.starts[1:]])
        both = Signatures(starts, np.concatenate([self.values, other.values]))
        number = number_sets(both.starts, both.values)
        _, first = np.unique(number, return_index=True)
        return both.take(first), number
