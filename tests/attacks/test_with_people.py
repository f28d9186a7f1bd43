# SPDX-License-Identifier: Apache-2.0
"""Attacks that need more than the table: people, populations, rules, releases."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import diversa
from diversa.attacks.bayes_posterior import bayes_posterior
from diversa.attacks.intersection import intersection
from diversa.attacks.minimality import minimality
from diversa.attacks.possible_worlds import MOST_WORLDS, worlds_of
from diversa.attacks.presence import presence
from diversa.counts.groups import Groups
from diversa.counts.population import Population
from diversa.errors import InputError, ModelError
from diversa.models import parse
from diversa.models.republication import series_of

SEVEN = pd.DataFrame({"q": ["*"] * 7, "s": ["H", "H", "N", "N", "N", "N", "N"]})
"""Two people with q1, both H, and five with q2, published together."""

EVERYONE = pd.DataFrame({"q": ["q1"] * 2 + ["q2"] * 5})
RULE = "alpha-k-anonymity:alpha=1/2,k=1,value=H"
WORDS = {"quasi_identifiers": "q", "sensitive": "s"}


def worlds(parts, counts, rule=RULE):
    attribute = Groups.from_counts([counts], on="s").sensitive[0]
    (model,) = parse(rule).bind(["s"])
    rows = [counts[value] for value in attribute.dictionary.values]
    return worlds_of(parts, rows, attribute, [model])


def test_who_knows_the_algorithm_is_certain():
    """1 of the 21 worlds is published as one group: that in which both q1 have H."""
    found = worlds([2, 5], {"H": 2, "N": 5})
    assert (found.worlds, found.possible, found.exact) == (21, 1, True)
    assert found.naive.tolist() == pytest.approx([2 / 7, 5 / 7])
    assert found.posterior.tolist() == [[1, 0], [0, 1]]
    assert found.guess == (1, pytest.approx(2 / 7))


def test_minimality_of_a_table():
    found = diversa.attack(SEVEN, known=EVERYONE, models=RULE, **WORDS)["minimality"]
    assert (found.exposed, found.certain, found.worst) == (7, 7, 1)
    assert found.naive == pytest.approx(2 / 7)
    alone = diversa.attack(SEVEN, target={"q": "q1"}, **WORDS).target.posterior()
    assert alone == pytest.approx({"N": 5 / 7, "H": 2 / 7})


def test_an_algorithm_that_never_splits_tells_nothing():
    always = "alpha-k-anonymity:alpha=1/2,k=8,value=H"
    found = worlds([2, 5], {"H": 2, "N": 5}, always)
    assert found.possible == found.worlds
    assert found.guess.gain == 0


def test_a_rule_that_holds_in_every_world_leaves_none():
    found = worlds([2, 2], {"H": 1, "N": 3})
    assert (found.possible, found.guess.gain) == (0, 0)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(1, 3), min_size=2, max_size=3), st.integers(0, 5))
def test_all_worlds_by_brute_force(parts, ill):
    people = sum(parts)
    ill = min(ill, people - 1)
    values = "H" * ill + "N" * (people - ill)
    found = worlds(parts, {"H": ill, "N": people - ill})
    ends = np.cumsum([0, *parts])
    merged = [
        [world[ends[i] : ends[i + 1]].count("H") for i in range(len(parts))]
        for world in map("".join, set(permutations(values)))
    ]
    merged = [
        line
        for line in merged
        if any(2 * h > n for h, n in zip(line, parts, strict=True))
    ]
    assert found.possible == len(merged)
    if merged:
        for part, size in enumerate(parts):
            share = Fraction(sum(line[part] for line in merged), size * len(merged))
            assert found.posterior[part, 0] == pytest.approx(float(share))


def test_many_worlds_are_sampled():
    found = worlds([4, 21], {"H": 8, "N": 17})
    assert not found.exact
    assert found.worlds == MOST_WORLDS
    # Merged where three or four of the first four have H: counted exactly.
    ways = {h: math.comb(4, h) * math.comb(21, 8 - h) for h in (3, 4)}
    share = sum(h * number for h, number in ways.items()) / 4 / sum(ways.values())
    assert found.posterior[0, 0] == pytest.approx(share, abs=0.05)
    assert found.guess == (found.posterior[0, 0], found.naive[0])


def test_what_a_sample_shows_by_chance_is_not_told():
    """Merged unless exactly two of the first four have H: nothing to be learnt."""
    found = worlds([4, 21], {"H": 12, "N": 13})
    assert found.posterior.max() != found.naive.max()
    assert found.guess.gain == 0


def test_groups_that_are_large_or_not_known_are_left_out():
    groups = Groups.from_counts([{"H": 2, "N": 5}, {"H": 2, "N": 5}], on="s")
    rule = parse(RULE).bind(["s"])
    found = minimality(groups.histogram(), [(0, [2, 5]), (1, [2, 2])], rule)
    assert (found.affected.tolist(), found.groups) == ([0], 1)
    none = minimality(groups.histogram(), [(1, [7])], rule)
    assert (none.worst, none.exposed, none.total) == (None, 0, 0)


def test_presence():
    """2 of 4 people: 1/2; 1 of 1: certain; two people match no group."""
    groups = Groups.from_counts([{"flu": 2}, {"flu": 1}], on="ill")
    people = Population.from_sizes([4, 1], absent=[2])
    found = presence(replace(groups, population=people))
    assert (found.exposed, found.worst, found.absent) == (1, 1, 2)
    better = presence(replace(groups, population=Population.from_sizes([4, 3])))
    assert (better.exposed, better.worst, better.absent) == (0, 1 / 2, 0)


def test_presence_needs_everyone_of_the_table():
    groups = Groups.from_counts([{"flu": 2}], on="ill")
    with pytest.raises(ModelError, match="must hold everyone"):
        presence(replace(groups, population=Population.from_sizes([1])))


def test_the_belief_about_umeko():
    """f(.|q*) is (.3, .3, .4) and hers (.01, .49, .5): 49/50 for a viral infection."""
    groups = Groups.from_counts([{"heart": 2, "viral": 2}], on="ill")
    people = {
        "Umeko": {"heart": 1, "viral": 49, "cancer": 50},
        "others": {"heart": 59, "viral": 11, "cancer": 30},
    }
    known = replace(groups, population=Population.from_counts([people], on="ill"))
    found = bayes_posterior(known.histogram())
    assert found.worst == pytest.approx(49 / 50)
    assert found.exposed == 0
    # The others: 2 * 59/60 to 2 * 11/60 against .59 and .11 before.
    assert found.change == pytest.approx(50 / 100)


def test_a_population_table_with_the_sensitive_attribute():
    table = pd.DataFrame({"q": ["1*"] * 2, "s": ["flu", "acne"]})
    people = pd.DataFrame({"q": ["1*"] * 4, "s": ["flu", "flu", "acne", "acne"]})
    found = diversa.attack(table, population=people, **WORDS)
    assert found["presence"].worst == 1 / 2
    assert found["Bayes posterior"].change == 0
    without = diversa.attack(table, population=people[["q"]], **WORDS)
    assert without["presence"].worst == 1 / 2
    why = {one.name: one.why for one in without.not_made}
    assert "with the column 's'" in why["Bayes posterior"]


FIRST = pd.DataFrame({"key": ["Bob", "Alice"], "q": ["*"] * 2, "s": ["flu", "asthma"]})
SECOND = pd.DataFrame({"key": ["Bob", "Carl"], "q": ["*"] * 2, "s": ["flu", "cancer"]})


def test_two_releases_give_bob_away():
    found = diversa.attack(SECOND, releases=[FIRST], key="key", **WORDS)["intersection"]
    assert (found.exposed, found.total, found.followed) == (1, 3, 1)
    assert (found.least_left, found.worst) == (1, 1)
    assert found.affected.tolist() == [0]


def test_a_counterfeit_row_saves_him():
    mended = SECOND.assign(key=["Bob", None], s=["flu", "asthma"])
    found = diversa.attack(mended, releases=[FIRST], key="key", **WORDS)["intersection"]
    assert (found.exposed, found.least_left, found.worst) == (0, 2, 1 / 2)


SERIES = st.lists(
    st.lists(
        st.lists(st.tuples(st.integers(0, 5), st.sampled_from("xyz")), min_size=1),
        min_size=1,
        max_size=3,
    ),
    min_size=1,
    max_size=3,
)


def once(groups):
    """Keep the first row of everyone in a release."""
    seen = set()
    kept = [
        [row for row in group if row[0] not in seen and not seen.add(row[0])]
        for group in groups
    ]
    return [group for group in kept if group]


@settings(max_examples=20, deadline=None)
@given(SERIES)
def test_intersections_by_brute_force(series):
    series = [once(groups) for groups in series]
    signatures = {}
    for groups in series:
        for group in groups:
            for person, _ in group:
                signatures.setdefault(person, []).append({value for _, value in group})
    left = {person: set.intersection(*sets) for person, sets in signatures.items()}
    alone = {person: min(map(len, sets)) for person, sets in signatures.items()}
    found = intersection(series_of(series))
    assert found.total == len(left)
    sizes = {one: len(values) for one, values in left.items()}
    assert found.least_left == min(filter(None, sizes.values()), default=None)
    assert found.narrowed == sum(0 < sizes[one] < alone[one] for one in left)
    assert found.changed == sum(size == 0 for size in sizes.values())
    assert found.exposed == sum(len(left[one]) == 1 < alone[one] for one in left)
    assert found.followed == sum(len(sets) > 1 for sets in signatures.values())


def test_releases_and_a_key_come_together():
    with pytest.raises(InputError, match="must come with a key"):
        diversa.attack(SECOND, releases=[FIRST], **WORDS)
