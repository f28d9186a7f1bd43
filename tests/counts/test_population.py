# SPDX-License-Identifier: Apache-2.0
"""Populations: people by groups of a table, shared dictionaries, releases."""

from __future__ import annotations

import pytest

from diversa.counts.frequency_set import frequency_set, project, roll_up
from diversa.counts.sensitive import Sensitive
from diversa.counts.shared_dictionaries import share_dictionaries
from diversa.hierarchies.hierarchy import Hierarchy
from populations import cells_of

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
