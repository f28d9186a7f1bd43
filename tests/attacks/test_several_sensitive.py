# SPDX-License-Identifier: Apache-2.0
"""A fact on one sensitive attribute tells of another."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attacked_tables import QUICK
from diversa.attacks.battery import attacks_on
from diversa.attacks.several_sensitive import several_sensitive

PAIRS = st.lists(
    st.tuples(st.sampled_from("gh"), st.sampled_from("abc"), st.sampled_from("xyz")),
    min_size=1,
    max_size=12,
)


def guess_after_one_fact(rows):
    """The surest guess of the last value after ruling one value before it out."""
    guesses = [Fraction(0)]
    for fact in {row[1] for row in rows}:
        left = Counter(row[2] for row in rows if row[1] != fact)
        if left:
            guesses.append(Fraction(max(left.values()), left.total()))
    return max(guesses)


@QUICK
@given(PAIRS)
def test_several_sensitive_by_brute_force(published, rows):
    groups = published(rows, ("q",), ("s", "v")).groups
    found = several_sensitive(groups, "v")
    by_group = {
        name: [r for r in rows if r[0] == name] for name in {r[0] for r in rows}
    }
    guesses = {name: guess_after_one_fact(part) for name, part in by_group.items()}
    assert found.worst == pytest.approx(float(max(guesses.values())))
    assert found.exposed == sum(
        len(part) for name, part in by_group.items() if guesses[name] == 1
    )
    beside = Counter(rows)
    told = {
        (q, s)
        for q, s, _ in rows
        if len({v for a, b, v in beside if (a, b) == (q, s)}) == 1
    }
    assert found.known == sum((q, s) in told for q, s, _ in rows)


def test_the_block_of_the_l_diversity_paper(published):
    """Three values of each attribute, and one fact is enough: not s1, so v3."""
    rows = [("q", "s1", "v1"), ("q", "s1", "v2"), ("q", "s2", "v3"), ("q", "s3", "v3")]
    groups = published(rows, ("q",), ("s", "v")).groups
    found = attacks_on(groups)
    assert found["homogeneity:v"].exposed == 0
    assert found["background knowledge:v"].steps[1].worst < 1
    assert (
        found["several sensitive:v"].worst,
        found["several sensitive:v"].exposed,
    ) == (
        1,
        4,
    )
    # Who knows S knows V for s2 and s3 only; who knows V knows S for v1 and v2.
    assert found["several sensitive:v"].known == 2
    assert found["several sensitive:s"].known == 2
