# SPDX-License-Identifier: Apache-2.0
"""What rules make certain: all worlds of small groups, by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from diversa.attacks.negative_rules import Rules
from diversa.attacks.rule_knowledge import (
    TupleGroups,
    beliefs_alone,
    beliefs_together,
    know_rules,
)
from diversa.counts.groups import Groups
from examples import examples

VALUES = "abcd"


def release(groups):
    """Groups of rows, each with an excluded set and a true value, as the attack sees.

    Returns the histogram, the rows and what is excluded for each.
    """
    counts = [
        {value: sum(true == value for _, true in rows) for value in VALUES}
        for rows in groups
    ]
    kept = [{v: n for v, n in one.items() if n} for one in counts]
    histogram = Groups.from_counts(
        kept, on="s", table=dict.fromkeys(VALUES, 1)
    ).histogram()
    rows = [row for one in groups for row in one]
    code = {t: i for i, t in enumerate(histogram.sensitive.dictionary.texts)}
    marks = np.zeros((len(rows), len(VALUES)), dtype=bool)
    for line, (excluded, _) in enumerate(rows):
        marks[line, [code[value] for value in excluded]] = True
    placed = TupleGroups(
        np.arange(len(rows)),
        np.repeat(np.arange(len(groups)), [len(one) for one in groups]),
        np.ones(len(rows), dtype=np.int64),
        np.array([code[true] for _, true in rows], dtype=np.int32),
    )
    return histogram, placed, marks


def possible_worlds(rows):
    """Every order of the true values that breaks no rule."""
    true = [value for _, value in rows]
    for world in set(permutations(true)):
        if all(v not in out for v, (out, _) in zip(world, rows, strict=True)):
            yield world


def surest(shares, true):
    """The surest belief, and whether the guess is right, ties counted in parts."""
    best = max(shares.values())
    ties = [value for value, share in shares.items() if share == best]
    return float(best), (true in ties) / len(ties)


def by_worlds(rows):
    """The belief about each row from all worlds of its group."""
    worlds = list(possible_worlds(rows))
    for place, (_, true) in enumerate(rows):
        having = [world[place] for world in worlds]
        shares = {v: Fraction(having.count(v), len(worlds)) for v in set(having)}
        yield surest(shares, true)


def by_counts(rows):
    """The belief about each row where the others look alike."""
    for excluded, true in rows:
        left = [value for _, value in rows if value not in excluded]
        shares = {v: Fraction(left.count(v), len(left)) for v in set(left)}
        yield surest(shares, true)


@st.composite
def groups(draw):
    """Groups of up to five rows; nobody has an excluded value."""
    every = []
    for _ in range(draw(st.integers(1, 3))):
        rows = []
        for _ in range(draw(st.integers(1, 5))):
            true = draw(st.sampled_from(VALUES))
            out = draw(st.sets(st.sampled_from(VALUES), max_size=2)) - {true}
            rows.append((frozenset(out), true))
        every.append(rows)
    return every


@examples(150)
@given(groups())
def test_rows_of_two_tables_equal_all_worlds(drawn):
    histogram, placed, marks = release(drawn)
    plain = beliefs_alone(histogram, placed, np.zeros_like(marks))
    found, approximate = beliefs_together(histogram, placed, marks, plain)
    expected = [answer for rows in drawn for answer in by_worlds(rows)]
    assert approximate == 0
    assert found.surest == pytest.approx([sure for sure, _ in expected])
    assert found.right == pytest.approx([right for _, right in expected])


@examples(150)
@given(groups())
def test_a_person_among_rows_alike(drawn):
    histogram, placed, marks = release(drawn)
    found = beliefs_alone(histogram, placed, marks)
    expected = [answer for rows in drawn for answer in by_counts(rows)]
    assert found.surest == pytest.approx([sure for sure, _ in expected])
    assert found.right == pytest.approx([right for _, right in expected])


@examples(100)
@given(groups(), st.booleans())
def test_certain_is_true_in_every_world(drawn, together):
    histogram, placed, marks = release(drawn)
    exposure = know_rules(histogram, placed, NONE, marks, together=together)
    how = by_worlds if together else by_counts
    informed = [answer for rows in drawn for answer in how(rows)]
    alone = [
        answer
        for rows in drawn
        for answer in by_counts([(frozenset(), value) for _, value in rows])
    ]
    certain = [a == (1, 1) and b[0] < 1 for a, b in zip(informed, alone, strict=True)]
    assert exposure.exposed == sum(certain)
    assert exposure.certain_without == sum(sure == 1 for sure, _ in alone)
    assert exposure.right == pytest.approx(np.mean([right for _, right in informed]))
    assert exposure.expected == pytest.approx(np.mean([sure for sure, _ in informed]))


NONE = Rules((), 0, 0, 0)


def test_a_man_among_three():
    """A man does not have o: each of the two women has it with one half."""
    man, woman = frozenset("a"), frozenset()
    histogram, placed, marks = release([[(man, "b"), (woman, "a"), (woman, "c")]])
    plain = beliefs_alone(histogram, placed, np.zeros_like(marks))
    found, _ = beliefs_together(histogram, placed, marks, plain)
    assert found.surest.tolist() == pytest.approx([1 / 2, 1 / 2, 1 / 2])


@examples(30)
@given(groups())
def test_rows_with_the_same_tuple_are_one_line(drawn):
    """Rows of a group with the same exclusions and value may be counted together."""
    histogram, placed, marks = release(drawn)
    lines = {}
    rows = [(g, *row) for g, group in enumerate(drawn) for row in group]
    for line, row in enumerate(rows):
        lines.setdefault(row, []).append(line)
    assume(len(lines) < len(rows))
    first = np.array([own[0] for own in lines.values()])
    merged = TupleGroups(
        placed.tuples[first],
        placed.groups[first],
        np.array([len(own) for own in lines.values()]),
        placed.values[first],
    )
    apart = know_rules(histogram, placed, NONE, marks, together=True)
    joined = know_rules(histogram, merged, NONE, marks, together=True)
    assert joined.numbers() == pytest.approx(apart.numbers())
    assert (joined.exposed, joined.total) == (apart.exposed, apart.total)


def test_words():
    man, woman = frozenset("a"), frozenset()
    drawn = release([[(man, "b"), (woman, "a")]])
    told = know_rules(*drawn[:2], Rules((), 4, 1, 1), drawn[2], together=True)
    assert told.exposed == 2
    assert told.in_words().startswith("no rule of the form")
