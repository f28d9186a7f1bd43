# SPDX-License-Identifier: Apache-2.0
"""Attacks and risks where a person has several rows, against enumerated worlds.

Every way to give the people of a group its profiles is as likely as any other (W1).
What an attack says of a group is what these worlds say, or no less where it says so.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
import people_by_hand as by_hand
from diversa.attacks.assumptions import Assumptions
from examples import examples
from people_by_hand import parse

SEVERAL = st.lists(
    st.tuples(
        st.integers(0, 2), st.lists(st.sampled_from("hfxy"), min_size=1, max_size=4)
    ),
    min_size=1,
    max_size=7,
)
"""People: the group of each, and the values of the rows of each."""


def frame_of(groups):
    """The table of groups written as `a:hf b:f`, with a column of the group."""
    rows = [
        (f"{person}{number}", str(number), value)
        for number, group in enumerate(groups)
        for person, value in group
    ]
    return pd.DataFrame(rows, columns=["who", "zip", "ill"])


def attack(frame, **words):
    keywords = {"quasi_identifiers": "zip", "sensitive": "ill", "person": "who"}
    return diversa.attack(frame, **{**keywords, **words})


def by_group(people):
    """The rows of each group, by hand."""
    groups = defaultdict(list)
    for number, (group, values) in enumerate(people):
        groups[group] += [(f"p{number}-", value) for value in values]
    return [tuple(groups[group]) for group in sorted(groups)]


def posterior(group, value, without=()):
    """The belief that somebody has a value; 0 where nobody has none of others."""
    person = group[0][0]
    try:
        return by_hand.posterior_of_profiles(group, person, value, without)
    except ZeroDivisionError:
        return Fraction(0)


def surest(group, facts):
    """The surest guess after up to so many facts."""
    values = by_hand.having(group)
    return max(
        posterior(group, value, without)
        for value in values
        for number in range(facts + 1)
        for without in combinations(values, number)
        if value not in without
    )


def people_of(groups):
    return sum(len(by_hand.people(group)) for group in groups)


@given(SEVERAL)
@examples(120)
def test_guesses_are_those_of_all_worlds(people):
    groups = [one for one in by_group(people) if len(by_hand.people(one)) <= 5]
    if not groups:
        return
    found = attack(frame_of(groups))
    alike = [group for group in groups if surest(group, 0) == 1]
    same = found["homogeneity"]
    assert (same.unit, same.exposed, same.total) == (
        "person",
        people_of(alike),
        people_of(groups),
    )
    assert same.worst == pytest.approx(float(max(surest(g, 0) for g in groups)))
    known = found["background knowledge"]
    for facts in (0, 1):
        exact = [surest(group, facts) for group in groups]
        sure = [group for group, one in zip(groups, exact, strict=True) if one == 1]
        assert known.steps[facts].worst == pytest.approx(float(max(exact)))
        assert known.steps[facts].certain_rows == people_of(sure)
    beyond = max(surest(group, 2) for group in groups)
    assert known.steps[2].worst >= float(beyond) - 1e-9


@given(SEVERAL)
@examples(80)
def test_shares_are_those_of_people(people):
    groups = by_group(people)
    table = tuple(
        (f"{who}{number}", value)
        for number, group in enumerate(groups)
        for who, value in group
    )
    found = attack(frame_of(groups))
    skewed = found["skewness"]
    assert skewed.worst == pytest.approx(
        float(max(by_hand.beta(group, table) + 1 for group in groups))
    )
    assert skewed.distance == pytest.approx(
        float(max(by_hand.t_equal(group, table) for group in groups))
    )
    ruled_out = found["negative disclosure"]
    gone = [len(by_hand.having(table)) - len(by_hand.having(g)) for g in groups]
    assert ruled_out.worst == max(gone)
    assert ruled_out.average == pytest.approx(
        sum(
            number * len(by_hand.people(group))
            for number, group in zip(gone, groups, strict=True)
        )
        / people_of(groups)
    )


@given(SEVERAL)
@examples(80)
def test_near_and_similar_values_are_those_of_people(people):
    groups = by_group(people)
    frame = frame_of(groups)
    number = {"h": 1, "f": 2, "x": 7, "y": 8}
    frame["pay"] = frame["ill"].map(number)
    near = attack(frame, sensitive="pay", assumptions=Assumptions(widths={"pay": 1}))
    tree = {"any": {"low": ["h", "f"], "high": ["x", "y"]}}
    kind = attack(frame, hierarchies={"ill": {"tree": tree}})
    level = min(by_hand.of_sets(group, ("hf", "xy")) for group in groups)
    assert kind["similarity"].worst == pytest.approx(float(1 / level))
    assert near["proximity"].worst == pytest.approx(float(1 / level))
    one = [g for g in groups if by_hand.of_sets(g, ("hf", "xy")) == 1]
    assert kind["similarity"].exposed == people_of(one) == near["proximity"].exposed


PAIRS = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.lists(
            st.tuples(st.sampled_from("hfx"), st.sampled_from("no")),
            min_size=1,
            max_size=3,
        ),
    ),
    min_size=1,
    max_size=6,
)


@given(PAIRS)
@examples(80)
def test_a_fact_on_one_attribute_tells_of_another(people):
    rows = [
        (f"p{who}", str(group), *values)
        for who, (group, pairs) in enumerate(people)
        for values in pairs
    ]
    frame = pd.DataFrame(rows, columns=["who", "zip", "ill", "ever"])
    found = attack(frame, sensitive=["ill", "ever"])
    worst, known = 0.0, 0
    for group in {group for group, _ in people}:
        sets = [
            ({ill for ill, _ in pairs}, frozenset(ever for _, ever in pairs))
            for own, pairs in people
            if own == group
        ]
        for fact in {fact for _, evers in sets for fact in evers}:
            left = [ills for ills, evers in sets if fact not in evers]
            worst = max(
                [worst, *(sum(v in i for i in left) / len(left) for v in "hfx" if left)]
            )
        for _, evers in sets:
            block = [ills for ills, own in sets if own == evers]
            known += bool(set.intersection(*block))
    assert found["several sensitive:ill"].worst == pytest.approx(worst)
    assert found["several sensitive:ill"].known == known


VISITS = st.lists(
    st.lists(
        st.tuples(st.sampled_from("12"), st.sampled_from("hfx")), min_size=1, max_size=3
    ),
    min_size=1,
    max_size=5,
)
"""People with rows in two groups."""


def frame_of_visits(people):
    rows = [(f"p{who}", *row) for who, rows in enumerate(people) for row in rows]
    return pd.DataFrame(rows, columns=["who", "zip", "ill"])


@given(VISITS, st.sampled_from([(), ("f",)]))
@examples(80)
def test_a_target_is_one_of_the_people_who_match(people, facts):
    """The target is known to be in a group; the table has the group of each row."""
    frame = frame_of_visits(people)
    inside = [{ill for zip_, ill in rows if zip_ == "1"} for rows in people]
    inside = [values for values in inside if values]
    left = [values for values in inside if values.isdisjoint(facts)]
    if not left or (facts and "f" not in set(frame["ill"])):
        return
    found = attack(frame, target={"zip": "1"}, exclude=list(facts)).target
    assert found.rows == len(inside)
    beliefs = {one.value: one for one in found.beliefs}
    for value in set(frame["ill"]):
        having = sum(value in values for values in inside)
        after = sum(value in values for values in left)
        everywhere = sum(value in {ill for _, ill in rows} for rows in people)
        assert beliefs[value].prior == pytest.approx(everywhere / len(people))
        assert beliefs[value].posterior == pytest.approx(having / len(inside))
        assert beliefs[value].with_facts == pytest.approx(after / len(left))


@given(VISITS)
@examples(80)
def test_a_person_is_at_the_risk_of_the_smallest_group(people):
    frame = frame_of_visits(people)
    found = diversa.risk(
        frame, quasi_identifiers="zip", person="who", threshold=0.4
    ).risk
    sizes = {
        place: sum(any(zip_ == place for zip_, _ in rows) for rows in people)
        for place in "12"
    }
    each = [max(1 / sizes[zip_] for zip_, _ in rows) for rows in people]
    assert (found.people, found.rows) == (len(people), len(frame))
    assert found.prosecutor.average == pytest.approx(sum(each) / len(each))
    assert found.prosecutor.highest == max(each)
    assert found.prosecutor.rows_above == sum(one > 0.4 for one in each)
    assert found.sample_uniques == sum(one == 1 for one in each)


@given(VISITS)
@examples(40)
def test_everybody_is_exposed_once(people):
    found = attack(frame_of_visits(people))
    groups = {
        place: [
            {ill for zip_, ill in rows if zip_ == place}
            for rows in people
            if any(zip_ == place for zip_, _ in rows)
        ]
        for place in "12"
    }
    alike = {
        place for place, sets in groups.items() if sets and set.intersection(*sets)
    }
    hit = sum(any(zip_ in alike for zip_, _ in rows) for rows in people)
    same = found["homogeneity"]
    assert (same.exposed, same.total) == (hit, len(people))
    assert found.people == len(people)


@given(SEVERAL)
@examples(40)
def test_with_one_row_for_everybody_people_are_rows(people):
    """Everything that is told is what is told of rows, but for the word."""
    groups = by_group([(group, values[:1]) for group, values in people])
    frame = frame_of(groups)
    words = {"quasi_identifiers": "zip", "sensitive": "ill"}
    of_people, of_rows = attack(frame), diversa.attack(frame, **words)
    for ours, theirs in zip(of_people, of_rows, strict=True):
        assert (ours.name, ours.exposed, ours.total) == (
            theirs.name,
            theirs.exposed,
            theirs.total,
        )
        assert ours.worst == theirs.worst
    ours, theirs = (
        diversa.risk(frame, quasi_identifiers="zip", person=who).risk
        for who in ("who", None)
    )
    assert ours.prosecutor == theirs.prosecutor
    assert ours.journalist == theirs.journalist


def test_examples_of_the_specification():
    """`a:hf b:ha c:hc`: all have h, in rows of three different sets."""
    frame = frame_of([parse("a:hf b:ha c:hc")])
    assert attack(frame)["homogeneity"].exposed == 3
    rows = diversa.attack(frame, quasi_identifiers="zip", sensitive="ill")
    assert rows["homogeneity"].exposed == 0


REGISTER = st.lists(st.integers(0, 3), min_size=0, max_size=4)
"""The groups of people of a register who are not in the table."""


def register_of(groups, others):
    """A register of everybody in the table, and of others."""
    inside = [
        str(number)
        for number, group in enumerate(groups)
        for _ in by_hand.people(group)
    ]
    return [*inside, *map(str, others)]


def presence_in_worlds(people, matching):
    """The share of worlds in which one of the matching people is in the table.

    A world says which of them are in it: so many as the group has people.
    """
    worlds = list(combinations(range(matching), people))
    return Fraction(sum(0 in world for world in worlds), len(worlds))


@given(SEVERAL, REGISTER)
@examples(60)
def test_presence_is_that_of_all_worlds(people, others):
    groups = by_group(people)
    register = register_of(groups, others)
    found = attack(frame_of(groups), population=pd.DataFrame({"zip": register}))
    shares = [
        presence_in_worlds(len(by_hand.people(group)), register.count(str(number)))
        for number, group in enumerate(groups)
    ]
    sure = [g for g, share in zip(groups, shares, strict=True) if share == 1]
    present = found["presence"]
    assert present.worst == pytest.approx(float(max(shares)))
    assert (present.exposed, present.total) == (people_of(sure), people_of(groups))
    assert present.absent == sum(one >= len(groups) for one in others)


ONE_VALUE = st.lists(
    st.tuples(st.integers(0, 1), st.sampled_from("hfx"), st.integers(1, 3)),
    min_size=1,
    max_size=6,
)
"""People with one value: the group, the value, and the number of rows."""

NEIGHBOURS = st.lists(
    st.tuples(st.integers(0, 1), st.sampled_from("hfx")), min_size=0, max_size=6
)


def beliefs_in_worlds(values, matching):
    """Prior and posterior of each value, by worlds in which the target has it.

    The target is one of the matching people, all of whom may be the target; and one of
    the people of the table, each of whom may be.
    """
    return [
        (Fraction(matching.count(one), len(matching)), Fraction(number, len(values)))
        for one in sorted(set(matching))
        for number in [values.count(one)]
    ]


@given(ONE_VALUE, NEIGHBOURS)
@examples(60)
def test_beliefs_are_those_of_people(people, others):
    """Somebody with three rows weighs as much as somebody with one."""
    rows = [
        (f"p{number}", str(group), value)
        for number, (group, value, times) in enumerate(people)
        for _ in range(times)
    ]
    frame = pd.DataFrame(rows, columns=["who", "zip", "ill"])
    every = [(str(group), value) for group, value, _ in people]
    every += [(str(group), value) for group, value in others]
    register = pd.DataFrame(every, columns=["zip", "ill"])
    found = attack(frame, population=register)["Bayes posterior"]
    alone = attack(frame.drop_duplicates("who"), population=register)
    assert found.worst == pytest.approx(alone["Bayes posterior"].worst)
    assert found.change == pytest.approx(alone["Bayes posterior"].change)
    beliefs = [
        pair
        for place in sorted({group for group, _, _ in people})
        for pair in beliefs_in_worlds(
            [value for group, value, _ in people if group == place],
            [value for group, value in every if group == str(place)],
        )
    ]
    assert found.worst == pytest.approx(float(max(after for _, after in beliefs)))
    change = max(abs(before - after) for before, after in beliefs)
    assert found.change == pytest.approx(float(change))
    assert found.unit == "person"


def test_beliefs_are_not_made_of_people_with_several_values():
    frame = pd.DataFrame({"who": [*"aab"], "zip": ["1"] * 3, "ill": [*"hfh"]})
    register = pd.DataFrame({"zip": ["1"] * 4, "ill": [*"hfhx"]})
    found = attack(frame, population=register)
    missing = {one.attack for one in found.not_made}
    assert "Bayes posterior" in missing
