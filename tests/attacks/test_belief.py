# SPDX-License-Identifier: Apache-2.0
"""Beliefs in kinds and intervals: stories of the papers, laws by brute force."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.attacks.belief import surest_window
from examples import examples

TREE = {
    "any": {
        "lungs": ["flu", "pneumonia"],
        "stomach": ["gastric ulcer", "dyspepsia", "gastritis"],
        "heart": ["infarct"],
    }
}


def ask(values, **more):
    table = pd.DataFrame({"age": "30-39", "s": values})
    words = {"quasi_identifiers": "age", "sensitive": "s", "target": {"age": 35}}
    return diversa.attack(table, **{**words, **more}).target


def within(target):
    only = target.intervals[0]
    return only.low, only.high, only.fraction


def widths(width):
    return {"assumptions": diversa.Assumptions(widths={"s": width})}


def test_alice_within_20():
    """Three of four salaries lie within 20 of each other."""
    told = ask([490, 500, 510, 1000], **widths(20))
    assert within(told) == ("490", "510", Fraction(3, 4))


def test_alice_within_10():
    told = ask([490, 500, 510, 1000], **widths(10))
    assert within(told) == ("490", "500", Fraction(1, 2))


def test_tom_has_something_with_his_stomach():
    told = ask(["gastric ulcer", "dyspepsia", "gastritis"], hierarchies={"s": TREE})
    (kind,) = told.surest_kinds()
    assert (kind.kind, kind.height, kind.fraction) == ("stomach", 1, 1)


def test_three_of_four_in_the_lungs():
    told = ask(
        ["flu", "pneumonia", "pneumonia", "gastric ulcer"], hierarchies={"s": TREE}
    )
    assert [(one.kind, one.fraction) for one in told.kinds] == [
        ("lungs", Fraction(3, 4)),
        ("stomach", Fraction(1, 4)),
    ]
    assert told.surest_kinds()[0].prior == 0.75


def population(hers, label):
    """People of 35 and others in their thirties, by value."""
    lines = [(35, value, people) for value, people in hers.items()]
    lines += [(31, value, label[value] - hers.get(value, 0)) for value in label]
    table = pd.DataFrame(lines, columns=["age", "s", "n"])
    return {"population": table[table["n"] > 0], "population_count": "n"}


def test_kinds_by_a_population():
    hers = {"flu": 1, "gastric ulcer": 2, "gastritis": 1}
    known = population(hers, dict.fromkeys(hers, 10))
    told = ask(["flu", "gastric ulcer", "gastritis"], hierarchies={"s": TREE}, **known)
    assert told.surest_kinds()[0].kind == "stomach"
    assert told.surest_kinds()[0].fraction == Fraction(3, 4)
    assert told.notes == ("estimated from 4 people like the target in the population",)


def test_intervals_by_a_population():
    known = population({10: 3, 20: 3, 90: 1}, {10: 10, 20: 10, 90: 10})
    told = ask([10, 20, 90, 90], **known, **widths(10))
    assert within(told) == ("10", "20", Fraction(3, 4))
    assert told.intervals[0].prior == 6 / 7


def test_json_has_exact_fractions():
    told = ask([490, 500, 510, 1000], **widths(20)).to_json()
    assert told["intervals"][0]["exact"] == "3/4"
    assert told["beliefs"][0] == {
        "on": "s",
        "value": "490",
        "prior": 0.25,
        "posterior": 0.25,
        "with_facts": 0.25,
        "exact": "1/4",
    }


NUMBERS = st.lists(st.integers(0, 12), min_size=1, max_size=8)


@examples(100)
@given(NUMBERS, st.fractions(0, 6, max_denominator=4))
def test_the_surest_window_is_the_fullest(numbers, width):
    """Every closed interval that begins at a number is tried."""
    ordered = sorted(set(numbers))
    weights = [numbers.count(number) for number in ordered]
    low, high = surest_window(ordered, weights, width)
    best = max(sum(low <= n <= low + width for n in numbers) for low in numbers)
    assert sum(weights[low : high + 1]) == best
    assert ordered[high] - ordered[low] <= width


@examples(50)
@given(
    st.lists(
        st.sampled_from(["flu", "pneumonia", "gastritis", "infarct"]),
        min_size=1,
        max_size=8,
    )
)
def test_kinds_are_sums_and_values_add_up_to_one(values):
    told = ask(values, hierarchies={"s": TREE})
    beliefs = {one.value: one.fraction for one in told.beliefs}
    assert sum(beliefs.values()) == 1
    for one in told.kinds:
        below = TREE["any"][one.kind]
        assert one.fraction == sum(beliefs.get(value, 0) for value in below)
