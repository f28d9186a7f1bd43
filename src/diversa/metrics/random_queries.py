# SPDX-License-Identifier: Apache-2.0
"""Random COUNT queries: the values that each asks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Bools
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics.recoded import Recoded

FEWEST = 16
"""Queries that are answered together at least."""


TEMPLATES = 10
"""So many choices of attributes; the queries of one are answered together."""


@dataclass(frozen=True, eq=False)
class Queries:
    """Queries over the same attributes, one line of wanted values each."""

    places: tuple[int, ...]
    """The quasi-identifiers, by their order."""
    wanted: tuple[Bools, ...] = field(repr=False)
    """For each of them, query by value code: whether the query asks for it."""
    secret: Bools | None = field(default=None, repr=False)
    """Query by combination of sensitive values; None where any will do."""

    def __len__(self) -> int:
        return len(self.wanted[0]) if self.wanted else 0


def draw(
    recoded: Recoded, queries: int, attributes: int, selectivity: float, seed: int
) -> Iterator[Queries]:
    """Draw queries: ranges of numbers, sets of categories, sets of sensitive values."""
    random = np.random.default_rng(seed)
    dimensions = min(attributes, len(recoded.sides))
    secrets = recoded.sensitive[:1]
    share = selectivity ** (1 / (dimensions + len(secrets)))
    templates = min(TEMPLATES, queries)
    for number in range(templates):
        lines = len(range(number, queries, templates))
        places = tuple(
            sorted(random.choice(len(recoded.sides), dimensions, replace=False))
        )
        wanted = tuple(
            choices(random, recoded.hierarchies[place], lines, share)
            for place in places
        )
        secret = None
        for attribute in secrets:
            values = subsets(random, attribute.dictionary.size, lines, share)
            secret = values[:, recoded.groups.combinations[:, 0]]
        yield Queries(places, wanted, secret)


def choices(
    random: np.random.Generator, hierarchy: Hierarchy, queries: int, share: float
) -> Bools:
    """A range of numbers, or a set of categories, for each query."""
    domain = hierarchy.sizes[0]
    if hierarchy.numbers is None or not hierarchy.is_number_line:
        return subsets(random, domain, queries, share)
    length = max(1, round(share * domain))
    begin = random.integers(0, domain - length + 1, queries)[:, None]
    rank = np.argsort(np.argsort(hierarchy.numbers, kind="stable"))[None, :]
    return (rank >= begin) & (rank < begin + length)


def subsets(
    random: np.random.Generator, domain: int, queries: int, share: float
) -> Bools:
    """A random set of values for each query, all of one size."""
    length = max(1, round(share * domain))
    order = np.argsort(random.random((queries, domain)), axis=1)
    return order < length
