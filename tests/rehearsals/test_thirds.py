# SPDX-License-Identifier: Apache-2.0
"""Thirds of people: nobody is in two, and all rows of a person are in one."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from diversa.rehearsals.thirds import PeopleTuples, draw_thirds, seed_of
from rehearsed_tables import counted_rows, raw_people, rows_of, three


def tuples_with_secrets(third):
    """The rows of a third: quasi-identifiers and the illness, as text."""
    counted = third.counted
    names = [*(one.attribute for one in counted.hierarchies), "ill"]
    texts = [
        [
            counted.cells.dictionary(name).texts[code]
            for code in counted.cells.column(name)
        ]
        for name in names
    ]
    lines = zip(*texts, strict=True)
    return Counter(dict(zip(lines, counted.cells.counts.tolist(), strict=True)))


@pytest.mark.parametrize("seed", range(5))
def test_thirds_are_the_table(seed):
    rows = rows_of(seed, 100)
    counted, _ = counted_rows(rows)
    drawn = three(counted, seed)
    parts = [drawn.released, drawn.shadow, drawn.control]
    assert [part.people.total for part in parts] == [33, 34, 33]
    whole = Counter((str(age), town, sex, ill) for age, town, sex, ill, _ in rows)
    assert sum(map(tuples_with_secrets, parts), Counter()) == whole


@pytest.mark.parametrize("seed", range(5))
def test_all_rows_of_a_person_are_in_one_third(seed):
    rows = rows_of(seed, 60, visits=3)
    counted, _ = counted_rows(rows, person="who")
    drawn = three(counted, seed)
    parts = [drawn.released, drawn.shadow, drawn.control]
    assert [part.people.total for part in parts] == [20, 20, 20]
    whole = {}
    for age, town, sex, ill, who in rows:
        whole.setdefault(who, set()).add((str(age), town, sex, ill))
    found = Counter()
    for part in parts:
        kinds, cells = part.counted.kinds, part.counted.cells
        names = ["age", "town", "sex", "ill"]
        for start, stop, people in zip(
            kinds.starts[:-1], kinds.starts[1:], kinds.people, strict=True
        ):
            visits = frozenset(
                tuple(
                    cells.dictionary(name).texts[cells.column(name)[cell]]
                    for name in names
                )
                for cell in kinds.cells[start:stop]
            )
            found[visits] += int(people)
    assert found == Counter(map(frozenset, whole.values()))


def test_people_are_counted_once_at_a_place():
    people = PeopleTuples(
        np.zeros((1, 3), np.int32), np.array([2, 2, 1]), np.array([0, 0, 1])
    )
    assert people.total == 3
    place, entry = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 2])
    assert people.count(place, entry, 3).tolist() == [2, 3, 0]


@pytest.mark.parametrize("visits", [1, 3])
def test_people_are_those_of_the_table(visits):
    counted, _ = counted_rows(rows_of(1, 50, visits=visits), person="who")
    third = three(counted).released
    raw = raw_people(third)
    assert third.people.total == len(raw)
    pairs = Counter()
    for person in raw:
        pairs.update(person)
    own = Counter()
    for line, rows in zip(
        third.people.codes.T.tolist(), third.people.rows, strict=True
    ):
        own[tuple(line)] += int(rows)
    assert own == pairs


def test_the_same_table_and_seed_give_the_same_thirds():
    counted, _ = counted_rows(rows_of(1, 50))
    seeds = [seed_of(counted, seed) for seed in (0, 0, 1)]
    assert seeds[0] == seeds[1] != seeds[2]
    drawn = [
        draw_thirds(counted, np.random.default_rng(seed)).released.people
        for seed in seeds[:2]
    ]
    assert drawn[0].codes.tolist() == drawn[1].codes.tolist()
    assert drawn[0].rows.tolist() == drawn[1].rows.tolist()


def test_another_table_has_another_seed():
    tables = [counted_rows(rows_of(seed, 50))[0] for seed in (1, 2)]
    assert seed_of(tables[0], 0) != seed_of(tables[1], 0)


def test_everybody_is_as_likely_in_each_third():
    counted, _ = counted_rows(rows_of(1, 30))
    random, drawn = np.random.default_rng(7), np.zeros(3)
    for _ in range(300):
        parts = draw_thirds(counted, random)
        for place, part in enumerate((parts.released, parts.shadow, parts.control)):
            first = part.counted.cells.codes.tolist()
            drawn[place] += counted.cells.codes[0].tolist() in first
    assert np.ptp(drawn) < 100
