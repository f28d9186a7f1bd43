# SPDX-License-Identifier: Apache-2.0
"""Populations: people by groups of a table, shared dictionaries, releases."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diversa.counts.cells import Cells
from diversa.counts.frequency_set import frequency_set, project, roll_up
from diversa.counts.groups import Groups
from diversa.counts.population import PERSON, Population
from diversa.counts.population_cells import generalize, with_persons
from diversa.counts.published_groups import published
from diversa.counts.sensitive import Sensitive
from diversa.counts.shared_dictionaries import share, share_dictionaries
from diversa.data.dictionary import Dictionary
from diversa.errors import InputError
from diversa.hierarchies.hierarchy import Hierarchy


def cells_of(columns, rows):
    """Count rows given as tuples, in plain Python."""
    dictionaries = []
    for place, name in enumerate(columns):
        values = [row[place] for row in rows]
        distinct = list(dict.fromkeys(values))
        counts = [values.count(one) for one in distinct]
        dictionaries.append(Dictionary.build(name, distinct, counts))
    known = [[*one.values, None] for one in dictionaries]
    codes = [[known[i].index(v) for i, v in enumerate(row)] for row in rows]
    lines = np.array(codes, dtype=np.int32).reshape(len(rows), len(columns))
    return Cells(tuple(dictionaries), lines, np.ones(len(rows), dtype=np.int64))


TABLE = cells_of(["zip", "s"], [("11", "x"), ("11", "y"), ("21", "x")])
PEOPLE = cells_of(["zip"], [("11",), ("11",), ("12",), ("21",), ("31",), ("31",)])


def counted(people=PEOPLE, **settings):
    shared = share_dictionaries(TABLE, people, ["zip"])
    zips = shared.cells.dictionary("zip")
    labels = [[f"{text[0]}*" for text in zips.texts], ["*"] * len(zips.values)]
    return frequency_set(
        shared.cells,
        [Hierarchy.from_labels(zips, labels)],
        [Sensitive(shared.cells.dictionary("s"))],
        people=shared.people,
        **settings,
    )


@pytest.mark.parametrize(
    ("level", "rows", "people", "absent"),
    [(0, [2, 1], [2, 1], 3), (1, [2, 1], [3, 1], 2), (2, [3], [6], 0)],
)
def test_people_are_rolled_up_along(level, rows, people, absent):
    for found in (counted(levels=[level]), roll_up(counted(), [level])):
        assert found.groups.sizes.tolist() == rows
        assert found.groups.population.sizes.tolist() == people
        assert found.groups.population.absent == absent


def test_people_are_projected_too():
    everyone = project(counted(), []).groups
    assert everyone.population.sizes.tolist() == [6]


def test_a_group_that_nobody_matches():
    nobody = counted(cells_of(["zip"], [("11",), ("99",)])).groups.population
    assert nobody.sizes.tolist() == [1, 0]
    assert nobody.absent == 1


def test_shared_codes_keep_the_rows_of_the_table():
    shared = share_dictionaries(TABLE, PEOPLE, ["zip"])
    both = shared.cells.dictionary("zip")
    assert both.texts == ("11", "12", "21", "31")
    assert both.counts.tolist() == [2, 0, 1, 0]
    assert shared.own[0].tolist() == [0, 2]
    assert shared.cells.column("zip").tolist() == [0, 0, 2]
    assert shared.people.column("zip").tolist() == [0, 0, 1, 2, 3, 3]


def test_values_are_matched_as_they_are_written():
    own = Dictionary.build("age", [39, 40], [1, 1], kind="number")
    other = Dictionary.build("age", [39.0, 41.5], [1, 1], kind="number")
    found = share(own, other)
    assert found.dictionary.values.tolist() == [39, 40, 41.5]
    assert found.other.tolist() == [0, 2]


def test_a_missing_value_matches_a_missing_value():
    own = Dictionary.build("zip", ["a"], [1])
    other = Dictionary.build("zip", ["a", None], [1, 1])
    found = share(own, other)
    assert found.dictionary.missing_code == 1
    assert found.dictionary.counts.tolist() == [1, 0]
    assert (found.own.tolist(), found.other.tolist()) == ([0], [0, 1])
    back = share(other, own)
    assert (back.own.tolist(), back.other.tolist()) == ([0, 1], [0])


def test_a_population_of_another_kind_is_refused():
    own = Dictionary.build("age", [39], [1], kind="number")
    other = Dictionary.build("age", ["thirty"], [1])
    with pytest.raises(InputError, match="population: column 'age': 1 of 2 distinct"):
        share(own, other)


def test_people_keep_their_numbers_when_they_are_generalized():
    rows = [("11", "x"), ("12", "x"), ("12", "y"), ("21", "y")]
    people = cells_of(["zip", "s"], rows)
    zips = people.dictionary("zip")
    hierarchy = Hierarchy.from_labels(zips, [["1*", "1*", "2*"]])
    found = generalize(people, [hierarchy], [1])
    assert [one.column for one in found.dictionaries] == ["zip", PERSON, "s"]
    assert found.dictionary("zip").texts == ("1*", "2*")
    assert found.column("zip").tolist() == [0, 0, 0, 1]
    assert found.column(PERSON).tolist() == [0, 1, 1, 2]
    assert with_persons(found, ["zip"]) is found
    assert with_persons(PEOPLE, ["zip"]) is PEOPLE


def test_published_groups_and_people():
    groups = Groups.from_counts([{"x": 1}, {"x": 2, "y": 1}, {"y": 4}], on="s")
    people = Population.from_sizes([3, 5, 7], absent=[2])
    groups = replace(groups, population=people)
    kept = np.array([False, True, False])
    dropped = published(groups, kept, star=False)
    assert dropped.sizes.tolist() == [3]
    assert dropped.population.sizes.tolist() == [5]
    assert dropped.population.absent == 12
    starred = published(groups, kept, star=True)
    assert starred.sizes.tolist() == [3, 5]
    assert starred.histogram().distinct.tolist() == [2, 2]
    assert starred.population.sizes.tolist() == [5, 12]
    assert starred.population.absent == 0
    assert published(groups, np.ones(3, dtype=bool), star=True) is groups


def test_suppressed_rows_that_nobody_can_be():
    groups = Groups.from_counts([{"x": 1}, {"x": 1}], on="s")
    groups = replace(groups, population=Population.from_sizes([1, 0]))
    starred = published(groups, np.array([True, False]), star=True)
    assert starred.population.sizes.tolist() == [1, 0]


def test_everything_may_be_removed():
    groups = Groups.from_counts([{"x": 1}, {"x": 2}], on="s")
    groups = replace(groups, population=Population.from_sizes([1, 4]))
    none = np.zeros(2, dtype=bool)
    assert len(published(groups, none, star=False)) == 0
    starred = published(groups, none, star=True)
    assert (starred.sizes.tolist(), starred.population.sizes.tolist()) == ([3], [5])
