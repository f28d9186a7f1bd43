# SPDX-License-Identifier: Apache-2.0
"""What every method needs: the task of its search, and what its recoding has."""

from __future__ import annotations

import pytest

from diversa.data.identifiers import Drop, Mask
from diversa.errors import PlanError
from diversa.methods.method import make_task, settings
from diversa.plan.keywords import make_plan
from diversa.progress import unseen
from diversa.tables.count_table import count_table
from diversa.tables.table_input import TableInput
from memory_engine import MemoryEngine

COLUMNS = ("name", "zip", "ill", "note")
ROWS = [("A", "11", "flu", "x"), ("B", "11", "acne", "y"), ("C", "12", None, "z")]


@pytest.fixture
def counted_with():
    """A plan, and the table as it was counted for it."""

    def count(**words):
        plan = make_plan(
            quasi_identifiers="zip", sensitive="ill", models="k-anonymity:2", **words
        )
        table = TableInput.of_plan((COLUMNS, ROWS), plan).open_in(MemoryEngine())
        return count_table(table, plan.bound_models()), plan

    return count


def test_the_task_is_what_the_plan_asks(counted_with):
    counted, plan = counted_with(
        missing="own", suppression=0.5, suppress_by="star", objective="precision"
    )
    task = make_task(counted, plan, unseen)
    assert [model.spec for model in task.models] == ["k-anonymity:2"]
    assert (task.rows, task.limit, task.star) == (3, 1, True)
    assert task.objective.name == "precision"
    assert task.progress is unseen


def test_the_limit_is_a_share_of_the_rows_that_were_counted(counted_with):
    """One of three rows is dropped: half of two may go."""
    counted, plan = counted_with(missing="drop", suppression=0.5)
    assert make_task(counted, plan, unseen).limit == 1
    assert settings(counted, plan)["drop_missing"] == ("ill",)


def test_columns_of_the_recoding(counted_with):
    counted, plan = counted_with(
        missing="own", identifiers={"name": Drop(), "note": Mask()}
    )
    words = settings(counted, plan)
    assert words["columns"] == ("zip", "ill", "note")
    assert words["identifiers"] == {"name": Drop(), "note": Mask()}
    assert words["drop_missing"] == ()
    assert not words["star"]
    assert [hierarchy.attribute for hierarchy in words["hierarchies"]] == ["zip"]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({"weights": {"age": 2}}, r"search\.weights: 'age' must be a quasi-identifier"),
        ({"least": {"age": 1}}, r"search\.least: 'age' must be a quasi-identifier"),
        ({"least": {"zip": 9}}, r"search\.least: 'zip' must be at most 1, its highest"),
        ({"greatest": {"zip": 3}}, r"search\.greatest: 'zip' must be at most 1"),
        (
            {"least": {"zip": 1}, "greatest": {"zip": 0}},
            r"search\.least: 'zip' must be at most search\.greatest, got 1 and 0",
        ),
        (
            {"weights": {"zip": 2}, "objective": "discernibility"},
            r"search\.weights: .*\(loss, precision, height\), got discernibility",
        ),
    ],
)
def test_weights_and_levels_that_there_are_not_are_refused(counted_with, words, fault):
    counted, plan = counted_with(missing="own", **words)
    with pytest.raises(PlanError, match=fault):
        make_task(counted, plan, unseen)


def test_weights_levels_and_time_reach_the_task(counted_with):
    counted, plan = counted_with(
        missing="own", weights={"zip": 3}, least={"zip": 1}, time=7, seed=4
    )
    task = make_task(counted, plan, unseen)
    assert task.objective.weights == {"zip": 3}
    assert (task.lattice.bottom, task.lattice.top) == ((1,), (1,))
    assert (task.seconds, task.seed) == (7, 4)
    plain = make_task(*counted_with(missing="own"), unseen)
    assert plain.seconds == 30
