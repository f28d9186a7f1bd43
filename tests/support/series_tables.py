# SPDX-License-Identifier: Apache-2.0
"""Two tables of a series: Bob and Alice, then Bob and Carl (m-invariance paper)."""

from __future__ import annotations

from diversa.plan.keywords import make_plan
from diversa.series.keyed_table import count_people
from diversa.series.register import Register
from diversa.series.regrouping import regroup
from diversa.series.series_plan import ask
from memory_engine import MemoryEngine

COLUMNS = ("who", "age", "ill")
FIRST = [("Bob", 30, "flu"), ("Alice", 40, "asthma")]
SECOND = [("Bob", 30, "flu"), ("Carl", 50, "cancer")]
WORDS = {"quasi_identifiers": "age", "sensitive": "ill", "models": "m-invariance:2"}


def series_plan(**words):
    """A plan for a release of the series."""
    return ask(make_plan(**WORDS | words))


def keyed_table(rows, columns=COLUMNS, key="who", **words):
    """The people of a table, counted without an engine."""
    engine = MemoryEngine()
    table = engine.open((columns, rows))
    return count_people(engine, table, series_plan(**words).plan, key)


def regrouped(rows, register=None, **words):
    """The next release of a series, as data; the first one without a register."""
    plan = series_plan(**words)
    register = register or Register("who", "ill", plan.m)
    return regroup(keyed_table(rows, **words), register, plan)
