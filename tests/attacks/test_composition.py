# SPDX-License-Identifier: Apache-2.0
"""Two releases put together without a key, against all worlds that they allow."""

from __future__ import annotations

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from composed_worlds import left_by, worlds
from examples import examples

WORDS = {"quasi_identifiers": "q", "sensitive": "s"}


def frame(rows):
    """Rows with a set as their label."""
    return pd.DataFrame(
        {
            "q": ["{" + ", ".join(sorted(label)) + "}" for label, _ in rows],
            "s": [value for _, value in rows],
        }
    )


def compose(first, second, people):
    """The composition attack by who knows these people."""
    known = pd.DataFrame({"q": people})
    words = {"releases": [frame(first)], "known": known, **WORDS}
    return diversa.attack(frame(second), **words)["composition"]


def release(*groups):
    """A release of groups: who is in it, and their values."""
    return [(frozenset(who), value) for who, values in groups for value in values]


def test_what_both_have_is_left():
    """{flu, HIV} and {HIV, cancer}: whoever is in both has HIV."""
    first = release(("ab", ["flu", "HIV"]))
    second = release(("ac", ["HIV", "cancer"]))
    found = compose(first, second, ["a"])
    assert (found.exposed, found.followed, found.least_left) == (1, 1, 1)
    assert (found.worst, found.affected.tolist(), found.pairs) == (1, [0], 1)


def test_values_left_are_a_lower_bound():
    """One world is possible, so all four are certain; values left find two."""
    first = release(("12", "ab"), ("34", "ac"))
    second = release(("13", "ac"), ("24", "ab"))
    assert worlds("1234", [first, second]) == [("a", "b", "c", "a")]
    found = compose(first, second, list("1234"))
    assert found.exposed == 2
    assert "a lower bound" in found.in_words()


def test_equal_signatures_leave_half():
    first = release(("12", "ab"), ("34", "ab"))
    second = release(("13", "ab"), ("24", "ab"))
    found = compose(first, second, list("1234"))
    assert (found.exposed, found.narrowed, found.worst) == (0, 0, 1 / 2)


def test_who_is_certain_by_one_release_is_no_find_of_two():
    first = release(("12", "aa"), ("34", "ab"))
    second = release(("13", "ab"), ("24", "ab"))
    assert compose(first, second, list("1234")).exposed == 0


def test_nobody_matches():
    found = compose(release(("12", "ab")), release(("12", "ac")), ["9"])
    assert (found.followed, found.exposed, found.worst) == (0, 0, None)
    assert "give hierarchies" in found.in_words()


def test_a_changed_value_leaves_none():
    found = compose(release(("12", "ab")), release(("12", "cd")), ["1"])
    assert (found.changed, found.exposed, found.least_left) == (1, 0, None)


def test_an_unknown_value_rules_nothing_out():
    first, second = release(("12", "ab")), release(("12", "ac"))
    table = frame(second)
    table.loc[1, "s"] = None
    words = {"known": pd.DataFrame({"q": ["1"]}), "missing": "worst", **WORDS}
    found = diversa.attack(table, releases=[frame(first)], **words)["composition"]
    assert (found.exposed, found.least_left) == (0, 2)


PEOPLE = st.lists(st.sampled_from("1234"), min_size=2, max_size=5)


@st.composite
def two_releases(draw):
    """People with values, and two ways to put them into groups."""
    people = draw(PEOPLE)
    values = [draw(st.sampled_from("abc")) for _ in people]
    releases = []
    for _ in range(2):
        group = [draw(st.integers(0, 1)) for _ in people]
        label = {
            one: frozenset(
                who for who, own in zip(people, group, strict=True) if own == one
            )
            | draw(st.frozensets(st.sampled_from("1234"), max_size=1))
            for one in set(group)
        }
        rows = zip(group, values, strict=True)
        releases.append([(label[own], value) for own, value in rows])
    return people, releases


@examples(60)
@given(two_releases())
def test_certain_people_are_certain_in_every_world(drawn):
    people, releases = drawn
    found = compose(*releases, people)
    certain = []
    for place, person in enumerate(people):
        sets = [left_by(person, rows) for rows in releases]
        left = set.intersection(*sets)
        if len(left) == 1 < min(map(len, sets)):
            certain.append((place, left.pop()))
    assert found.exposed == len(certain)
    assert found.total == found.followed == len(people)
    possible = worlds(people, releases)
    assert possible
    for place, value in certain:
        assert {world[place] for world in possible} == {value}


@examples(20)
@given(two_releases(), st.permutations(range(5)))
def test_the_order_of_rows_and_releases_is_of_no_matter(drawn, order):
    people, (first, second) = drawn
    shuffled = [second[place] for place in order if place < len(second)]
    found, again = compose(first, second, people), compose(shuffled, first, people)
    names = ["exposed", "narrowed", "followed", "least_left", "changed", "pairs"]
    assert [getattr(found, n) for n in names] == [getattr(again, n) for n in names]


NAMES = ["sex", "age", "race", "marital-status", "education", "native-country"]
NAMES += ["workclass", "salary-class"]


@pytest.fixture(scope="module")
def two_seeds(adult_30162):
    """The Adult table, and two releases of it by `anatomy`, with the row of each."""
    rows = adult_30162(NAMES, ["occupation"])
    table = pd.DataFrame(rows.rows, columns=rows.columns)
    table["row"] = range(len(table))
    releases = [
        diversa.anonymize(
            table,
            quasi_identifiers=NAMES,
            sensitive="occupation",
            models="frequency-l-diversity:3",
            method="anatomy",
            nearby=False,
            seed=seed,
            keep_anyway="row",
        )
        for seed in (0, 1)
    ]
    return table, releases


def values_of(release):
    """The values of each group of a release."""
    return release.sensitive_table.groupby("group")["occupation"].apply(set)


@pytest.mark.parametrize("roster", ["none", "known", "reference"])
def test_two_seeds_of_anatomy(two_seeds, roster):
    """The specification's figure: 1,646 people whose tuple is alone (recounted)."""
    table, (first, second) = two_seeds
    words = {} if roster == "none" else {roster: table}
    found = diversa.attack(second, releases=[first], **words)["composition"]
    by_tuple = [
        release.frame.groupby(NAMES)["group"].apply(list) for release in (first, second)
    ]
    groups = [values_of(release) for release in (first, second)]
    certain = alone = 0
    for tuple_, own in by_tuple[0].items():
        both = own, by_tuple[1][tuple_]
        sets = [
            set().union(*(values[one] for one in listed))
            for values, listed in zip(groups, both, strict=True)
        ]
        if len(set.intersection(*sets)) == 1 < min(map(len, sets)):
            certain += len(own)
            alone += len(own) == 1
    assert (found.exposed, found.alone) == (certain, alone)
    assert (found.exposed, found.alone) == (1689, 1646)
    assert found.total == found.followed == 30162


def test_two_seeds_with_a_key(two_seeds):
    """The specification's figure: 5,322 people are certain, all of them rightly."""
    table, (first, second) = two_seeds
    found = diversa.attack(second, releases=[first], key="row")["intersection"]
    assert (found.exposed, found.followed) == (5322, 30162)
    sets = [
        release.frame.set_index("row")["group"].map(values_of(release)).sort_index()
        for release in (first, second)
    ]
    left = [ours & theirs for ours, theirs in zip(*sets, strict=True)]
    certain = [place for place, values in enumerate(left) if len(values) == 1]
    assert len(certain) == 5322
    assert all(table["occupation"][place] in left[place] for place in certain)
