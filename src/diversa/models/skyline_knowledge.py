# SPDX-License-Identifier: Apache-2.0
"""Conclusions of an adversary who knows (l,k,m), as in skyline privacy.

About a person t and a value s: l values that t does not have, k other people whose
values are known, and m people v with "if v has s, t has s". With n_s rows of s among
the N of the group of t, X the weight of t not having s,

    P(t has s | knowledge) = n_s / (n_s + X)
    X = (R - k_0) Π_(i<m_0) (N - k_0 - 1 - n_s - i) / (N - k_0 - 1 - i)
        times, for every other group with N' rows, n' of them s,
        Π_(i<m') (N' - k' - n' - i) / (N' - k' - i)

where R are the rows left without s and the l most frequent other values, k_0 known
people and m_0 people v are in the group of t, k' and m' in the other one; a factor
below 0 counts as 0. The known people do not have s: that is worst. The worst adversary
shares k and m among the groups so that X is least.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.models.least_product import (
    Factors,
    Pieces,
    candidates,
    without_each,
)
from diversa.models.tail import largest


@dataclass(frozen=True, eq=False)
class SkylineKnowledge:
    """A table under knowledge of (l,k,m); pieces are pairs (of m, of k)."""

    histogram: Histogram = field(repr=False)
    """The sensitive attribute in every group."""
    l: int
    """Values that the person does not have."""
    k: int
    """People whose values are known."""
    m: int
    """People whose having the value implies that the person has it."""

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """N of the group of every entry."""
        return self.histogram.sizes[self.histogram.group]

    @cached_property
    def rest(self) -> NDArray[np.int64]:
        """R of every entry: rows without its value and the l largest other ones."""
        group, counts = self.histogram.group, self.histogram.counts
        removed, following = (
            counts[group] for counts in largest(self.histogram, self.l)
        )
        others = removed + following - np.maximum(counts, following)
        return self.sizes - counts - others

    @cached_property
    def posterior(self) -> NDArray[np.float64]:
        """The worst posterior of every entry: a value in a group."""
        counts = self.histogram.counts
        own = (self.rest, self.sizes, counts)
        weight = least_weight(own, self._elsewhere, (self.m, self.k))
        return counts / (counts + weight)

    def exact_posterior(self, entry: int) -> Fraction:
        """The worst posterior of one entry, as a fraction."""
        lines = self._lines[int(self.histogram.values[entry])]
        others = lines[self._helpful(lines)]
        factors = [self._factors_of(int(other)) for other in others if other != entry]
        elsewhere = without_each(factors, (self.m, self.k))[-1]
        numbers = self.rest, self.sizes, self.histogram.counts
        rest, size, count = (Fraction(int(column[entry])) for column in numbers)
        weight = least_weight((rest, size, count), elsewhere, (self.m, self.k))
        return count / (count + weight)

    @cached_property
    def _lines(self) -> dict[int, NDArray[np.int64]]:
        """The entries of every value."""
        order = np.argsort(self.histogram.values, kind="stable")
        distinct, first = np.unique(self.histogram.values[order], return_index=True)
        ends = np.append(first, len(order))[1:].tolist()
        return {
            value: order[begin:end]
            for value, begin, end in zip(
                distinct.tolist(), first.tolist(), ends, strict=True
            )
        }

    @cached_property
    def _elsewhere(self) -> dict[Pieces, Any]:
        """For every entry, the least product over the other groups with its value."""
        pieces: list[Pieces] = list(product(range(self.m + 1), range(self.k + 1)))
        products = {share: np.ones(len(self.sizes)) for share in pieces}
        for lines in self._lines.values() if self.m > 0 else ():
            helpful = self._helpful(lines)
            factors = [self._factors_of(int(entry), float) for entry in lines[helpful]]
            rests = without_each(factors, (self.m, self.k))
            for share in pieces:
                products[share][lines] = rests[-1][share]
                products[share][lines[helpful]] = [rest[share] for rest in rests[:-1]]
        return products

    def _helpful(self, lines: NDArray[np.int64]) -> NDArray[np.int64]:
        """The places of the entries of one value that help most elsewhere."""
        if self.m == 0:  # then nothing that is known of other groups helps
            return np.empty(0, dtype=np.int64)
        sizes, counts = self.sizes[lines], self.histogram.counts[lines]
        factors = [
            avoiding(sizes - k, counts, m)
            for m, k in product(range(1, self.m + 1), range(self.k + 1))
        ]
        return candidates(np.stack(factors), self.m)

    def _factors_of(self, entry: int, kind: type[Any] = Fraction) -> Factors:
        """The factor of knowledge about another group; none with m = 0."""
        size, count = int(self.sizes[entry]), int(self.histogram.counts[entry])
        return {
            (m, k): avoiding(kind(size - k), kind(count), m)
            for m, k in product(range(self.m + 1), range(self.k + 1))
        }


def least_weight(own: Any, elsewhere: Any, most: Pieces) -> Any:  # noqa: ANN401 - arrays or fractions
    """X: the least over sharing the pieces between the own group and the others."""
    rest, size, count = own
    least: Any = None
    for m, k in product(*(range(n + 1) for n in most)):
        weight = np.maximum(rest - k, 0) * avoiding(size - k - 1, count, m)
        weight = weight * elsewhere[most[0] - m, most[1] - k]
        least = weight if least is None else np.minimum(least, weight)
    return least


def avoiding(size: Any, count: Any, people: int) -> Any:  # noqa: ANN401 - arrays or numbers
    """The probability that so many of `size` people avoid `count` rows of a value."""
    chance: Any = count * 0 + 1
    for person in range(people):
        free = np.maximum(size - count - person, 0)
        chance = chance * (free / np.maximum(size - person, 1))
    return chance
