# SPDX-License-Identifier: Apache-2.0
"""A synthetic Lands End: point-of-sale rows with the published domains and heights.

The Lands End table of the l-diversity paper is proprietary. Published are its number
of rows, the number of values of each attribute, and how each is generalized (Figure 4
of the paper). Rows are drawn with a seed: shares fall like 1/rank (Zipf), a style has a
usual price and a usual gender, and what an article costs follows from its price. So
groups with one price tell the cost, as in the real table. Every result of it says
"synthetic".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import HierarchyKind
from experiments.microdata import Microdata, Steps

DOMAINS = {
    "zipcode": 31_953,
    "order date": 320,
    "gender": 2,
    "style": 1_509,
    "price": 346,
    "quantity": 1,
    "shipment": 2,
    "cost": 147,
}
"""How many values each attribute has, in the order of the paper; cost is sensitive."""

HEIGHTS = (5, 3, 1, 1, 4, 1, 1)
"""The heights of the hierarchies of the quasi-identifiers."""

QUASI_IDENTIFIERS = tuple(DOMAINS)[:7]
COST = "cost"

Codes = NDArray[np.int64]


@lru_cache(maxsize=2)
def lands_end(rows: int, seed: int) -> Microdata:
    """Draw the table; few rows have fewer values than the published domains."""
    random = np.random.default_rng(seed)
    labels = labels_of(random)
    codes, dictionaries = {}, {}
    for name, drawn in draw(rows, random, labels["price"]).items():
        present, code, counts = np.unique(
            drawn, return_inverse=True, return_counts=True
        )
        values = [labels[name][place] for place in present.tolist()]
        codes[name] = code.astype(np.int32)
        dictionaries[name] = Dictionary.build(name, values, counts.tolist())
    return Microdata(codes, dictionaries, hierarchies(seed))


def labels_of(random: np.random.Generator) -> dict[str, list[str]]:
    """The values of each attribute, in the order of their codes."""

    def numbered(mark: str, size: int) -> list[str]:
        return [f"{mark}{place:04d}" for place in range(size)]

    zips = random.choice(np.arange(1_000, 99_999), DOMAINS["zipcode"], replace=False)
    dimes = random.choice(np.arange(50, 3_500), DOMAINS["price"], replace=False)
    day = np.datetime64("2003-01-01")
    return {
        "zipcode": [f"{code:05d}" for code in np.sort(zips).tolist()],
        "order date": [str(day + place) for place in range(DOMAINS["order date"])],
        "gender": ["F", "M"],
        "style": numbered("S", DOMAINS["style"]),
        "price": [f"{price:04d}" for price in np.sort(dimes).tolist()],
        "quantity": ["1"],
        "shipment": ["air", "ground"],
        "cost": numbered("C", DOMAINS["cost"]),
    }


def draw(
    rows: int, random: np.random.Generator, prices: Sequence[str]
) -> dict[str, Codes]:
    """The code of each row, attribute by attribute; every value has a row if it can."""
    style = ranked(DOMAINS["style"], rows, random)
    usual = random.integers(0, DOMAINS["price"], DOMAINS["style"])
    reduced = random.choice([0, 15, 40], rows, p=[0.8, 0.15, 0.05])
    price = np.maximum(0, usual[style] - reduced)
    women = random.random(DOMAINS["style"]) < 0.6
    other = random.random(rows) < 0.05
    dimes = np.array([int(label) for label in prices])
    margin = 0.35 + 0.07 * random.random(DOMAINS["style"])[style]
    cost = np.minimum(dimes[price] * 10 * margin / 100, DOMAINS["cost"] - 1)
    season = 1 + 0.8 * np.sin(np.arange(DOMAINS["order date"]) / 320 * 2 * np.pi)
    columns = {
        "zipcode": ranked(DOMAINS["zipcode"], rows, random),
        "order date": random.choice(
            DOMAINS["order date"], rows, p=season / season.sum()
        ),
        "gender": (women[style] == other).astype(np.int64),
        "style": style,
        "price": price,
        "quantity": np.zeros(rows, dtype=np.int64),
        "shipment": (random.random(rows) < 0.93).astype(np.int64),
        "cost": cost.astype(np.int64),
    }
    for name, size in DOMAINS.items():
        if rows >= size:
            columns[name][random.permutation(rows)[:size]] = np.arange(size)
    return columns


def ranked(size: int, rows: int, random: np.random.Generator) -> Codes:
    """Values with shares like 1/rank, the ranks in random order."""
    shares = 1 / np.arange(1, size + 1)
    place = np.searchsorted(np.cumsum(shares / shares.sum()), random.random(rows))
    return random.permutation(size)[np.minimum(place, size - 1)]


@lru_cache(maxsize=2)
def hierarchies(seed: int) -> Mapping[str, HierarchyKind]:
    """How each quasi-identifier is generalized, however many rows are drawn."""
    labels = labels_of(np.random.default_rng(seed))

    def masked(name: str, digits: int) -> Steps:
        return Steps(
            [
                {text: text[: digits - gone] + "*" * gone for text in labels[name]}
                for gone in range(1, digits + 1)
            ]
        )

    def hidden(name: str) -> Steps:
        return Steps([dict.fromkeys(labels[name], "*")])

    dates = labels["order date"]
    quarter = {day: f"{day[:4]}-Q{(int(day[5:7]) + 2) // 3}" for day in dates}
    months = {day: day[:7] for day in dates}
    kinds: dict[str, Any] = {
        "zipcode": masked("zipcode", 5),
        "order date": Steps([months, quarter, dict.fromkeys(dates, "*")]),
        "price": masked("price", 4),
    }
    return {name: kinds.get(name) or hidden(name) for name in QUASI_IDENTIFIERS}
