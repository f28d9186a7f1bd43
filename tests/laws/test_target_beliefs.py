# SPDX-License-Identifier: Apache-2.0
"""Beliefs about a person, against all worlds of small tables, in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pandas as pd
from hypothesis import assume, given
from hypothesis import strategies as st

import diversa
from diversa.errors import InputError
from examples import examples

PERSON = st.tuples(st.integers(1, 4), st.sampled_from("xy"), st.sampled_from("abc"))
"""Age, sex and secret of a person."""
PEOPLE = st.lists(PERSON, min_size=2, max_size=7)
KNOWN = st.fixed_dictionaries(
    {}, optional={"age": st.integers(1, 4), "sex": st.sampled_from("xy")}
).filter(bool)
DISJOINT = {1: "1-2", 2: "1-2", 3: "3-4", 4: "3-4"}
"""The label of each age in groups that do not overlap."""
OVERLAPPING = {"1-2": {1, 2}, "2-3": {2, 3}, "1-4": {1, 2, 3, 4}, "4": {4}}
"""Ages that each label covers."""


def ask(rows, people, known, **facts):
    """The exact beliefs by the product; None where it refuses the facts."""
    try:
        found = diversa.attack(
            pd.DataFrame(rows, columns=["age", "sex", "s"]),
            quasi_identifiers=["age", "sex"],
            sensitive="s",
            target=known,
            population=pd.DataFrame(people, columns=["age", "sex", "s"]),
            **facts,
        )
    except InputError:
        return None
    return {one.value: one.fraction for one in found.target.beliefs if one.fraction}


def agrees(person, known):
    return {"age": person[0], "sex": person[1], **known} == {
        "age": person[0],
        "sex": person[1],
    }


def shares(weights):
    """Weights as shares without zeros; None if all are zero."""
    total = sum(weights.values())
    if not total:
        return None
    return {value: Fraction(one, total) for value, one in weights.items() if one}


@examples(60)
@given(PEOPLE, st.data())
def test_beliefs_equal_all_samples_of_the_population(people, data):
    """Every sample that gives the same release is as likely; so is each of its people.

    The person is somebody of the sample who agrees with what is known.
    """
    size = data.draw(st.integers(1, len(people)))
    chosen = data.draw(st.permutations(range(len(people))))[:size]
    known = data.draw(KNOWN)
    excluded = data.draw(st.lists(st.sampled_from("abc"), max_size=1))
    values = {people[one][2] for one in chosen}
    assume(values >= set(excluded))

    def release(sample):
        return sorted((DISJOINT[people[i][0]], "*", people[i][2]) for i in sample)

    published = release(chosen)
    weights = dict.fromkeys("abc", 0)
    for sample in combinations(range(len(people)), size):
        if release(sample) == published:
            for one in sample:
                person = people[one]
                if agrees(person, known) and person[2] not in excluded:
                    weights[person[2]] += 1
    labels = {label for label, _, _ in published}
    matches = "age" not in known or DISJOINT[known["age"]] in labels
    if matches:
        assert ask(published, people, known, exclude=excluded) == shares(weights)


@examples(60)
@given(PEOPLE, st.data())
def test_beliefs_in_groups_that_overlap(people, data):
    """Every row is one of those whom its labels cover, independent of the others."""
    labels = data.draw(
        st.lists(st.sampled_from(sorted(OVERLAPPING)), min_size=1, max_size=4)
    )
    rows, may_be = [], []
    for label in labels:
        covered = [one for one in people if one[0] in OVERLAPPING[label]]
        assume(covered)
        secret = data.draw(st.sampled_from(sorted({one[2] for one in covered})))
        rows.append((label, "*", secret))
        may_be.append([one for one in covered if one[2] == secret])
    known = data.draw(KNOWN)
    weights = dict.fromkeys("abc", Fraction(0))
    for world in product(*may_be):
        for person in world:
            if agrees(person, known):
                weights[person[2]] += 1
    matches = "age" not in known or any(known["age"] in OVERLAPPING[x] for x in labels)
    if matches:
        assert ask(rows, people, known) == shares(weights)


@examples(60)
@given(st.lists(st.sampled_from("abc"), min_size=2, max_size=6), st.data())
def test_facts_about_others_equal_all_worlds(secrets, data):
    """A group without population: every order of its secrets is as likely."""
    known = data.draw(st.lists(st.sampled_from(secrets), max_size=3))
    excluded = data.draw(st.lists(st.sampled_from(secrets), max_size=1))
    weights = dict.fromkeys("abc", 0)
    for world in product(*[sorted(set(secrets))] * len(secrets)):
        fits = sorted(world) == sorted(secrets) and len(known) < len(secrets)
        if fits and list(world[1 : len(known) + 1]) == known:
            weights[world[0]] += world[0] not in excluded
    rows = pd.DataFrame({"age": "1-2", "s": secrets})
    try:
        found = diversa.attack(
            rows,
            quasi_identifiers="age",
            sensitive="s",
            target={"age": 1},
            exclude=excluded,
            neighbours=known,
        ).target
        told = {one.value: one.fraction for one in found.beliefs if one.fraction}
    except InputError:
        told = None
    assert told == shares(weights)
