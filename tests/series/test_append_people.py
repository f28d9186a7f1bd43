# SPDX-License-Identifier: Apache-2.0
"""People over all orders of small batches, by plain Python."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import permutations

import numpy as np
import pytest

from diversa.errors import PlanError
from diversa.plan.keywords import make_plan
from diversa.series.append_people import PeopleGroups, hash_people, without_repeats
from diversa.series.append_rows import GrowingTable, cells_of, no_lines, texts_of

COLUMNS = ("g", "s", "who")
ROWS = [
    ["axA", "axA", "ayA", "axB", "ayC"],
    ["axA", "bxA", "byB", "axB", "axC"],
    ["axA", "ayA", "axB", "bxC", "byD"],
]
"""Rows of a group, a value and a person."""


def cells(lines):
    counts = Counter(lines)
    return cells_of(COLUMNS, [*counts], np.array([*counts.values()], int))


def plan_of(*specs, **words):
    return make_plan(
        quasi_identifiers="g", sensitive="s", person="who", models=[*specs], **words
    )


def append(published, waiting, row, plan, *, apart=False):
    """The published rows and those that wait, after one more row came."""
    known, waits = cells(published), cells(waiting)
    fresh = without_repeats(cells([row]), [known, waits], plan)
    since = np.ones(len(waits.counts), int)
    table = GrowingTable.of(known, (waits, since), (fresh, 2), plan)
    choice = PeopleGroups(table, plan.bound_models()).choose(apart=apart)
    taken = table.take(choice.rows)
    new, left = table.rows_as_texts(taken), table.still_waiting(taken)
    assert set(new.counts) | set(left.counts) <= {1}
    return [*published, *new.lines], [*left.lines]


def people_of(rows):
    people = defaultdict(set)
    for group, _, person in rows:
        people[group].add(person)
    return people


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("rows", ROWS, ids=" ".join)
def test_groups_have_enough_people_after_every_row(rows, apart):
    plan = plan_of("k-anonymity:2")
    for order in sorted({*permutations(map(tuple, rows))}):
        published, waiting, came = [], [], []
        for row in order:
            came.append(row)
            before, waited = list(published), {*waiting, row} - {*published}
            published, waiting = append(published, waiting, row, plan, apart=apart)
            assert published[: len(before)] == before
            assert Counter(published) + Counter(waiting) == Counter({*came})
            new = [line for line in published if line not in before]
            assert all(len(p) >= 2 for p in people_of(published).values())
            if apart:
                assert all(len(p) >= 2 for p in people_of(new).values())
            every, late = people_of([*before, *waited]), people_of(waited)
            for group, _, _ in waiting:
                assert len(every[group]) < 2 or (apart and len(late[group]) < 2)


def test_a_value_that_all_people_have_is_no_diversity():
    """Two people and two values; but one of the values is had by both."""
    plan = plan_of("k-anonymity:2", "frequency-l-diversity:2")
    published, waiting = [], []
    for row in ["axA", "ayA", "axB"]:
        published, waiting = append(published, waiting, tuple(row), plan)
    assert not published
    published, waiting = append(published, waiting, tuple("ayC"), plan)
    assert not published, "two of three people have x, and two have y"
    published, waiting = append(published, waiting, tuple("ayD"), plan)
    assert not published, "three of four people have y"
    published, waiting = append(published, waiting, tuple("axE"), plan)
    assert not published
    published, waiting = append(published, waiting, tuple("azF"), plan)
    assert len(published) == 7, "of six people three have x, and three have y"


def test_models_that_need_one_value_for_everybody_are_refused():
    plan = plan_of("le-diversity:l=2,e=0")
    with pytest.raises(PlanError, match="not defined where a person is in several"):
        append([], [tuple("axA"), tuple("ayB")], tuple("bxA"), plan)


def test_people_are_hashed_by_a_key():
    found = hash_people(cells([tuple("axA"), tuple("ayB")]), "who", b"k" * 64)
    names = texts_of(found.dictionaries[-1])
    assert len({*names}) == 2
    assert not {"A", "B"} & {*names}
    other = hash_people(cells([tuple("axA")]), "who", b"l" * 64)
    assert texts_of(other.dictionaries[-1])[0] not in names
    again = hash_people(cells([tuple("axB")]), "who", b"k" * 64)
    line = found.codes[found.codes[:, 1] == 1][0]
    assert names[line[-1]] == texts_of(again.dictionaries[-1])[0]
    assert len(no_lines(COLUMNS).counts) == 0
