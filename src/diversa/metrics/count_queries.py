# SPDX-License-Identifier: Apache-2.0
"""COUNT queries: how far answers from the release are from those of the table.

A query counts the rows whose quasi-identifiers lie in given ranges or sets and whose
sensitive value is one of some. A reader of the release takes every box to be filled
evenly, and every row to have the sensitive values of its group in proportion. Withheld
rows of which only the number is known count in every true answer by the share of the
domain that is asked for; who reads a release without them finds none of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Floats, Ints
from diversa.counts import kernels
from diversa.metrics.metric import Metric
from diversa.metrics.public_part import public_part
from diversa.metrics.random_queries import FEWEST, Queries, draw
from diversa.metrics.recoded import Recoded
from diversa.metrics.sides import Sides

AT_ONCE = 2**24
"""Shares of labels that are held at once."""

MOST_WORK = 500_000_000
"""Cells times queries, beyond which fewer queries are asked."""

LEAST = 100
"""Queries that are asked of the largest tables."""


@dataclass(frozen=True)
class QueryError:
    """Relative error |estimate - true| / max(true, sanity) of random COUNT queries."""

    mean: float
    """Over all queries."""
    median: float
    """Over all queries."""
    queries: int
    """Number of queries."""
    attributes: int
    """Quasi-identifiers in each of them, beside the sensitive attribute."""
    selectivity: float
    """The share of the domain that a query asks for."""
    sanity: float
    """Rows below which a true answer is not divided by."""
    seed: int
    """Seed of the draw of queries."""

    def to_json(self) -> dict[str, Any]:
        """The error and how it was measured."""
        return asdict(self)


@dataclass(frozen=True, eq=False)
class QueryLines:
    """A table as lines of labels, a combination of sensitive values, and rows."""

    labels: Sequence[NDArray[np.integer]] = field(repr=False)
    """For each quasi-identifier, the label of each line."""
    secret: NDArray[np.integer] = field(repr=False)
    """The sensitive combination of each line."""
    rows: NDArray[np.floating] | NDArray[np.integer] = field(repr=False)
    """Rows of each line, or how many are expected."""
    sides: tuple[Sides, ...] | None = field(default=None, repr=False)
    """Values of each label; None where a label is a value."""

    @classmethod
    def original(cls, recoded: Recoded) -> QueryLines:
        """The table as it is."""
        columns = recoded.original.codes.T[: len(recoded.sides)]
        return cls(list(columns), recoded.secret, recoded.original.counts)

    @classmethod
    def release(cls, recoded: Recoded) -> QueryLines:
        """The release as a reader takes it."""
        box, secret, rows = recoded.expectation
        labels = [side.label[box] for side in recoded.sides]
        return cls(labels, secret, rows, recoded.sides)

    def answer(self, queries: Queries) -> Floats:
        """The rows that each query counts, or is expected to count."""
        codes = [self.labels[place] for place in queries.places]
        sizes = [self._size(queries, place) for place in range(len(queries.places))]
        if queries.secret is not None:
            codes.append(self.secret)
            sizes.append(queries.secret.shape[1])
        codes, rows = self._merge_lines(codes, sizes)
        lines = np.array(codes, dtype=np.int32).reshape(len(codes), len(rows))
        step = max(FEWEST, AT_ONCE // sum(sizes))
        return np.concatenate(
            [
                kernels.product_sums(
                    lines,
                    self._shares(queries, slice(begin, begin + step)),
                    np.cumsum([0, *sizes[:-1]]),
                    rows,
                )
                for begin in range(0, len(queries), step)
            ]
        )

    def _size(self, queries: Queries, place: int) -> int:
        """Number of labels of an attribute that is asked for."""
        if self.sides is None:
            return queries.wanted[place].shape[1]
        return len(self.sides[queries.places[place]].sizes)

    def _shares(self, queries: Queries, some: slice) -> NDArray[np.float32]:
        """Label by query, attribute after attribute: the share that is asked for."""
        sides = self.sides
        shares = [
            wanted[some].T if sides is None else sides[place].query_shares(wanted[some])
            for place, wanted in zip(queries.places, queries.wanted, strict=True)
        ]
        if queries.secret is not None:
            shares.append(queries.secret[some].T)
        return np.concatenate(shares, axis=0, dtype=np.float32)

    def _merge_lines(
        self, codes: list[NDArray[np.integer]], sizes: list[int]
    ) -> tuple[list[NDArray[np.integer]], Floats]:
        """Lines that agree on these columns as one; most columns are not asked for.

        Where there are more tuples than lines, hardly any agree.
        """
        space = prod(sizes)
        if space > len(self.rows):
            return codes, self.rows.astype(np.float64)
        keys = np.zeros(len(self.rows), dtype=np.int64)
        for code, size in zip(codes, sizes, strict=True):
            keys *= size
            keys += code
        rows = np.bincount(keys, weights=self.rows, minlength=space)
        present = np.flatnonzero(rows)
        merged = np.unravel_index(present, sizes)
        return list(merged), rows[present].astype(np.float64)


def query_error(
    recoded: Recoded,
    *,
    queries: int = 1000,
    attributes: int = 3,
    selectivity: float = 0.05,
    seed: int = 0,
) -> QueryError | None:
    """The relative error of random COUNT queries; None where nothing is published.

    Of a table with more than half a million cells fewer are asked, at least a hundred.
    Each has so many `attributes` (fewer where there are fewer), which together select
    the share `selectivity` of the domain, all of them alike.

    Reference:
        X. Xiao, Y. Tao, Anatomy: simple and effective privacy preservation, VLDB 2006,
        Section 6.
    """
    if queries <= 0 or recoded.total == 0 or not recoded.sides:
        return None
    recoded = public_part(recoded)
    if not recoded.rows_out:
        return None
    fewer = max(LEAST, MOST_WORK // len(recoded.original.counts))
    drawn = list(draw(recoded, min(queries, fewer), attributes, selectivity, seed))
    true = np.concatenate(truth(recoded, drawn))
    estimates = np.concatenate(estimate(recoded, drawn))
    sanity = max(1.0, recoded.total / 1000)
    errors = np.abs(estimates - true) / np.maximum(true, sanity)
    return QueryError(
        float(errors.mean()),
        float(np.median(errors)),
        len(errors),
        min(attributes, len(recoded.sides)),
        selectivity,
        sanity,
        seed,
    )


def truth(recoded: Recoded, drawn: Sequence[Queries]) -> list[Floats]:
    """The true answers; rows of which only the number is known count evenly."""
    original = QueryLines.original(recoded)
    return [
        original.answer(some) + recoded.withheld * query_shares(some) for some in drawn
    ]


def query_shares(queries: Queries) -> Floats:
    """The share of all tuples and sensitive combinations that each query asks for."""
    share = np.ones(len(queries))
    if queries.secret is not None:
        share *= queries.secret.mean(axis=1)
    for wanted in queries.wanted:
        share *= wanted.mean(axis=1)
    return share


def estimate(recoded: Recoded, drawn: Sequence[Queries]) -> list[Floats]:
    """The answers of a reader of the release."""
    release = QueryLines.release(recoded)
    answers = [release.answer(some) for some in drawn]
    if not (recoded.star and recoded.suppressed):
        return answers
    hidden = star_rows(recoded)
    return [
        answer + from_stars(some, hidden)
        for answer, some in zip(answers, drawn, strict=True)
    ]


def star_rows(recoded: Recoded) -> Ints:
    """Rows of each sensitive combination among those published with `*`."""
    groups = recoded.groups
    number = len(groups.combinations)
    counts = recoded.original.counts
    every = np.bincount(recoded.secret, weights=counts, minlength=number)
    seen = np.bincount(groups.values, weights=groups.counts, minlength=number)
    return (every - seen).astype(np.int64)


def from_stars(queries: Queries, hidden: Ints) -> Floats:
    """The share of starred rows: any tuple of the domain is as likely as another."""
    rows = np.full(len(queries), float(hidden.sum()))
    if queries.secret is not None:
        rows = queries.secret @ hidden.astype(np.float64)
    for wanted in queries.wanted:
        rows = rows * wanted.mean(axis=1)
    return rows


COUNT_QUERIES = Metric(
    "query-error",
    "COUNT query error",
    "relative error of random COUNT queries",
    lambda recoded, request: query_error(
        recoded, queries=request.queries, seed=request.seed
    ),
    shape=lambda name, error: {
        f"{name}-median": None if error is None else error.median,
        f"{name}-mean": None if error is None else error.mean,
    },
    meanings={
        "query-error-median": "median relative error of random COUNT queries",
        "query-error-mean": "mean relative error of random COUNT queries",
    },
    detail="query_error",
    withheld="its even share of a true answer",
)
