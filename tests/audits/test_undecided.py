# SPDX-License-Identifier: Apache-2.0
"""What published rows alone do not decide, and what would."""

from __future__ import annotations

import pytest

from audited_tables import FIGURE_3, look, rows_of
from diversa.audits.reference import Reference
from diversa.audits.undecided import Undecided
from diversa.data.missing import MissingPolicy
from diversa.data.roles import Roles
from diversa.models import parse
from diversa.release.promise import Promise

SIZE, TABLE, AROUND = map(
    parse,
    (
        "k-anonymity:4",
        "t-closeness:0.2,on=condition",
        "nt-closeness:n=4,t=0.1,on=condition",
    ),
)


def undecided(original=None, suppressed=3, levels=None):
    promise = Promise(
        Roles((), ("zip", "age"), ("condition",)),
        ("zip", "age", "condition"),
        (SIZE, TABLE),
        MissingPolicy.RAISE,
        12,
        {"release.csv": ""},
        {"levels": levels} if levels is not None else {},
        suppressed=suppressed,
    )
    return Undecided(promise, original)


def test_models_of_a_group_are_decided():
    assert undecided().why(SIZE) is None


def test_closeness_to_a_table_whose_rows_were_suppressed():
    assert undecided().why(TABLE).startswith("3 rows were suppressed")
    assert undecided(suppressed=0).why(TABLE) is None
    assert undecided(Reference(())).why(TABLE) is None


def test_groups_around_a_group_are_not_published():
    assert "groups around a group" in undecided(suppressed=0).why(AROUND)
    # Where the table itself suffices nothing around it can undo that.
    assert undecided(suppressed=0).why(AROUND, holds=True) is None
    assert "groups around" in undecided(Reference(()), suppressed=0).why(AROUND)


@pytest.fixture
def audit():
    return look(rows_of(FIGURE_3), models=[SIZE, TABLE])


def test_what_is_not_decided_is_told_with_what_was_measured(audit):
    (note,) = undecided().notes(audit)
    assert note.startswith("release.csv: t-closeness:0.2,on=condition is not decided")
    assert "3 rows were suppressed" in note
    assert list(undecided(suppressed=0).notes(audit)) == []


def test_only_levels_that_both_have_are_compared(audit):
    levels = {"k-anonymity": 4, "t-closeness": 0.1, "of another version": 1}
    assert undecided(levels=levels).comparable(audit) == {"k-anonymity": 4}
    both = undecided(levels=levels, suppressed=0).comparable(audit)
    # Figure 3: every group is 1/6 away from the table.
    assert both == pytest.approx({"k-anonymity": 4, "t-closeness": 1 / 6})
    assert undecided(levels="none").comparable(audit) == {}
