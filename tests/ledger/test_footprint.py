# SPDX-License-Identifier: Apache-2.0
"""Footprints of tables, and the people whom two tables have in common."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.engines.registry import open_engine
from diversa.ledger.footprint import Footprint, keyed_hash, plan_hash
from diversa.pipeline import open_and_count
from diversa.plan.keywords import make_plan, revise
from diversa.progress import Clock, silent
from examples import examples
from ledger_lines import line_of

SECRET = bytes(range(32))
NAMES = ["sex", "age", "race", "marital-status", "education", "native-country"]
NAMES += ["workclass", "salary-class"]


def footprint(table, plan):
    """The footprint of a table by a plan."""
    with open_engine(None, table) as engine:
        counted = open_and_count(engine, table, plan, Clock(silent), ordered=False)
        return Footprint.of(engine, counted, plan, SECRET)


@pytest.fixture(scope="module")
def rows(adult_30162):
    """The Adult table."""
    table = adult_30162(NAMES, ["occupation"])
    return pd.DataFrame(table.rows, columns=table.columns)


PLAN = make_plan(
    quasi_identifiers=NAMES, sensitive="occupation", models="k-anonymity:5"
)


@pytest.mark.parametrize("share", [0.0, 0.05, 0.5, 1.0])
@pytest.mark.parametrize("seed", [0, 1])
def test_overlaps_of_adult(rows, share, seed):
    """Of 30,162 rows, of which different people share a third by chance alone.

    0.05 is what is specified. It is three standard errors of a share of hashes; with
    the share by chance taken off, an overlap of 0.05 may be found as none.
    """
    order = np.random.default_rng(seed).permutation(len(rows))
    number = len(rows) // 2
    common = int(2 * number * share / (1 + share))
    second = np.concatenate([order[:common], order[number : 2 * number - common]])
    old, new = (footprint(rows.iloc[some], PLAN) for some in (order[:number], second))
    found = new.overlap(line_of(old))
    assert found.share == pytest.approx(share, abs=0.05)
    assert found.by is None
    assert old.tuples.common(new.tuples) > 0.3  # what is by chance is taken off
    of_new = common / number
    assert found.of_new == pytest.approx(of_new, abs=0.1)


@pytest.mark.parametrize("share", [0.0, 0.05, 0.5, 1.0])
def test_identifiers_say_exactly_who_is_there(rows, share):
    plan = revise(PLAN, identifiers="id")
    people = rows.assign(id=[f"p{i}" for i in range(len(rows))])
    number = len(rows) // 2
    common = int(2 * number * share / (1 + share))
    second = people.iloc[number - common : 2 * number - common]
    old, new = (footprint(some, plan) for some in (people.iloc[:number], second))
    found = new.overlap(line_of(old))
    assert found.by == "id"
    assert found.share == pytest.approx(share, abs=0.05)


def test_tables_with_other_columns_cannot_be_compared():
    table = pd.DataFrame({"a": ["x"] * 4, "b": ["y"] * 4, "s": list("uvuv")})
    plans = [
        make_plan(quasi_identifiers=q, sensitive="s", models="k-anonymity:2")
        for q in (["a"], ["a", "b"])
    ]
    old, new = (footprint(table, plan) for plan in plans)
    assert new.overlap(line_of(old)) is None
    assert new.overlap(line_of(new)).share == 1


def test_a_table_is_known_by_all_that_is_counted():
    table = pd.DataFrame({"a": list("xxyy"), "s": list("uvuv")})
    plan = make_plan(quasi_identifiers="a", sensitive="s", models="k-anonymity:2")
    own = footprint(table, plan)
    assert footprint(table.iloc[::-1], plan).table == own.table
    assert footprint(table.assign(s=list("uvuu")), plan).table != own.table
    assert footprint(pd.concat([table, table]), plan).table != own.table
    assert own.rows == 4


def test_a_plan_is_known_without_its_seed():
    plan = make_plan(quasi_identifiers="a", sensitive="s", models="k-anonymity:2")
    assert plan_hash(revise(plan, seed=7), SECRET) == plan_hash(plan, SECRET)
    assert plan_hash(plan, SECRET) != plan_hash(plan, bytes(32))
    stricter = revise(plan, models="k-anonymity:3")
    assert plan_hash(stricter, SECRET) != plan_hash(plan, SECRET)
    only_python = revise(plan, hierarchies={"a": [str.upper]})
    assert plan_hash(only_python, SECRET) is None
    assert len(keyed_hash("x", SECRET)) == 32


TABLES = st.lists(st.tuples(st.integers(0, 3), st.sampled_from("ab")), min_size=2)


@examples(60)
@given(TABLES, TABLES, st.integers(2, 5), st.integers(2, 5))
def test_noise_is_the_same_only_for_the_same_table_and_plan(one, two, k, other_k):
    """Equal keys if and only if rows, in any order, and plans are equal."""
    plans = [
        make_plan(quasi_identifiers="a", sensitive="s", models=f"k-anonymity:{size}")
        for size in (k, other_k)
    ]
    tables = [pd.DataFrame(rows, columns=["a", "s"]) for rows in (one, two)]
    keys = [
        footprint(table, plan).noise_key(SECRET)
        for table, plan in zip(tables, plans, strict=True)
    ]
    same = sorted(one) == sorted(two) and k == other_k
    assert (keys[0] == keys[1]) == same
    again = footprint(tables[0][::-1], plans[0])
    assert again.noise_key(SECRET) == keys[0] != again.noise_key(SECRET[::-1])
