# SPDX-License-Identifier: Apache-2.0
"""The least chance that no atom is true, against all assignments of values."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from diversa.models.implications import Tops, none_true


def least_chance(rows, atoms):
    """Over all sets of so many atoms "person p has s", the least chance of none."""
    worlds = list(permutations(rows))
    every = list(product(range(len(rows)), sorted(set(rows))))
    return min(
        Fraction(
            sum(all(world[p] != s for p, s in chosen) for world in worlds), len(worlds)
        )
        for chosen in combinations(every, atoms)
    )


@pytest.mark.parametrize("rows", ["aab", "abc", "aabb", "aaab", "abcd"])
def test_the_worst_atoms_of_a_group(table, rows):
    counts = [rows.count(value) for value in sorted(set(rows))]
    tops = Tops.of(table(counts).histogram(), 3).exact()
    found = [line[0] for line in none_true(tops)]
    assert found == [least_chance(rows, atoms) for atoms in range(4)]


def test_the_most_frequent_values_add_up(table):
    tops = Tops.of(table((1, 3, 2), (4,)).histogram(), 2)
    assert tops.sums.tolist() == [[0, 0], [3, 4], [5, 4]]
    assert tops.frequent.tolist() == [0.5, 1]
