# SPDX-License-Identifier: Apache-2.0
"""People are numbered, and generalized as a release is."""

from __future__ import annotations

from diversa.counts.population import PERSON
from diversa.counts.population_cells import generalize, with_persons
from diversa.hierarchies.hierarchy import Hierarchy
from populations import cells_of

PEOPLE = cells_of(["zip"], [("11",), ("11",), ("12",), ("21",), ("31",), ("31",)])


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
