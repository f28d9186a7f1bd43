# SPDX-License-Identifier: Apache-2.0
"""Every recoding answers the same questions."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.data.identifiers import Mask
from diversa.data.roles import Roles
from diversa.recodings.buckets import TwoTables
from diversa.recodings.full_domain import FullDomain
from diversa.recodings.local_recoding import LocalRecoding
from diversa.recodings.pieces import RowEntries, divide
from diversa.recodings.recoding import PublishedTables, release_columns


class Drawings:
    """Pictures that only say which of them was wanted."""

    def lattice(self, levels):
        return {"lattice": levels}

    def boxes(self, style):
        return {"boxes": style.sets}


@pytest.fixture
def recodings(words, halves, finest):
    rows = RowEntries(finest)
    pieces = divide(rows, np.arange(len(rows.entry)) % 2, 2)
    return {
        "levels": FullDomain(
            node=(1, 1), failing=np.empty((0, 2), dtype=np.int32), **words
        ),
        "boxes": LocalRecoding(partition=halves, **words),
        "buckets": TwoTables(
            pieces=pieces,
            group_column="group",
            **{**words, "columns": (*words["columns"], "group")},
        ),
    }


QUESTIONS = {
    "levels": {"levels": {"age": 1, "place": 1}, "boxes": None, "buckets": None},
    "group_column": {"levels": None, "boxes": None, "buckets": "group"},
    "row_columns": {
        **dict.fromkeys(("levels", "boxes"), ("age", "place", "ill")),
        "buckets": ("age", "place", "group"),
    },
    "sensitive_table": {
        **dict.fromkeys(("levels", "boxes")),
        "buckets": ("group", "ill", "count"),
    },
    "has_cells": {"levels": False, "boxes": True, "buckets": True},
    "partition_with_trail": dict.fromkeys(("levels", "boxes", "buckets")),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_it_is(recodings, question):
    answers = {name: getattr(one, question) for name, one in recodings.items()}
    assert answers == QUESTIONS[question]


def test_how_it_is_drawn(recodings):
    pictures = {name: one.picture(Drawings()) for name, one in recodings.items()}
    assert pictures == {
        "levels": {"lattice": (1, 1)},
        "boxes": {"boxes": "values"},
        "buckets": None,
    }


def test_only_two_tables_leave_something_in_the_open(recodings):
    assert [bool(one.discloses) for one in recodings.values()] == [False, False, True]


def test_only_levels_say_what_became_of_a_value(recodings):
    listed = {name: list(one.mapping()) for name, one in recodings.items()}
    assert listed["levels"][0] == ("age", "20", "20-29")
    assert len(listed["levels"]) == 7
    assert listed["boxes"] == listed["buckets"] == []


def test_one_table_is_published_as_it_was_recoded(recodings):
    table = object()
    tables = recodings["levels"].tables(None, table)
    assert tables.forms == (table,)
    assert PublishedTables(1, 2).forms == (1, 2)


def test_the_table_beside_its_release(recodings, counted):
    boxes = {name: one.recode(counted).boxes for name, one in recodings.items()}
    assert boxes == {"levels": 2, "boxes": 2, "buckets": 6}


def test_dropped_identifiers_and_columns_without_a_role_are_no_column():
    roles = Roles(("name", "card"), ("age",), ("ill",), ("ward",), ("bed",))
    columns = ("name", "age", "card", "ward", "note", "bed", "ill")
    published = release_columns(columns, roles, {"card": Mask()})
    assert published == ("age", "card", "ward", "bed", "ill")
