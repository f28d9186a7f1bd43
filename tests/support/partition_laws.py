# SPDX-License-Identifier: Apache-2.0
"""What the laws of partitions share: random tables, their tasks, and the check."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from diversa.counts.frequency_set import frequency_set
from diversa.recodings.partition import Partition
from diversa.search.task import Task
from tables import SmallTable


@st.composite
def tables(draw):
    """Rows over a number, a category with a hierarchy, one without, and s."""
    rows = draw(
        st.lists(
            st.tuples(
                st.integers(1, 30).map(str),
                st.sampled_from("abcd"),
                st.sampled_from("xyz"),
                st.sampled_from("124"),
            ),
            min_size=2,
            max_size=40,
        )
    )
    ladders = {
        "age": dict.fromkeys({row[0] for row in rows}, ("*",)),
        "place": {one: ("ab" if one in "ab" else "cd", "*") for one in "abcd"},
        "sex": dict.fromkeys("xyz", ("*",)),
    }
    return SmallTable(("age", "place", "sex", "s"), tuple(rows), ladders)


def make_task(table: SmallTable, specs) -> Task:
    """A task in which age is a number."""
    task = table.task(*specs)
    sensitive = task.finest.groups.sensitive
    first, *others = table.hierarchies
    numbers = np.array([float(value) for value in first.labels[0]])
    known = (replace(first, numbers=numbers), *others)
    return replace(task, finest=frequency_set(table.cells, known, sensitive))


def check(task: Task, partition: Partition) -> None:
    assert sorted(set(partition.part.tolist())) == list(range(partition.parts))
    assert partition.groups.rows == task.rows
    for model in task.models:
        assert model.holds(partition.groups).all()
