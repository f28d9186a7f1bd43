# SPDX-License-Identifier: Apache-2.0
"""Populations for tests: counted row by row, made up, and sampled at random."""

from __future__ import annotations

import numpy as np

from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary


def cells_of(columns, rows):
    """Count rows given as tuples, in plain Python."""
    dictionaries = []
    for place, name in enumerate(columns):
        values = [row[place] for row in rows]
        distinct = list(dict.fromkeys(values))
        counts = [values.count(value) for value in distinct]
        dictionaries.append(Dictionary.build(name, distinct, counts))
    values_of = [[*dictionary.values, None] for dictionary in dictionaries]
    codes = [[values_of[i].index(v) for i, v in enumerate(row)] for row in rows]
    lines = np.array(codes, dtype=np.int32).reshape(len(rows), len(columns))
    return Cells(tuple(dictionaries), lines, np.ones(len(rows), dtype=np.int64))


def simulated(sizes, fraction, seed):
    """Sample people of a population at random: the group sizes of the sample."""
    random = np.random.default_rng(seed)
    people = np.repeat(np.arange(len(sizes)), sizes)
    drawn = random.choice(people, round(fraction * len(people)), replace=False)
    sampled = np.bincount(drawn)
    return sampled[sampled > 0]


def seated(theta, alpha, people, seed):
    """A population of Pitman's process."""
    random = np.random.default_rng(seed).random(3 * people).tolist()
    table, sizes = [], []
    for number in range(people):
        if random.pop() * (theta + number) < theta + alpha * len(sizes):
            table.append(len(sizes))
            sizes.append(1)
            continue
        # A person of a table is followed with (size - alpha) / size.
        while True:
            at = table[int(random.pop() * number)] if random else table[-1]
            if not random or random.pop() * sizes[at] < sizes[at] - alpha:
                break
        table.append(at)
        sizes[at] += 1
    return np.array(sizes)
