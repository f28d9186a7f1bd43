# SPDX-License-Identifier: Apache-2.0
"""Pairs of groups whose labels meet, against the values that labels stand for."""

from __future__ import annotations

from itertools import product

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.attacks import label_pairs as comparing
from diversa.attacks.label_pairs import meeting_labels
from diversa.data.spelling import NO_HINTS
from examples import examples

MEETING = [
    ("20-29", "[25-40]", True),
    ("20-29", "30-39", False),
    ("[20-30)", "[30-40]", False),
    ("(20, 30)", "(29, 40)", True),
    ("<20", "<=10", True),
    ("<20", ">=20", False),
    ("90+", "95", True),
    ("130**", "1305*", True),
    ("130**", "131**", False),
    ("{Cuba, Peru}", "Peru", True),
    ("{Cuba, Peru}", "{Chile, Haiti}", False),
    ("*", "Peru", True),
    ("2024-05", "2024-Q2", True),
    ("2024-07", "2024-Q2", False),
    ("1990s", "[1999-12-31 to 2003-01-01]", True),
    ("Peru", "Cuba", False),
    (None, "*", True),
    (None, "Peru", False),
]


@pytest.mark.parametrize(("first", "second", "meet"), MEETING)
def test_labels_meet_if_a_value_may_have_both(first, second, meet):
    for ours, theirs in ((first, second), (second, first)):
        cover = meeting_labels("x", [ours], [theirs], NO_HINTS)
        assert cover.of(0).tolist() == ([0] if meet else [])


RANGES = st.tuples(st.integers(0, 6), st.integers(0, 6)).map(sorted)


@examples(40)
@given(st.lists(RANGES, min_size=1, max_size=4), st.lists(RANGES, min_size=1))
def test_ranges_meet_by_their_numbers(first, second):
    ours, theirs = (
        [f"[{low}-{high}]" for low, high in some] for some in (first, second)
    )
    cover = meeting_labels("x", ours, theirs, NO_HINTS)
    for place, (low, high) in enumerate(second):
        expected = [
            own
            for own, (least, most) in enumerate(first)
            if max(low, least) <= min(high, most)
        ]
        assert cover.of(place).tolist() == expected


GROUPS = st.lists(
    st.tuples(
        st.frozensets(st.sampled_from("1234"), min_size=1, max_size=3),
        st.frozensets(st.sampled_from("56"), min_size=1),
        st.lists(st.sampled_from("abc"), min_size=1, max_size=3),
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda group: group[:2],
)


def frame(groups):
    """The rows of groups, with sets as labels."""
    rows = [
        ("{" + ", ".join(sorted(q)) + "}", "{" + ", ".join(sorted(r)) + "}", value)
        for q, r, values in groups
        for value in values
    ]
    return pd.DataFrame(rows, columns=["q", "r", "s"])


@examples(40)
@given(GROUPS, GROUPS)
def test_pairs_by_brute_force(first, second):
    words = {"quasi_identifiers": ["q", "r"], "sensitive": "s"}
    found = diversa.attack(frame(second), releases=[frame(first)], **words)
    exposure = found["composition"]
    meeting = [
        (own, other)
        for own, other in product(second, first)
        if own[0] & other[0] and own[1] & other[1]
    ]
    certain = [
        (own, other)
        for own, other in meeting
        if len({*own[2]} & {*other[2]}) == 1 < min(len({*own[2]}), len({*other[2]}))
    ]
    assert (exposure.meeting, exposure.pairs) == (len(meeting), len(certain))
    sizes = [min(len(own[2]), len(other[2])) for own, other in certain]
    assert exposure.most == max(sizes, default=0)
    assert exposure.exposed == 0
    assert len(exposure.affected) == len({own[:2] for own, _ in certain})
    assert f"{exposure.pairs:,} of" in exposure.in_words() or not certain


def test_too_many_groups_are_not_compared(monkeypatch):
    monkeypatch.setattr(comparing, "MOST_COMPARISONS", 3)
    table = pd.DataFrame({"q": ["1", "2"], "s": ["a", "b"]})
    words = {"quasi_identifiers": "q", "sensitive": "s"}
    lacking = diversa.attack(table, releases=[table], **words).not_made
    (why,) = [one.why for one in lacking if one.attack == "composition"]
    assert "--known" in why
