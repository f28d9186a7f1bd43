# SPDX-License-Identifier: Apache-2.0
"""Laws of models that need a population: δ-presence, k-map and beliefs.

A table is drawn together with its people; the definitions are written once more here,
in exact fractions over plain lists.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from diversa.counts.population import MOST_PEOPLE, Population
from diversa.errors import ModelError
from diversa.models import (
    MODELS,
    BayesNegativeDisclosure,
    BayesPositiveDisclosure,
    BeliefChange,
    DeltaPresence,
    KMap,
    RhoBreach,
)
from examples import examples

SHARES = st.sampled_from([Fraction(n, 12) for n in range(13)])


@st.composite
def presences(draw):
    """Rows and people of each group, more people than rows; and absent people."""
    size = st.integers(1, 5)
    pairs = draw(st.lists(st.tuples(size, st.integers(0, 6)), min_size=1, max_size=8))
    groups = [(rows, rows + more) for rows, more in pairs]
    return groups, draw(st.lists(size, max_size=1))


def with_sizes(pairs, absent=()):
    groups = Groups.from_counts([{"x": rows} for rows, _ in pairs], on="s")
    people = Population.from_sizes([people for _, people in pairs], absent=absent)
    return replace(groups, population=people)


def test_delta_presence_is_its_definition(record_property):
    seen = Counter()

    @examples(200)
    @given(presences(), st.just(Fraction(0)) | SHARES, SHARES.filter(bool))
    @example(([(1, 2), (2, 6)], []), Fraction(1, 4), Fraction(1, 2))
    @example(([(1, 2), (3, 5)], []), Fraction(1, 4), Fraction(1, 2))
    @example(([(1, 2), (2, 6)], [1]), Fraction(1, 4), Fraction(1, 2))
    def law(drawn, low, high):
        pairs, absent = drawn
        low, high = min(low, high), max(low, high)
        shares = [Fraction(*pair) for pair in pairs] + [Fraction(0) for _ in absent]
        wanted = all(low <= share <= high for share in shares)
        model = DeltaPresence(low, high)
        found = model.holds(with_sizes(pairs, absent))
        assert found.all() == wanted
        if low == 0:
            assert found.tolist() == [Fraction(*pair) <= high for pair in pairs]
        assert model.local == (low == 0)
        seen[wanted, bool(absent)] += 1

    law()
    assert {(True, False), (False, False), (False, True)} <= set(seen)
    record_property("verdicts", seen.total())


@examples(50)
@given(presences(), st.integers(1, 9))
def test_k_map_is_its_definition(drawn, k):
    pairs, absent = drawn
    groups = with_sizes(pairs, absent)
    assert KMap(k).holds(groups).tolist() == [people >= k for _, people in pairs]
    assert KMap(k).attained(groups) == min(people for _, people in pairs)


def merge(pairs):
    return [tuple(map(sum, zip(*pairs[:2], strict=True))), *pairs[2:]]


@examples(80)
@given(presences().filter(lambda drawn: len(drawn[0]) > 1))
def test_a_table_that_is_present_stays_so_when_two_groups_merge(drawn):
    pairs, absent = drawn
    shares = [Fraction(*pair) for pair in pairs]
    tight = DeltaPresence(0 if absent else min(shares), max(shares))
    assert tight.holds(with_sizes(pairs, absent)).all()
    assert tight.holds(with_sizes(merge(pairs), absent)).all()
    if absent:  # a group of the population that the table is not in
        joined = [(pairs[0][0], pairs[0][1] + absent[0]), *pairs[1:]]
        assert tight.holds(with_sizes(joined)).all()


# Beliefs: people q of each group with counts of the values, and rows of the table.

VALUES = "xyz"


def known_groups(seed):
    """For each group its people, and rows of values that some of them have."""
    draw = np.random.default_rng(seed)
    groups = []
    for _ in range(12):
        people = draw.integers(0, 5, (draw.integers(1, 4), 3))
        people[people.sum(axis=1) == 0, draw.integers(3)] = 1
        had = people.sum(axis=0) > 0
        rows = draw.integers(0, 5, 3) * had
        rows[np.argmax(had)] += not rows.any()
        groups.append((people.tolist(), rows.tolist()))
    return groups


KNOWN_GROUPS = st.builds(known_groups, st.integers(0, 2**32 - 1))


def with_people(groups):
    def named(line):
        return {v: n for v, n in zip(VALUES, line, strict=True) if n}

    table = Groups.from_counts([named(rows) for _, rows in groups], on="s")
    people = [
        {place: named(line) for place, line in enumerate(lines)} for lines, _ in groups
    ]
    return replace(table, population=Population.from_counts(people, on="s"))


def beliefs(people, rows):
    """(α, β) of every person who may be in the group and every possible value."""
    block = [sum(column) for column in zip(*people, strict=True)]
    for own in people:
        weights = [
            Fraction(n * f, b) if b else Fraction(0)
            for n, f, b in zip(rows, own, block, strict=True)
        ]
        if sum(weights):
            for f, weight in zip(own, weights, strict=True):
                if f:
                    yield Fraction(f, sum(own)), weight / sum(weights)


def is_breach(model, prior, after):
    return (prior < model.rho1 and after > model.rho2) or (
        prior > 1 - model.rho1 and after < 1 - model.rho2
    )


HOLDS = {
    "belief-change": lambda model, a, b: abs(a - b) <= model.change,
    "rho-breach": lambda model, a, b: not is_breach(model, a, b),
    "bayes-positive-disclosure": lambda model, _, b: not b > 1 - model.delta,
    "bayes-negative-disclosure": lambda model, _, b: not b < model.epsilon,
}
INNER = st.sampled_from([Fraction(n, 12) for n in range(1, 12)])
AT_RANDOM = {
    "belief-change": SHARES.map(BeliefChange),
    "rho-breach": st.tuples(INNER, INNER)
    .filter(lambda pair: pair[0] != pair[1])
    .map(lambda pair: RhoBreach(*sorted(pair))),
    "bayes-positive-disclosure": INNER.map(BayesPositiveDisclosure),
    "bayes-negative-disclosure": INNER.map(BayesNegativeDisclosure),
}


COUNTEREXAMPLES = {
    "belief-change": (
        BeliefChange("1/5"),
        ([4, 1, 0], [3, 0, 0]),
        ([1, 4, 0], [0, 1, 0]),
    ),
    "rho-breach": (
        RhoBreach("1/2", "3/5"),
        ([2, 3, 0], [0, 2, 0]),
        ([5, 4, 0], [1, 0, 0]),
    ),
    "bayes-positive-disclosure": (
        BayesPositiveDisclosure("1/2"),
        ([1, 1, 0], [1, 1, 0]),
        ([1, 2, 0], [1, 1, 0]),
    ),
    "bayes-negative-disclosure": (
        BayesNegativeDisclosure("1/2"),
        ([1, 1, 0], [1, 1, 0]),
        ([1, 2, 0], [1, 1, 0]),
    ),
}
"""A model that holds in two groups of one person each, and not in their union."""


def apart_and_together(name):
    """A model, two groups that hold and their union, which does not."""
    model, *groups = COUNTEREXAMPLES[name]
    rows = [sum(column) for column in zip(*(one[1] for one in groups), strict=True)]
    together = [people for people, _ in groups], rows
    return model, [*(([people], rows) for people, rows in groups), together]


@pytest.mark.parametrize("name", HOLDS)
def test_a_model_of_beliefs_is_its_definition(name, record_property):
    seen = Counter()

    @examples(30)
    @given(AT_RANDOM[name], KNOWN_GROUPS)
    @example(*apart_and_together(name))
    def law(model, groups):
        wanted = [
            all(HOLDS[name](model, *pair) for pair in beliefs(*one)) for one in groups
        ]
        together = with_people(groups)
        assert model.holds(together).tolist() == wanted
        alone = [model.measure(with_people([one])).floats[0] for one in groups]
        assert model.measure(together).floats.tolist() == alone
        seen.update(wanted)

    law()
    assert set(seen) == {True, False}
    record_property("verdicts", seen.total())


def times(groups, people_factor, rows_factor):
    return [
        (
            [[people_factor * n for n in line] for line in people],
            [rows_factor * n for n in rows],
        )
        for people, rows in groups
    ]


FACTORS = [(10**9, 1), (1, 10**9), (10**9, 10**9), (2 * 10**9, 2 * 10**10)]
"""What people and rows are multiplied with; twelve groups stay below 10^12 people."""


@pytest.mark.parametrize("name", HOLDS)
def test_beliefs_of_a_billion_times_as_many_people_are_the_same(name, record_property):
    seen = Counter()

    @examples(20)
    @given(AT_RANDOM[name], KNOWN_GROUPS, st.sampled_from(FACTORS))
    @example(*apart_and_together(name), FACTORS[-1])
    def law(model, groups, factors):
        wanted = model.holds(with_people(groups)).tolist()
        larger = with_people(times(groups, *factors))
        assert model.holds(larger).tolist() == wanted
        seen.update(wanted)

    law()
    assert set(seen) == {True, False}
    record_property("verdicts", seen.total())


@examples(30)
@given(presences(), SHARES, SHARES.filter(bool))
def test_a_billion_times_as_many_people_are_as_present(drawn, low, high):
    pairs, absent = drawn
    low, high = min(low, high), max(low, high)
    larger = [(10**9 * rows, 10**9 * people) for rows, people in pairs]
    gone = [10**9 * n for n in absent]
    model = DeltaPresence(low, high)
    found = model.holds(with_sizes(larger, gone)).tolist()
    assert found == model.holds(with_sizes(pairs, absent)).tolist()
    k = pairs[0][1]
    assert KMap(k * 10**9).holds(with_sizes(larger)).tolist() == [
        people >= k for _, people in pairs
    ]


@pytest.mark.parametrize("name", HOLDS)
def test_more_people_than_can_be_counted_exactly_are_refused(name):
    model = COUNTEREXAMPLES[name][0]
    most = [([[MOST_PEOPLE // 4, 3 * MOST_PEOPLE // 4, 0]], [2000, 0, 0])]
    assert not model.holds(with_people(most)).any()  # every row has the same value
    more = times(most, 2, 1)
    with pytest.raises(ModelError, match="must have at most 1,000,000,000,000 people"):
        model.holds(with_people(more))


@pytest.mark.parametrize("name", COUNTEREXAMPLES)
def test_beliefs_are_not_closed_under_unions(name):
    model, groups = apart_and_together(name)
    assert model.holds(with_people(groups)).tolist() == [True, True, False]
    assert not MODELS[name].union_closed
    assert not MODELS[name].absorbing


def test_delta_presence_is_not_absorbing():
    model = DeltaPresence(0, "0.4")
    assert model.holds(with_sizes([(1, 3)])).all()
    assert not model.holds(with_sizes([(1, 3), (1, 1)])).all()
    assert not model.holds(with_sizes([(2, 4)])).any()
    assert not DeltaPresence.absorbing


NEEDING = [name for name, model in MODELS.items() if "population" in model.needs]


def test_every_model_that_needs_a_population_is_here():
    assert set(NEEDING) == {"delta-presence", "k-map", *HOLDS}


@pytest.mark.parametrize(
    "model",
    [
        KMap(2),
        DeltaPresence(0, 1),
        *(COUNTEREXAMPLES[name][0] for name in COUNTEREXAMPLES),
    ],
    ids=str,
)
def test_without_a_population_it_is_said_what_is_missing(model):
    groups = Groups.from_counts([{"x": 1}], on="s")
    with pytest.raises(ModelError, match="needs a table of the population, got none"):
        model.check(groups.sensitive)
    with pytest.raises(ModelError, match="needs a table of the population, got none"):
        model.measure(groups)
