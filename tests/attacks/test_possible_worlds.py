# SPDX-License-Identifier: Apache-2.0
"""The inputs that an algorithm may have merged into one group."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.attacks.possible_worlds import MOST_WORLDS, worlds_of
from diversa.counts.groups import Groups
from diversa.models import parse
from examples import examples

RULE = "alpha-k-anonymity:alpha=1/2,k=1,value=H"


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


def test_an_algorithm_that_never_splits_tells_nothing():
    always = "alpha-k-anonymity:alpha=1/2,k=8,value=H"
    found = worlds([2, 5], {"H": 2, "N": 5}, always)
    assert found.possible == found.worlds
    assert found.guess.gain == 0


def test_a_rule_that_holds_in_every_world_leaves_none():
    found = worlds([2, 2], {"H": 1, "N": 3})
    assert (found.possible, found.guess.gain) == (0, 0)


@examples(20)
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
