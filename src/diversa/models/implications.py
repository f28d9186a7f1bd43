# SPDX-License-Identifier: Apache-2.0
"""Implications: the worst that an adversary with k of them can conclude.

Values of a group are assigned to its people at random, groups independently. Among all
knowledge of k implications the worst has one consequent, the atom A ("this person has
s"), and k antecedents: it tells that A or none of A, A_1, ..., A_k is true, so that
P(A | knowledge) = P(A) / (P(A) + P(none of A, A_1, ..., A_k)).
The last probability is least when the atoms of a group name its most frequent values.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.models.least_product import Factors, candidates, without_each
from diversa.models.tail import in_descending_order

BLOCK = 1 << 16
"""Groups done at a time, so that the tables of the recursion stay small."""


@dataclass(frozen=True, eq=False)
class Tops:
    """The size of every group and the rows of its most frequent values."""

    sizes: NDArray[Any] = field(repr=False)
    """N of every group."""
    sums: NDArray[Any] = field(repr=False)
    """T_j: one line for j = 0, 1, ..., one column per group."""

    @classmethod
    def of(cls, histogram: Histogram, most: int) -> Tops:
        """Add up the most frequent values; rows that may have any are of the first."""
        descending, rank = in_descending_order(histogram)
        tops = np.zeros((most + 1, len(histogram)), dtype=np.int64)
        used = rank < most
        tops[rank[used] + 1, histogram.group[used]] = descending[used]
        tops[1] += histogram.unknown
        return cls(histogram.sizes, np.cumsum(tops, axis=0))

    def select(self, chosen: NDArray[np.int64] | slice) -> Tops:
        """Some of the groups."""
        return Tops(self.sizes[chosen], self.sums[:, chosen])

    def exact(self) -> Tops:
        """The same numbers as fractions."""
        return Tops(self.sizes + Fraction(0), self.sums + Fraction(0))

    @property
    def frequent(self) -> NDArray[Any]:
        """P(A): the share of the most frequent value."""
        return self.sums[1] / self.sizes


def none_true(tops: Tops) -> NDArray[Any]:
    """The least probability that none of j atoms about a group is true.

    If the i-th person has k_i of the atoms, k_0 >= k_1 >= ..., it is the product of
    max(0, N - i - T_(k_i)) / (N - i); the least over all such ways to write
    j = k_0 + k_1 + ... is found person by person, the last one first.

    Returns:
        One line for j = 0, 1, ..., one column per group; as exact as the numbers are.
    """
    most = len(tops.sums) - 1
    certain = tops.sums[0] * 0 + (tops.sizes * 0 + 1)
    # least[j][c]: j atoms on the persons from the i-th on, none with more than c.
    least = {(0, cap): certain for cap in range(most + 1)}
    for person in range(most - 1, -1, -1):
        factors = avoiding(tops, person)
        here = {(0, cap): certain for cap in range(most + 1)}
        for atoms in range(1, most - person + 1):
            for cap in range(1, most + 1):
                ways = [here[atoms, cap - 1]] if cap > 1 else []
                if cap <= atoms:
                    ways.append(factors[cap] * least[atoms - cap, cap])
                here[atoms, cap] = ways[0] if len(ways) == 1 else np.minimum(*ways)
        least = here
    return np.stack([least[atoms, most] for atoms in range(most + 1)])


def avoiding(tops: Tops, person: int) -> NDArray[Any]:
    """The probability that the i-th person has none of the c most frequent values."""
    left = tops.sizes - person
    free = np.maximum(left - tops.sums, 0)
    return np.where(left > 0, free / np.maximum(left, 1), left * 0)


@dataclass(frozen=True, eq=False)
class Implications:
    """All groups under knowledge of k implications."""

    tops: Tops = field(repr=False)
    """The groups; T_0, ..., T_(k+1)."""

    @classmethod
    def of(cls, histogram: Histogram, k: int) -> Implications:
        """Prepare a table."""
        return cls(Tops.of(histogram, k + 1))

    @property
    def atoms(self) -> int:
        """A and the antecedents: k + 1."""
        return len(self.tops.sums) - 1

    @cached_property
    def none_true(self) -> NDArray[np.float64]:
        """As the function, for many groups."""
        blocks = [
            none_true(self.tops.select(slice(begin, begin + BLOCK)))
            for begin in range(0, len(self.tops.sizes), BLOCK)
        ]
        return np.concatenate(blocks, axis=1) if blocks else np.ones((1, 0))

    @cached_property
    def helpful(self) -> NDArray[np.int64]:
        """The groups in which atoms about other people are worth most."""
        return candidates(self.none_true[1:], self.atoms - 1)

    def disclosure(self) -> NDArray[np.float64]:
        """P(A | worst knowledge) for the worst A about every group."""
        helpful = self.helpful
        rests = self._rests(self.none_true[:, helpful])
        disclosures = disclose(self.tops.frequent, self.none_true, rests[-1])
        for place, rest in zip(helpful.tolist(), rests[:-1], strict=True):
            own = self.none_true[:, [place]]
            disclosures[place] = disclose(self.tops.frequent[[place]], own, rest)[0]
        return disclosures

    def exact_disclosures(self, chosen: NDArray[np.int64]) -> list[Fraction]:
        """The disclosure about some groups, as fractions.

        Groups alike in size and frequent values are done once, unless atoms about them
        help elsewhere.
        """
        alone = np.isin(chosen, self.helpful)
        alike = np.where(alone, chosen, -1)
        profiles = np.vstack(
            [alike, self.tops.sizes[chosen], self.tops.sums[:, chosen]]
        )
        _, first, place = np.unique(
            profiles, axis=1, return_index=True, return_inverse=True
        )
        disclosures = [self.exact_disclosure(int(group)) for group in chosen[first]]
        return [disclosures[number] for number in place.ravel().tolist()]

    def exact_disclosure(self, group: int) -> Fraction:
        """The disclosure about one group, as a fraction."""
        others = self.helpful[self.helpful != group]
        exact = self.tops.select(np.append(others, group)).exact()
        chances = none_true(exact)
        rest = self._rests(chances[:, :-1])[-1]
        return disclose(exact.frequent[-1:], chances[:, -1:], rest)[0]

    def _rests(self, chances: NDArray[Any]) -> list[Factors]:
        """The least products of other groups, for atoms that are not about one."""
        factors: list[Factors] = [
            {(atoms,): column[atoms] for atoms in range(self.atoms + 1)}
            for column in chances.T.tolist()
        ]
        return without_each(factors, (self.atoms,))


def disclose(
    frequent: NDArray[Any], chances: NDArray[Any], rest: Factors
) -> NDArray[Any]:
    """Share the atoms between a group and the others; at least one is about it."""
    atoms = len(chances) - 1
    least = chances[atoms] * rest[(0,)]
    for own in range(1, atoms):
        least = np.minimum(least, chances[own] * rest[(atoms - own,)])
    return frequent / (frequent + least)
