# SPDX-License-Identifier: Apache-2.0
"""Even shares: groups like the whole table, wherever that holds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.methods.bucketize import by_value
from diversa.models import parse
from diversa.search.buckets.buckets import Bucketing
from diversa.search.buckets.even_shares import even_shares
from diversa.search.evaluator import Evaluator
from diversa.search.task import holding
from examples import examples
from tables import SmallTable

MODELS = [
    "frequency-l-diversity:1.5",
    "entropy-l-diversity:1.7",
    "recursive-cl-diversity:c=2,l=2",
    "t-closeness:0.3",
    "distinct-l-diversity:2",
]


def task_of(values, model, limit=0):
    rows = tuple((f"p{place}", value) for place, value in enumerate(values))
    ladder = {f"p{place}": ("*",) for place in range(len(values))}
    table = SmallTable(("q", "s"), rows, {"q": ladder})
    task = table.task(parse(model), limit=limit)
    (attribute,) = task.finest.groups.sensitive
    return task, Bucketing(task.finest, by_value(attribute, task.models))


@pytest.mark.parametrize("nearby", [False, True])
@examples(60)
@given(
    values=st.lists(st.sampled_from("aaabbc"), min_size=1, max_size=30),
    model=st.sampled_from(MODELS),
    seed=st.integers(0, 9),
)
def test_there_are_groups_wherever_all_rows_are_one(values, model, seed, nearby):
    task, bucketing = task_of(values, model)
    top = Evaluator(task).outcome(task.lattice.top)
    pieces = even_shares(task, bucketing, seed=seed, nearby=nearby)
    assert (pieces is None) == (not top.complete)
    if pieces is not None:
        assert holding(task.models, pieces.groups).all()
        assert pieces.groups.rows == len(values)


def test_a_value_has_as_many_rows_in_every_group_give_or_take_one():
    task, bucketing = task_of("a" * 27 + "b" * 13 + "c" * 10, MODELS[0])
    pieces = even_shares(task, bucketing, seed=3)
    assert pieces.count > 1
    for value in range(3):
        of_value = pieces.groups.histogram()
        rows = np.array(
            [
                of_value.counts[begin:end][of_value.values[begin:end] == value].sum()
                for begin, end in zip(
                    of_value.starts[:-1], of_value.starts[1:], strict=True
                )
            ]
        )
        assert rows.max() - rows.min() <= 1


def test_rows_of_too_frequent_values_go_where_they_may():
    task, bucketing = task_of("a" * 8 + "b" * 2, "frequency-l-diversity:1.5", limit=4)
    pieces = even_shares(task, bucketing, seed=0)
    assert pieces.groups.rows == 6  # 4 of 6 is 1 in 1.5
    assert even_shares(*task_of("a" * 8 + "b" * 2, MODELS[0], limit=3), seed=0) is None
