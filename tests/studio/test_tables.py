# SPDX-License-Identifier: Apache-2.0
"""Open tables are counted once, bounded in number, and closed when idle."""

from __future__ import annotations

import asyncio

import pytest

from diversa import make_plan
from diversa.studio.tables import OpenTables, opening_plan, search_words


class Opened:
    """Stands for an open table."""

    def __init__(self, opened):
        opened.append(self)
        self.is_open = True

    def close(self):
        self.is_open = False


@pytest.fixture
def opened():
    return []


@pytest.fixture
def tables():
    made = OpenTables(limit=2, idle_seconds=100.0, threads=2)
    yield made
    made.close()


def test_a_table_is_opened_once_until_its_source_changes(tables, opened):
    for state in (1, 1, 2):
        table = tables.ask("p", state, lambda: Opened(opened), lambda asked: asked)
    assert [one.is_open for one in opened] == [False, True]
    assert table is opened[1]


def test_the_one_unused_longest_goes_first(tables, opened):
    for name in ("a", "b", "a", "c"):
        tables.ask(name, 1, lambda: Opened(opened), id)
    assert len(tables) == 2
    assert [one.is_open for one in opened] == [True, False, True]


def test_idle_tables_are_closed(opened):
    tables = OpenTables(limit=2, idle_seconds=-1.0, threads=1)
    tables.ask("a", 1, lambda: Opened(opened), id)
    tables.close_idle()
    assert not opened[0].is_open
    assert len(tables) == 0
    tables.close()


def test_a_table_that_cannot_be_opened_is_tried_again(tables, opened):
    with pytest.raises(ZeroDivisionError):
        tables.ask("a", 1, lambda: 1 // 0, id)
    assert tables.ask("a", 1, lambda: Opened(opened), lambda one: one.is_open)


def test_questions_are_answered_beside_the_server(tables):
    assert asyncio.run(tables.ask_soon(lambda: 7)) == 7


def test_what_is_asked_does_not_open_a_table_anew():
    plan = make_plan(quasi_identifiers="zip", models="k-anonymity:2", seed=3)
    other = make_plan(
        quasi_identifiers="zip", suppression=0.1, method="mondrian", labels="tight"
    )
    assert opening_plan(plan) == opening_plan(other)
    assert opening_plan(plan) != opening_plan(make_plan(quasi_identifiers="age"))
    assert set(search_words(other)) == {"suppression", "method", "labels"}
