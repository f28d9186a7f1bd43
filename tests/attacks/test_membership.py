# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.attacks.membership import LabelMembership
from diversa.record.attack_record import NotMade
from examples import TIMES, generator


def attack(release, people, columns):
    found = diversa.attack(release, quasi_identifiers=columns, population=people)
    made = [one for one in found.found if isinstance(one, LabelMembership)]
    why = [one for one in found.not_made if one.attack == "membership"]
    return made[0] if made else why[0]


def frame(*rows, columns=("x", "y")):
    return pd.DataFrame(rows, columns=list(columns))


def test_who_alone_has_a_stated_value_is_certain():
    """Example 34: {a, b} with 4 rows, and the population is a b b b b."""
    release = frame(*[("{a, b}", "1")] * 4)
    people = frame(("a", "1"), *[("b", "1")] * 4)
    found = attack(release, people, ["x", "y"])
    assert (found.exposed, found.total) == (1, 5)
    assert (found.by_labels, found.by_box) == (1, 0)
    assert "certainly in the table" in found.in_words()


def test_without_the_claim_nobody_is_certain():
    """Example 35: four of five people are there, whoever they are."""
    release = frame(*[("*", "1")] * 4)
    people = frame(("a", "1"), *[("b", "1")] * 4)
    found = attack(release, people, ["x", "y"])
    assert found.exposed == 0
    made = diversa.attack(release, quasi_identifiers=["x", "y"], population=people)
    share = next(one for one in made.found if one.name == "presence")
    assert Fraction(share.worst).limit_denominator(10) == Fraction(4, 5)


def test_a_box_with_as_many_rows_as_people_is_certain():
    release = frame(*[("[1-3]", "1")] * 2, *[("7", "2")] * 2)
    people = frame((1, "1"), (3, "1"), (7, "2"), (7, "2"), (7, "2"))
    found = attack(release, people, ["x", "y"])
    assert (found.exposed, found.by_box, found.by_labels) == (2, 2, 2)
    assert len(found.affected) == 1


def test_a_population_is_needed_with_its_own_values():
    release = frame(*[("{a, b}", "1")] * 4)
    why = attack(release, None, ["x", "y"])
    assert isinstance(why, NotMade)
    assert "population" in why.why


def tight_label(values):
    if isinstance(values[0], str):
        shown = sorted(set(values))
        return shown[0] if len(shown) == 1 else f"{{{', '.join(shown)}}}"
    low, high = min(values), max(values)
    return str(low) if low == high else f"[{low}-{high}]"


def possible_tables(people, groups):
    """Every choice of people for each group that has its labels, group after group."""
    if not groups:
        yield frozenset()
        return
    (labels, size), *rest = groups
    for chosen in combinations(sorted(people), size):
        made = tuple(
            tight_label([people[who][place] for who in chosen]) for place in range(2)
        )
        if made == labels:
            left = {who: row for who, row in people.items() if who not in chosen}
            for others in possible_tables(left, rest):
                yield others | frozenset(chosen)


@pytest.mark.parametrize("turn", range(4 * TIMES))
def test_certain_people_are_in_every_possible_table(turn):
    """Sound: whoever is said to be certain is in the table in every world."""
    random = generator(f"membership {turn}")
    people = {
        who: (int(random.integers(0, 5)), str(random.choice(list("ab"))))
        for who in range(8)
    }
    order = random.permutation(8)[:5].tolist()
    parts = [order[:2], order[2:]]
    groups = [
        (
            tuple(
                tight_label([people[who][place] for who in part]) for place in (0, 1)
            ),
            len(part),
        )
        for part in parts
    ]
    release = frame(*[row for labels, size in groups for row in [labels] * size])
    found = attack(release, frame(*people.values()), ["x", "y"])
    if groups[0][0] == groups[1][0]:
        groups = [(groups[0][0], 5)]
    worlds = list(possible_tables(people, groups))
    assert frozenset(order) in worlds
    always = frozenset.intersection(*worlds)
    assert found.exposed <= len(always)
    assert found.total == 8


def test_people_who_fit_overlapping_boxes_count_in_each():
    release = frame(*[("[1-5]", "1")] * 3, *[("[3-8]", "1")] * 3)
    people = frame(*[(value, "1") for value in range(1, 9)])
    made = diversa.attack(release, quasi_identifiers=["x", "y"], population=people)
    presence = next(one for one in made.found if one.name == "presence")
    assert presence.worst == 3 / 5
    members = next(one for one in made.found if one.name == "membership")
    # 1 and 5 end the one box, 3 and 8 the other; each is alone with its value.
    assert members.exposed == 4
    assert np.unique(members.affected).tolist() == [0, 1]
