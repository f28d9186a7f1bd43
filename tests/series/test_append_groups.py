# SPDX-License-Identifier: Apache-2.0
"""Groups of published and waiting rows, judged at any of their parts."""

from __future__ import annotations

import numpy as np

from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPolicy
from diversa.models import parse
from diversa.series.append_groups import GroupRows

GROUPS = Dictionary("", np.arange(2).astype(object), np.array([3, 2]))
VALUES = Dictionary.build("s", ["x", "y"], [3, 2])
ROWS = GroupRows(
    Cells((GROUPS, VALUES), np.array([[0, 0], [0, 1], [1, 0]]), np.array([1, 2, 2])),
    published=np.array([1, 1, 0]),
    waiting=np.array([0, 1, 2]),
    names=("s",),
    missing=MissingPolicy.RAISE,
)


def models(spec):
    return parse(spec).bind(["s"])


def test_groups_are_judged_by_some_rows():
    assert ROWS.groups == 2
    assert ROWS.at(ROWS.published, models("k-anonymity:2")).tolist() == [True, True]
    whole = ROWS.published + ROWS.waiting
    assert ROWS.at(whole, models("distinct-l-diversity:2")).tolist() == [True, False]


def test_the_table_is_what_the_rows_are():
    """Group 0 alone is like the table; beside group 1 it is a half away from it."""
    close = models("t-closeness:0.1")
    assert ROWS.at(np.array([1, 1, 0]), close).all()
    assert not ROWS.at(np.array([1, 1, 2]), close).any()


def test_parts_without_rows_are_none():
    part, cell = np.array([0, 0, 1]), np.array([0, 1, 2])
    number, groups = ROWS.parts(part, cell, np.array([1, 2, 0]))
    assert number.tolist() == [0]
    assert groups.sizes.tolist() == [3]
