# SPDX-License-Identifier: Apache-2.0
"""People inside boxes, beside a brute force that reads labels by itself."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.errors import BesideError
from examples import examples

NAMES = ["age", "sex"]


def fits(label, value):
    if label == "*":
        return True
    if label.startswith("["):
        low, high = label[1:-1].split("-")
        return int(low) <= int(value) <= int(high)
    if label.startswith("{"):
        return str(value) in label[1:-1].split(", ")
    return label == str(value)


def people_of(group, people, others):
    """People who fit a group; suppressed rows are of those who fit no other."""
    if set(group) == {"*"}:
        return sum(
            not any(
                all(map(fits, other, person)) for other in others if set(other) != {"*"}
            )
            for person in people
        )
    return sum(all(map(fits, group, person)) for person in people)


ends = st.integers(0, 9)
ages = st.one_of(
    st.just("*"),
    ends.map(str),
    st.tuples(ends, ends).map(lambda both: f"[{min(both)}-{max(both)}]"),
)
sexes = st.sampled_from(["f", "m", "{f, m}", "*"])
persons = st.lists(st.tuples(ends, st.sampled_from("fm")), min_size=1, max_size=12)


@given(
    groups=st.lists(st.tuples(ages, sexes), min_size=1, max_size=5, unique=True),
    people=persons,
)
def test_every_group_has_the_people_who_fit_its_labels(groups, people):
    table = pd.DataFrame(groups, columns=NAMES).assign(ill="a")
    population = pd.DataFrame(people, columns=NAMES)
    inside = {group: people_of(group, people, groups) for group in groups}
    if not any(number for group, number in inside.items() if set(group) != {"*"}):
        return  # it is refused, unless rows of stars are all that there is
    found = diversa.audit(
        table,
        quasi_identifiers=NAMES,
        sensitive="ill",
        population=population,
        models=["k-map:1"],
        groups=100,
    )
    (judged,) = found.models
    assert judged.attained == min(inside.values())
    assert judged.failing_groups == sum(number == 0 for number in inside.values())
    attacks = diversa.attack(table, quasi_identifiers=NAMES, population=population)
    made = {one.name: one for one in attacks.found}
    if "presence" in made:
        assert made["presence"].worst == max(1 / number for number in inside.values())


def test_a_population_of_others_is_refused():
    table = pd.DataFrame([("[1-3]", "f"), ("[2-4]", "f")], columns=NAMES)
    others = pd.DataFrame([(9, "f"), (9, "m")], columns=NAMES)
    with pytest.raises(BesideError, match="no line that fits"):
        diversa.audit(
            table, quasi_identifiers=NAMES, population=others, models=["k-map:1"]
        )


def test_a_person_in_two_boxes_counts_in_both_and_once_among_the_absent():
    table = pd.DataFrame([("[1-3]", "f"), ("[2-4]", "f")], columns=NAMES)
    people = pd.DataFrame([(2, "f"), (3, "f"), (4, "f"), (9, "f")], columns=NAMES)
    attacks = diversa.attack(table, quasi_identifiers=NAMES, population=people)
    presence = next(one for one in attacks.found if one.name == "presence")
    assert presence.absent == 1
    assert presence.worst == 1 / 2


def belief_changes(rows, people):
    """Every |β - α| of who knows the population, group by group, in fractions."""
    for group in {row[:2] for row in rows}:
        counts = Counter(row[2] for row in rows if row[:2] == group)
        inside = [one for one in people if all(map(fits, group, one[:2]))]
        having = Counter(one[2] for one in inside)
        for own in {one[:2] for one in inside}:
            like = Counter(one[2] for one in inside if one[:2] == own)
            weights = {
                secret: Fraction(count * like[secret], having[secret])
                for secret, count in counts.items()
            }
            total = sum(weights.values())
            for secret, number in like.items() if total else ():
                prior = Fraction(number, sum(like.values()))
                yield abs(prior - weights.get(secret, 0) / total)


@st.composite
def rows_of_people(draw):
    """People, and rows of some of them, each with labels that fit."""
    person = st.tuples(ends, st.sampled_from("fm"), st.sampled_from("abc"))
    people = draw(st.lists(person, min_size=1, max_size=12))
    rows = []
    for age, sex, ill in draw(st.lists(st.sampled_from(people), min_size=1)):
        low, high = draw(st.integers(0, age)), draw(st.integers(age, 9))
        label = draw(st.sampled_from([sex, "{f, m}", "*"]))
        rows.append((f"[{low}-{high}]", label, ill))
    return rows[:6], people


@examples(100)
@given(rows_of_people())
def test_beliefs_of_who_fits_several_groups(drawn):
    """Theorem 3.1 in every group that covers a person, by a raw population."""
    rows, people = drawn
    found = diversa.audit(
        pd.DataFrame(rows, columns=[*NAMES, "ill"]),
        quasi_identifiers=NAMES,
        sensitive="ill",
        models="belief-change:1/2",
        population=pd.DataFrame(people, columns=[*NAMES, "ill"]),
    )
    (judged,) = found.models
    changes = list(belief_changes(rows, people))
    assert judged.undecided_groups == 0
    assert judged.attained == pytest.approx(float(max(changes)))
