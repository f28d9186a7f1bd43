# SPDX-License-Identifier: Apache-2.0
"""People matched with groups, against comparing everyone with every group."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from diversa.attacks import matches as matching
from diversa.attacks.matches import Matches, Prefixes, is_in, match, unfold

FITS = {
    "*": {"11", "12", "21", "22"},
    "1*": {"11", "12"},
    "2*": {"21", "22"},
    "{11, 22}": {"11", "22"},
    "21": {"21"},
}
"""Labels that overlap, and the values that each stands for."""


@pytest.fixture(params=range(6))
def tables(request):
    """Published rows with two labels, and people with two values."""
    random = np.random.default_rng(request.param)
    labels, values = sorted(FITS), sorted(FITS["*"])
    rows = [tuple(random.choice(labels, 2).tolist()) for _ in range(12)]
    people = [tuple(random.choice(values, 2).tolist()) for _ in range(9)]
    return [(*row, "s") for row in rows], people


@pytest.mark.parametrize("most", [2, 1 << 20], ids=["in halves", "at once"])
def test_everyone_is_compared_with_every_group(
    published, people, tables, most, monkeypatch
):
    monkeypatch.setattr(matching, "MOST_PAIRS", most)
    rows, persons = tables
    frequency_set = published(rows, ("a", "b"), ("s",))
    matches = match(frequency_set, people(persons, ("a", "b")))
    groups = sorted({row[:2] for row in rows})
    named = [
        tuple(
            axis.labels[0][codes[group]]
            for axis, codes in zip(
                frequency_set.hierarchies, frequency_set.codes, strict=True
            )
        )
        for group in range(len(frequency_set))
    ]
    assert sorted(named) == groups
    counts = Counter(persons)
    assert matches.people.tolist() == [counts[person] for person in sorted(counts)]
    sizes = Counter(row[:2] for row in rows)
    for place, person in enumerate(sorted(counts)):
        reached = matches.groups[matches.starts[place] : matches.starts[place + 1]]
        expected = {
            labels
            for labels in groups
            if all(v in FITS[label] for label, v in zip(labels, person, strict=True))
        }
        assert {named[group] for group in reached} == expected
        assert reached.tolist() == sorted(set(reached.tolist()))
        total = matches.rows(frequency_set.groups.sizes)[place]
        assert total == sum(sizes[labels] for labels in expected)


def test_rows_of_larger_groups_count_as_many_as_match():
    """Three kinds of rows in two groups; the person matches the last two kinds."""
    matches = Matches(("a",), np.array([1]), np.array([0, 2]), np.array([1, 2]))
    within = matches.within(np.array([0, 0, 1]), np.array([5, 2, 3]))
    assert within.groups.tolist() == [0, 1]
    assert within.rows(np.array([7, 3])).tolist() == [2 + 3]
    assert within.person.tolist() == [0, 0]
    assert len(within) == 1


def test_prefixes_are_numbered_in_order():
    lines = [("a", "x"), ("b", "x"), ("a", "y"), ("a", "x")]
    first = np.array(["ab".index(line[0]) for line in lines])
    second = np.array(["xy".index(line[1]) for line in lines])
    prefixes = Prefixes.of([first, second], 4, [2, 2])
    assert prefixes.sizes == (1, 2, 3)
    assert prefixes.leaf.tolist() == [sorted(set(lines)).index(line) for line in lines]
    begins, lengths = prefixes.children(1, np.array([0, 1]))
    assert (begins.tolist(), lengths.tolist()) == ([0, 2], [2, 1])
    assert prefixes.codes(1, np.arange(3)).tolist() == [0, 1, 0]


def test_small_steps():
    assert is_in(np.array([2, 5]), np.array([1, 2, 5, 9])).tolist() == [0, 1, 1, 0]
    nothing = np.array([], dtype=np.int64)
    assert [side.tolist() for side in unfold(nothing, nothing)] == [[], []]
