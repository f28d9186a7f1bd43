# SPDX-License-Identifier: Apache-2.0
"""A person in several releases: examples by hand, and all samples of a population."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import diversa
from diversa.errors import InputError
from examples import examples

WORDS = {"quasi_identifiers": "age", "sensitive": "s"}


def table(values, age="30-39"):
    return pd.DataFrame({"age": age, "s": list(values)})


def ask(first, *others, age=35, **more):
    found = diversa.attack(
        first, releases=others, target={"age": age}, **{**WORDS, **more}
    ).target
    return {one.value: one.fraction for one in found.beliefs if one.fraction}


def population(lines):
    counted = pd.DataFrame(lines, columns=["age", "s", "n"])
    return {"population": counted, "population_count": "n"}


def test_one_value_is_left():
    assert ask(table(["flu", "HIV"]), table(["HIV", "cancer"])) == {"HIV": 1}


def test_without_a_population_values_are_only_ruled_out():
    found = ask(table("aabc"), table("abdd"))
    assert found == {"a": Fraction(2, 3), "b": Fraction(1, 3)}


def test_factors_of_a_population():
    """n·n'/f where people like the target are like all others: 2·1 and 1·1 over f."""
    alike = population([(35, "a", 4), (35, "b", 4), (35, "c", 4), (35, "d", 4)])
    found = ask(table("aabc"), table("abdd"), **alike)
    assert found == {"a": Fraction(2, 3), "b": Fraction(1, 3)}


def test_rare_values_in_both_are_surer():
    """flu 2 HIV 1 x 1 and flu 2 HIV 1 y 1 with f = 9/10 and 1/100.

    4/(9/10) to 1/(1/100) is 40/9 to 100, so HIV is 900/940 = 45/47.
    """
    shares = [("flu", 90), ("HIV", 1), ("x", 5), ("y", 4)]
    alike = population([(35, s, n) for s, n in shares])
    first = table(["flu", "flu", "HIV", "x"])
    second = table(["flu", "flu", "HIV", "y"])
    assert ask(first, second, **alike)["HIV"] == Fraction(45, 47)


def test_facts_beside_other_releases():
    first, second = table("aabc"), table("abcd")
    assert ask(first, second, exclude=["a"])["b"] == Fraction(1, 2)
    alike = population([(35, value, 2) for value in "abcd"])
    assert ask(first, second, neighbours=["b"], **alike) == {
        "a": Fraction(2, 3),
        "c": Fraction(1, 3),
    }


def test_releases_without_a_value_in_common():
    alike = population([(35, value, 2) for value in "abcd"])
    for more in ({}, alike):
        with pytest.raises(InputError, match="got none; the person is not in all"):
            ask(table("ab"), table("cd"), **more)


def test_a_release_that_the_person_is_not_in():
    found = diversa.attack(
        table("ab"), releases=[table("cd", "60-69")], target={"age": 35}, **WORDS
    ).target
    assert found.releases == 1
    assert found.notes == (
        "no row of the other release 1 matches the target: it is left out",
    )


def test_a_release_of_two_tables_rules_values_out():
    rows = pd.DataFrame({"age": [35, 40], "s": ["a", "b"]})
    apart = diversa.anonymize(
        rows, models="frequency-l-diversity:2", method="anatomy", **WORDS
    )
    found = ask(table("abc"), apart)
    assert found == {"a": Fraction(1, 2), "b": Fraction(1, 2)}


LABELS = {"1-2": {1, 2}, "2-3": {2, 3}, "1-3": {1, 2, 3}}
PEOPLE = st.lists(
    st.tuples(st.integers(1, 3), st.sampled_from("abc")), min_size=2, max_size=6
)


@examples(60)
@given(PEOPLE, st.data())
def test_beliefs_equal_all_worlds(people, data):
    """Every row of each release is somebody whom its label covers, independently.

    The person has one row in each; worlds count in which both rows are the same person.
    """
    releases = []
    for _ in range(2):
        label = data.draw(st.sampled_from(sorted(LABELS)))
        covered = [place for place, one in enumerate(people) if one[0] in LABELS[label]]
        assume(covered)
        secrets = st.sampled_from(sorted({people[place][1] for place in covered}))
        values = data.draw(st.lists(secrets, min_size=1, max_size=3))
        releases.append((label, covered, values))
    age = data.draw(st.integers(1, 3))
    weights = dict.fromkeys("abc", Fraction(0))
    may_be = [
        [(v, [p for p in covered if people[p][1] == v]) for v in values]
        for _, covered, values in releases
    ]
    for (value, who), (same, they) in product(*may_be):
        both = [p for p in who if p in they and people[p][0] == age]
        if value == same:
            weights[value] += Fraction(len(both), len(who) * len(they))
    total = sum(weights.values())
    frames = [table(values, label) for label, _, values in releases]
    known = {"population": pd.DataFrame(people, columns=["age", "s"])}
    inside = all(age in LABELS[label] for label, _, _ in releases)
    if inside and total:
        expected = {v: one / total for v, one in weights.items() if one}
        assert ask(*frames, age=age, **known) == expected
    elif inside:
        with pytest.raises(InputError):
            ask(*frames, age=age, **known)
