# SPDX-License-Identifier: Apache-2.0
"""Attacks on random groups against plain Python, and what they mean for each other."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diversa.attacks.background_knowledge import background_knowledge
from diversa.attacks.battery import attacks_on
from diversa.attacks.homogeneity import homogeneity
from diversa.attacks.negative_disclosure import negative_disclosure
from diversa.attacks.several_sensitive import several_sensitive
from diversa.attacks.skewness import skewness
from diversa.counts.groups import Groups
from diversa.hierarchies import Taxonomy
from diversa.models import DistinctLDiversity, FrequencyLDiversity

QUICK = settings(max_examples=30, deadline=None)
GROUP = st.dictionaries(st.sampled_from("abcd"), st.integers(1, 5), min_size=1)
GROUPS = st.lists(GROUP, min_size=1, max_size=6)
TREE = Taxonomy(tree={"*": {"one": ["a", "b"], "two": ["c", "d"]}})


def histogram(counts):
    return Groups.from_counts(counts, on="s").histogram()


def rows_of(counts, chosen):
    return sum(sum(one.values()) for one in counts if chosen(one))


@QUICK
@given(GROUPS)
def test_homogeneity_is_the_lack_of_2_diversity(counts):
    found = homogeneity(histogram(counts))
    assert found.exposed == rows_of(counts, lambda one: len(one) == 1)
    assert found.total == rows_of(counts, bool)
    diverse = DistinctLDiversity(2).holds(Groups.from_counts(counts, on="s"))
    assert (found.share == 0) == diverse.all()
    assert found.affected.tolist() == [g for g, one in enumerate(diverse) if not one]


@QUICK
@given(GROUPS)
def test_the_surest_guess_is_what_frequency_diversity_bounds(counts):
    groups = Groups.from_counts(counts, on="s")
    level = FrequencyLDiversity(1).attained(groups)
    assert homogeneity(groups.histogram()).worst == pytest.approx(1 / level)


def worst_guess(group, facts):
    """The surest guess after that many of the other values are ruled out."""
    return max(
        Fraction(n, n + sum(others) - sum(gone))
        for value, n in group.items()
        for others in [[m for other, m in group.items() if other != value]]
        for gone in combinations(others, min(facts, len(others)))
    )


@QUICK
@given(GROUPS)
def test_background_knowledge_by_brute_force(counts):
    found = background_knowledge(histogram(counts), facts=4)
    for step in found.steps:
        guesses = [worst_guess(one, step.facts) for one in counts]
        assert step.worst == pytest.approx(float(max(guesses)))
        assert step.certain_groups == sum(guess == 1 for guess in guesses)
        assert step.certain_rows == rows_of(
            counts, lambda one, facts=step.facts: worst_guess(one, facts) == 1
        )


@QUICK
@given(GROUPS)
def test_values_that_groups_rule_out(counts):
    found = negative_disclosure(histogram(counts))
    values = set().union(*counts)
    gone = [len(values - set(one)) for one in counts]
    assert (found.values, found.worst) == (len(values), max(gone))
    assert found.exposed == rows_of(counts, lambda one: len(one) < len(values))


@QUICK
@given(GROUPS)
def test_skewness_by_brute_force(counts):
    table = sum(map(Counter, counts), Counter())
    ratios = [
        max(
            Fraction(n * table.total(), sum(one.values()) * table[value])
            for value, n in one.items()
        )
        for one in counts
    ]
    found = skewness(histogram(counts))
    assert found.worst == pytest.approx(float(max(ratios)))
    assert found.affected.tolist() == [g for g, r in enumerate(ratios) if r >= 2]


@QUICK
@given(GROUPS)
def test_more_is_known_of_kinds_than_of_values(counts):
    groups = Groups.from_counts(counts, on="s", taxonomy=TREE)
    found = attacks_on(groups)
    assert found["similarity"].exposed >= found["homogeneity"].exposed
    kinds = [len({value in "ab" for value in one}) for one in counts]
    assert found["similarity"].affected.tolist() == [
        g for g, number in enumerate(kinds) if number == 1
    ]


PAIRS = st.lists(
    st.tuples(st.sampled_from("gh"), st.sampled_from("abc"), st.sampled_from("xyz")),
    min_size=1,
    max_size=12,
)


def guess_after_one_fact(rows):
    """The surest guess of the last value after ruling one value before it out."""
    guesses = [Fraction(0)]
    for fact in {row[1] for row in rows}:
        left = Counter(row[2] for row in rows if row[1] != fact)
        if left:
            guesses.append(Fraction(max(left.values()), left.total()))
    return max(guesses)


@QUICK
@given(PAIRS)
def test_several_sensitive_by_brute_force(published, rows):
    groups = published(rows, ("q",), ("s", "v")).groups
    found = several_sensitive(groups, "v")
    by_group = {
        name: [r for r in rows if r[0] == name] for name in {r[0] for r in rows}
    }
    guesses = {name: guess_after_one_fact(part) for name, part in by_group.items()}
    assert found.worst == pytest.approx(float(max(guesses.values())))
    assert found.exposed == sum(
        len(part) for name, part in by_group.items() if guesses[name] == 1
    )
    beside = Counter(rows)
    told = {
        (q, s)
        for q, s, _ in rows
        if len({v for a, b, v in beside if (a, b) == (q, s)}) == 1
    }
    assert found.known == sum((q, s) in told for q, s, _ in rows)


def test_the_block_of_the_l_diversity_paper(published):
    """Three values of each attribute, and one fact is enough: not s1, so v3."""
    rows = [("q", "s1", "v1"), ("q", "s1", "v2"), ("q", "s2", "v3"), ("q", "s3", "v3")]
    groups = published(rows, ("q",), ("s", "v")).groups
    found = attacks_on(groups)
    assert found["homogeneity:v"].exposed == 0
    assert found["background knowledge:v"].steps[1].worst < 1
    assert (
        found["several sensitive:v"].worst,
        found["several sensitive:v"].exposed,
    ) == (
        1,
        4,
    )
    # Who knows S knows V for s2 and s3 only; who knows V knows S for v1 and v2.
    assert found["several sensitive:v"].known == 2
    assert found["several sensitive:s"].known == 2
