# SPDX-License-Identifier: Apache-2.0
"""Rules 'nobody with X has s': examples by hand, a brute force, and Adult."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attacked_tables import ADULT
from diversa.attacks import negative_rules
from diversa.attacks.negative_rules import ClassCells, class_texts, mine
from diversa.tables.table_input import TableInput
from examples import examples


def cells_of(table, on):
    names = [name for name in table.columns if name != on]
    return TableInput.of(table, quasi_identifiers=names, sensitive=on).count().cells


def mine_table(table, on="s", **words):
    cells = cells_of(table, on)
    names = [name for name in table.columns if name != on]
    classes = ClassCells.of(cells, names, on)
    values = cells.dictionary(on)
    rules = mine(classes, values=values.size, **words)
    told = set()
    for rule in rules.rules:
        conditions = frozenset(
            (
                names[attribute],
                class_texts(
                    cells.dictionary(names[attribute]), classes.class_of[attribute]
                )[number],
            )
            for attribute, number in rule.conditions
        )
        told.add((conditions, values.texts[rule.value]))
    return rules, told


def test_ten_men_without_ovarian_cancer():
    """p = 7/1292, which four tests do not explain."""
    table = pd.DataFrame(
        {"sex": ["m"] * 10 + ["w"] * 10, "s": ["flu"] * 14 + ["ovarian"] * 6}
    )
    rules, told = mine_table(table, conditions=1, support=5)
    assert (rules.tests, rules.zeros, rules.significant) == (4, 1, 1)
    assert told == {(frozenset({("sex", "m")}), "ovarian")}


def test_six_rows_prove_nothing():
    table = pd.DataFrame({"sex": list("mmmwww"), "s": ["flu"] * 5 + ["ovarian"]})
    rules, told = mine_table(table, conditions=1, support=1)
    assert (rules.zeros, rules.significant, told) == (1, 0, set())


def all_tests(table, conditions, support):
    """Every condition and value, by counting rows, with an exact probability."""
    names, rows = [name for name in table.columns if name != "s"], len(table)
    sets = [c for k in range(1, conditions + 1) for c in combinations(names, k)]
    for chosen in sets:
        for classes, part in table.groupby(list(chosen)):
            for value in sorted(set(table["s"])) if len(part) >= support else ():
                having = int((table["s"] == value).sum())
                both = int((part["s"] == value).sum())
                ways = sum(
                    comb(having, j) * comb(rows - having, len(part) - j)
                    for j in range(both + 1)
                )
                condition = frozenset(zip(chosen, classes, strict=True))
                yield ways / comb(rows, len(part)), condition, value, both


def brute_force(table, conditions, support, level):
    """Holm's correction by hand over all tests, then rules without a rule as a part."""
    tests = list(all_tests(table, conditions, support))
    facts, left = [], len(tests)
    for chance, condition, value, both in sorted(tests, key=lambda test: test[0]):
        if chance > level / left:
            break
        left -= 1
        facts += [(condition, value)] if both == 0 else []
    whole = [
        (condition, value)
        for condition, value in facts
        if not any(part < condition and value == same for part, same in facts)
    ]
    zeros = sum(both == 0 for *_, both in tests)
    return len(tests), zeros, len(facts), set(whole)


@examples(60)
@given(st.data())
def test_rules_equal_a_brute_force(data):
    """Values of b depend on a, so that there are rules."""
    rows = data.draw(
        st.lists(
            st.tuples(st.sampled_from("xy"), st.sampled_from("uv"), st.integers(0, 5)),
            min_size=8,
            max_size=40,
        )
    )
    secret = {"x": "pqr", "y": "qrs"}
    table = pd.DataFrame(
        [(a, b, secret[a][n % 3 if b == "u" else n % 2]) for a, b, n in rows],
        columns=["a", "b", "s"],
    )
    support = data.draw(st.integers(1, 6))
    rules, told = mine_table(table, conditions=2, support=support, level=0.2)
    expected = brute_force(table, 2, support, 0.2)
    assert (rules.tests, rules.zeros, rules.significant, told) == expected


def test_rules_are_true_of_the_table():
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 4, 600), rng.integers(0, 30, 600)
    table = pd.DataFrame({"a": a, "b": b, "s": (a * 2 + b // 10 + b % 2) % 5})
    cells = cells_of(table, "s")
    classes = ClassCells.of(cells, ["a", "b"], "s")
    rules = mine(classes, values=5, support=5)
    assert rules.rules
    excluded = rules.exclusions(classes.classes, 5)
    assert not excluded[np.arange(len(cells.counts)), cells.column("s")].any()


def test_too_many_tests_are_not_made(monkeypatch):
    monkeypatch.setattr(negative_rules, "MOST_TESTS", 3)
    table = pd.DataFrame({"a": list("xyxyxy"), "s": list("pqpqpq")})
    cells = ClassCells.of(cells_of(table, "s"), ["a"], "s")
    assert mine(cells, values=2, support=1) is None


@pytest.mark.parametrize(
    ("conditions", "expected"), [(1, (1106, 136, 8, 8)), (2, (14770, 2858, 96, 71))]
)
def test_adult(adult_30162, conditions, expected):
    """Tests, zeros, significant rules and minimal ones, by an independent prototype."""
    rows = adult_30162(ADULT, ["occupation"])
    table = pd.DataFrame(rows.rows, columns=rows.columns)
    rules, told = mine_table(table, on="occupation", conditions=conditions)
    found = rules.tests, rules.zeros, rules.significant, len(rules.rules)
    assert found == expected
    assert (frozenset({("education", "Doctorate")}), "Other-service") in told
    if conditions == 2:
        pair = frozenset({("sex", "Male"), ("salary-class", ">50K")})
        assert (pair, "Priv-house-serv") in told
