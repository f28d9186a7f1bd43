# SPDX-License-Identifier: Apache-2.0
"""Tasks over two numbers and a category, for tests of partitions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from diversa.counts.frequency_set import frequency_set
from tables import SmallTable


def make_task(rows, *specs, **settings):
    """A task over rows of two numbers, a category and a sensitive value, as text."""
    ladders = {
        name: dict.fromkeys({row[place] for row in rows}, ("*",))
        for place, name in enumerate(("x", "y", "sex"))
    }
    table = SmallTable(("x", "y", "sex", "s"), tuple(rows), ladders)
    task = table.task(*specs, **settings)
    hierarchies = tuple(
        replace(hierarchy, numbers=np.array([float(v) for v in hierarchy.labels[0]]))
        if hierarchy.attribute in "xy"
        else hierarchy
        for hierarchy in table.hierarchies
    )
    sensitive = task.finest.groups.sensitive
    return replace(task, finest=frequency_set(table.cells, hierarchies, sensitive))


def on_a_line(numbers, *specs, secrets=None, **settings):
    """A task over rows that differ in x alone."""
    secrets = secrets or ["a"] * len(numbers)
    rows = [(str(x), "0", "f", s) for x, s in zip(numbers, secrets, strict=True)]
    return make_task(rows, *specs, **settings)


def numbers_of(finest):
    """The x of each tuple."""
    numbers = finest.hierarchies[0].numbers
    return numbers[finest.codes[0]].astype(int).tolist()


def groups_of(partition):
    """The x of the rows of each part, parts by their least number."""
    rows = zip(
        numbers_of(partition.finest),
        partition.part.tolist(),
        partition.finest.groups.sizes.tolist(),
        strict=True,
    )
    groups = [[] for _ in range(partition.parts)]
    for x, part, size in rows:
        if part >= 0:
            groups[part] += [x] * size
    return sorted(map(sorted, groups))
