# SPDX-License-Identifier: Apache-2.0
"""Automatic hierarchies are those that the published rows shape, or there is none."""

from __future__ import annotations

from itertools import cycle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Coding, Intervals, Suppression
from diversa.hierarchies.automatic_hierarchy import automatic
from diversa.methods import METHODS, release_shape
from diversa.methods.release_shape import decide_by_release, rows_by_value
from diversa.plan.keywords import make_plan
from diversa.progress import unseen
from diversa.tables.count_table import count_table
from diversa.tables.table_input import TableInput
from examples import examples
from memory_engine import MemoryEngine
from tight_labels import tight


def counted_with(ages, **words):
    """A plan, and a table of ages and illnesses as it was counted for it."""
    rows = [(age, ("flu", "acne")[place % 2]) for place, age in enumerate(ages)]
    words = {"models": "k-anonymity:3", "suppression": 0.3, **words}
    plan = make_plan(quasi_identifiers="age", sensitive="ill", **words)
    table = TableInput.of_plan((("age", "ill"), rows), plan).open_in(MemoryEngine())
    return count_table(table, plan.bound_models()), plan


def decided(counted, plan):
    """The decision, taken as a release takes it."""
    method = METHODS[plan.search.method]
    return decide_by_release(counted, lambda table: method(table, plan, unseen))


ages_of_tables = st.lists(st.integers(0, 130), min_size=8, max_size=40)


@examples(60)
@given(ages=ages_of_tables, far=st.lists(st.integers(-(10**6), 10**6), max_size=3),
       method=st.sampled_from(["full-domain", "local-recoding"]),
       coded=st.booleans())  # fmt: skip
def test_the_published_rows_shape_their_hierarchies(ages, far, method, coded):
    given_kind = {"age": Coding(top=90)} if coded else {}
    counted, plan = counted_with(
        [*ages, *far], hierarchies=given_kind, method=method, **tight(method)
    )
    decision = decided(counted, plan)
    (choice,) = decision.counted.choices
    kind = choice.kind.then if coded else choice.kind
    rows = rows_by_value(decision.counted, decision)["age"]
    assert rows.sum() == len(ages) + len(far) - decision.suppressed
    values = [
        value
        for value, number in zip(choice.dictionary.values, rows, strict=True)
        for _ in range(number)
    ]
    alone = Dictionary.build("age", sorted(set(values)),
                             [values.count(v) for v in sorted(set(values))],
                             kind=choice.dictionary.kind)  # fmt: skip
    if decision.suppressed:  # else there is nobody of whom it could tell
        assert kind in (automatic(alone, least=3), Suppression())


def test_a_withheld_extreme_does_not_shape_intervals():
    kinds = []
    for oldest in (103, 1000, 10**9):
        counted, plan = counted_with([*range(20, 50)] * 3 + [oldest])
        decision = decided(counted, plan)
        assert decision.suppressed == 1
        kinds.append(decision.counted.choices[0].kind)
    assert kinds == [Intervals((2, 4, 8, 16))] * 3


def test_nothing_is_decided_again_where_no_row_is_withheld():
    counted, plan = counted_with([20, 30, 40, 50] * 3)
    taken = []

    def decide(table):
        taken.append(table)
        return METHODS["full-domain"](table, plan, unseen)

    assert decide_by_release(counted, decide).counted is counted
    assert taken == [counted]


@pytest.mark.parametrize(
    ("declared", "left"),
    [
        pytest.param({}, Suppression(), id="automatic"),
        pytest.param({"age": Coding(top=90)}, Coding(top=90, then=Suppression()),
                     id="automatic between coded ends"),
        pytest.param({"age": Intervals((10, 20))}, Intervals((10, 20)), id="declared"),
    ],
)  # fmt: skip
def test_a_hierarchy_that_finds_no_rest_is_given_up(monkeypatch, declared, left):
    counted, plan = counted_with([*range(20, 60), 1000], hierarchies=declared)
    size = counted.cells.dictionary("age").size
    some = cycle([np.arange(size) < 5, np.arange(size) < 40])
    monkeypatch.setattr(
        release_shape,
        "rows_by_value",
        lambda *_: {"age": next(some).astype(np.int64)},
    )
    assert decided(counted, plan).counted.choices[0].kind == left
