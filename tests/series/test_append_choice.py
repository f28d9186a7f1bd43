# SPDX-License-Identifier: Apache-2.0
"""The choice of waiting rows, against every part of them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appended_rows import is_safe, most_rows
from diversa.errors import PlanError
from diversa.models import parse
from diversa.plan.keywords import make_plan
from diversa.series import append_choice
from diversa.series.append_choice import check_models, choose_rows
from diversa.series.append_rows import GrowingTable, cells_of
from examples import examples

SPEC = "recursive-cl-diversity:c=2,l=2"


def table(published, waiting, *specs):
    """One group: its published rows and those that wait, as texts of values."""
    parts = [Counter(("g", value) for value in rows) for rows in (published, waiting)]
    cells = [
        cells_of(("g", "s"), [*part], np.array([*part.values()], int)) for part in parts
    ]
    plan = make_plan(quasi_identifiers="g", sensitive="s", models=[*specs])
    none = cells_of(("g", "s"), (), np.zeros(0, int)), np.zeros(0, int)
    return GrowingTable.of(cells[0], none, (cells[1], 1), plan), plan.bound_models()


def chosen(published, waiting, *specs, apart=False):
    grown, models = table(published, waiting, *specs)
    choice = choose_rows(grown.group_rows, models, apart=apart)
    taken = grown.tuples(grown.take(choice.rows))
    column = taken.columns[1]
    values = [column.values[code] for code in column.each]
    return Counter(dict(zip(values, taken.counts.tolist(), strict=True))), choice


def test_all_rows_appear_if_they_hold():
    assert chosen("", "xy", "k-anonymity:2")[0] == Counter("xy")
    assert chosen("xy", "x", "k-anonymity:2")[0] == Counter("x")


def test_none_appears_if_no_part_holds():
    found, choice = chosen("", "xx", SPEC)
    assert not found
    assert choice.is_exact


def test_a_largest_part_appears_if_the_whole_does_not_hold():
    """Of xxxxx beside one y, one x may appear: 1 < 2 times 1, and 2 is not."""
    found, choice = chosen("", "xxxxxy", SPEC)
    assert found == Counter("xy")
    assert choice.words == append_choice.EXACT


@pytest.mark.parametrize("apart", [False, True])
def test_published_rows_are_counted(apart):
    found, _ = chosen("xy", "x", SPEC, apart=apart)
    assert not found, "2 is not less than twice 1"
    assert chosen("xyy", "x", SPEC)[0] == Counter("x")
    assert not chosen("xyy", "x", SPEC, apart=True)[0], "one row is alone"


ROWS = st.text("xyz", max_size=9)


@examples(60)
@given(ROWS, ROWS, st.booleans())
def test_many_parts_are_tried_greedily(published, waiting, apart):
    """What is chosen holds, and no single row could be added."""
    if not is_safe(list(published), [SPEC]) or not waiting:
        return
    before = append_choice.FEW_PARTS
    append_choice.FEW_PARTS = 1
    try:
        found, _ = chosen(published, waiting, SPEC, apart=apart)
    finally:
        append_choice.FEW_PARTS = before
    part = [*found.elements()]
    best = most_rows([*published], [*waiting], [SPEC], apart=apart)
    assert len(part) <= best
    for more in ["", *(Counter(waiting) - found)]:
        tried = [*part, *more]
        holds = is_safe([*published, *tried], [SPEC])
        holds &= not apart or is_safe(tried, [SPEC])
        assert holds == (more == "")


def test_a_model_that_compares_with_the_table_and_apart_are_refused():
    with pytest.raises(PlanError, match="apart: must come without t-closeness"):
        chosen("", "xy", "t-closeness:0.2", apart=True)


@pytest.mark.parametrize("spec", ["k-map:3", "label-safety:2", "m-invariance:2"])
def test_models_that_look_at_more_than_a_group_are_refused(spec):
    with pytest.raises(PlanError, match="is not defined for rows that are appended"):
        check_models(parse(spec).bind(["s"]))
