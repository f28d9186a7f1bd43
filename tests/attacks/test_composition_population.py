# SPDX-License-Identifier: Apache-2.0
"""Two releases and a population, by the front function."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa

WORDS = {"quasi_identifiers": "q", "sensitive": "s"}
FIRST = pd.DataFrame({"q": ["{1, 2}"] * 4, "s": ["a", "a", "b", "c"]})
SECOND = pd.DataFrame({"q": ["{1, 3}"] * 4, "s": ["a", "b", "d", "d"]})
PEOPLE = pd.DataFrame(
    {"q": [q for q in "123" for _ in range(8)], "s": list("abcd") * 6}
)


def compose(**words):
    return diversa.attack(SECOND, releases=[FIRST], **{**WORDS, **words})["composition"]


def test_the_belief_of_who_knows_the_population():
    """(a2 b1 c1) and (a1 b1 d2), values equally frequent: a with 2/3."""
    known = pd.DataFrame({"q": ["1"]})
    found = compose(known=known, population=PEOPLE)
    assert found.population.expected == pytest.approx(2 / 3)
    assert (found.population.surer, found.exposed) == (0, 0)
    assert "66.7% on average" in found.in_words()
    assert found.to_json()["population"]["expected"] == pytest.approx(2 / 3)


def test_certain_people_to_be_expected():
    """Eight people are in both labels, of 16 whom each covers; four rows each."""
    first = FIRST.assign(s=["a", "a", "b", "b"])
    second = SECOND.assign(s=["b", "b", "c", "c"])
    words = {**WORDS, "releases": [first], "population": PEOPLE}
    found = diversa.attack(second, **words)["composition"]
    assert found.pairs == 1
    assert found.population.expected_certain == pytest.approx(8 * (4 / 16) ** 2)
    assert found.population.expected is None


def test_without_a_population_nothing_is_added():
    assert compose(known=pd.DataFrame({"q": ["1"]})).population is None


def test_a_population_without_the_attribute_says_who_may_be_there():
    found = compose(known=pd.DataFrame({"q": ["1"]}), population=PEOPLE[["q"]])
    assert found.population.expected is None
