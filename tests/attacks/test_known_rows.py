# SPDX-License-Identifier: Apache-2.0
"""A person in a release of two tables, or among people who are all known."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import prod

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.errors import InputError
from examples import examples

WORDS = {"quasi_identifiers": "age", "sensitive": "s"}


def in_two_tables(rows):
    """A release in two tables of rows of age and secret, as one group if it can be."""
    return diversa.anonymize(
        pd.DataFrame(rows, columns=["age", "s"]),
        models="frequency-l-diversity:2",
        method="anatomy",
        **WORDS,
    )


def people(having):
    """A population: age to how many have which secret."""
    lines = [(age, s, n) for age, of in having.items() for s, n in of.items() if n]
    table = pd.DataFrame(lines, columns=["age", "s", "n"])
    return {"population": table, "population_count": "n"}


def ask(release, age, **more):
    found = diversa.attack(release, target={"age": age}, **more).target
    return {one.value: one.fraction for one in found.beliefs if one.fraction}


TWO = in_two_tables([(30, "a"), (40, "b")])
TENTHS = people({30: {"a": 9, "b": 1}, 40: {"a": 1, "b": 9}})


def test_two_rows_of_two_tables():
    """Each row is nine times as likely to have its value."""
    assert ask(TWO, 30) == {"a": Fraction(1, 2), "b": Fraction(1, 2)}
    assert ask(TWO, 30, **TENTHS) == {"a": Fraction(81, 82), "b": Fraction(1, 82)}
    assert ask(TWO, 40, **TENTHS)["b"] == Fraction(81, 82)


def test_the_prior_is_that_of_people_like_the_target():
    told = diversa.attack(TWO, target={"age": 30}, **TENTHS).target
    assert {one.value: one.prior for one in told.beliefs} == {"a": 0.9, "b": 0.1}
    assert told.alike == 10


def test_a_fact_and_a_neighbour_decide():
    assert ask(TWO, 30, exclude=["a"], **TENTHS) == {"b": 1}
    known = pd.DataFrame({"age": [40], "s": ["a"]})
    assert ask(TWO, 30, neighbours=known, **TENTHS) == {"b": 1}
    assert ask(TWO, 30, neighbours=["a"]) == {"b": 1}


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"neighbours": ["a"], **TENTHS}, "must come with their quasi-identifiers"),
        ({"neighbours": pd.DataFrame({"age": [30], "s": ["a"]})}, "rule all of them"),
        (
            {"neighbours": pd.DataFrame({"age": [40, 40], "s": ["a", "b"]})},
            "contradict the table",
        ),
        (people({30: {"a": 1}, 40: {"a": 1}}), "rules the table out"),
        (people({40: {"a": 1, "b": 1}}), "must have people like the target"),
    ],
)
def test_what_is_refused(more, fault):
    with pytest.raises(InputError, match=fault):
        ask(TWO, 30, **more)


GROUP = pd.DataFrame({"age": "30-49", "s": ["a", "b"]})


def test_a_roster_is_like_two_tables():
    """Whoever knows the raw values of everybody in a generalized group."""
    roster = pd.DataFrame({"age": [30, 40]})
    alone = people({30: {"a": 9, "b": 1}, 40: {"a": 1, "b": 9}})
    assert ask(GROUP, 30, known=roster, **alone, **WORDS)["a"] == Fraction(81, 82)
    # Others of the label are unknown: Theorem 3.1.
    assert ask(GROUP, 30, **alone, **WORDS)["a"] == Fraction(9, 10)
    part = pd.DataFrame({"age": [30]})
    assert ask(GROUP, 30, known=part, **alone, **WORDS)["a"] == Fraction(9, 10)


def by_worlds(rows, ages, having, age):
    """All orders of the secrets of a group, each as likely as its people make it."""
    sums = {}
    for world in set(permutations(rows)):
        weight = prod(having[a].get(s, 0) for a, s in zip(ages, world, strict=True))
        for own, secret in zip(ages, world, strict=True):
            if own == age:
                sums[secret] = sums.get(secret, 0) + weight
    total = sum(sums.values())
    return {s: Fraction(one, total) for s, one in sums.items() if one}


SECRETS = st.fixed_dictionaries(
    {}, optional={secret: st.integers(1, 5) for secret in "abc"}
)


@examples(60)
@given(st.data())
def test_beliefs_equal_all_worlds(data):
    """A roster of one group; everybody's own secret is possible."""
    truth = data.draw(
        st.lists(
            st.tuples(st.integers(1, 3), st.sampled_from("abc")), min_size=1, max_size=5
        )
    )
    having = {age: dict(data.draw(SECRETS)) for age in (1, 2, 3)}
    for age, secret in truth:
        having[age].setdefault(secret, 1)
    ages = [age for age, _ in truth]
    age = data.draw(st.sampled_from(ages))
    group = pd.DataFrame({"age": "1-3", "s": [secret for _, secret in truth]})
    found = ask(
        group, age, known=pd.DataFrame({"age": ages}), **people(having), **WORDS
    )
    assert found == by_worlds([secret for _, secret in truth], ages, having, age)
    assert sum(found.values()) == 1
