# SPDX-License-Identifier: Apache-2.0
"""Groups that somebody sees together: verdicts equal a count by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from people_by_hand import distinct, people_l

NAMES = ("age", "ward", "week")
VISIT = st.tuples(st.sampled_from("12"), st.sampled_from("12"), st.sampled_from("hfx"))
PEOPLE = st.lists(
    st.tuples(st.sampled_from("34"), st.lists(VISIT, min_size=1, max_size=3)),
    min_size=1,
    max_size=7,
)
"""The age of each person, which stays, and the ward, the week and the illness of
each visit."""


def frame_of(people):
    return pd.DataFrame(
        [
            (f"p{number}", age, *visit)
            for number, (age, visits) in enumerate(people)
            for visit in visits
        ],
        columns=["who", *NAMES, "ill"],
    )


def group_by_hand(frame, names):
    """The rows of each group: whose, and with which illness."""
    if not names:
        return [tuple(zip(frame["who"], frame["ill"], strict=True))]
    return [
        tuple(zip(part["who"], part["ill"], strict=True))
        for _, part in frame.groupby(list(names))
    ]


def views_by_hand(frame):
    """The groups, and all unions that somebody sees who knows less."""
    per_person = frame.groupby("who")[list(NAMES)].nunique()
    differ = [name for name in NAMES if per_person[name].max() > 1]
    some = chain.from_iterable(
        combinations(differ, size) for size in range(len(differ) + 1)
    )
    return [
        group
        for left_out in some
        for group in group_by_hand(frame, [n for n in NAMES if n not in left_out])
    ]


def audit(frame, **words):
    return diversa.audit(
        frame, quasi_identifiers=NAMES, sensitive="ill", person="who", **words
    )


@given(PEOPLE, st.integers(1, 3), st.sampled_from([1, Fraction(3, 2), 2, 3]))
def test_verdicts_are_those_of_a_count_by_hand(people, k, l):
    frame = frame_of(people)
    specs = [f"k-anonymity:{k}", f"frequency-l-diversity:{l}", "distinct-l-diversity:2"]
    found = audit(frame, models=specs)
    groups, views = group_by_hand(frame, NAMES), views_by_hand(frame)
    smallest = min(len({who for who, _ in group}) for group in groups)
    assert found.people == len(people)
    assert found.levels["k-anonymity"] == smallest
    assert found.levels_in_rows["k-anonymity"] == min(map(len, groups))
    assert found.levels["frequency-l-diversity"] == float(min(map(people_l, views)))
    assert [model.holds for model in found.models] == [
        smallest >= k,
        min(map(people_l, views)) >= l,
        min(map(distinct, views)) >= 2,
    ]
    assert sum(size.groups for size in found.group_sizes) == len(groups)


@given(PEOPLE)
def test_whole_visits_are_judged_group_by_group(people):
    frame = frame_of(people)
    found = audit(frame, known_visits="whole-visits")
    groups = group_by_hand(frame, NAMES)
    assert found.levels["frequency-l-diversity"] == float(min(map(people_l, groups)))


VISITS = [("a", "1", "h"), ("b", "1", "f"), ("a", "2", "f"), ("b", "2", "h")]
"""Everybody has both illnesses, one in each ward."""


@pytest.fixture
def wards():
    return pd.DataFrame(VISITS, columns=["who", "ward", "ill"])


def test_a_failing_union_says_what_is_combined(wards):
    found = diversa.audit(
        wards,
        quasi_identifiers="ward",
        sensitive="ill",
        person="who",
        models="frequency-l-diversity:2",
    )
    (model,) = found.models
    assert (model.failing_groups, model.fails_for) == (0, ("ward",))
    assert found.holds is False
    assert "does not know ward" in str(found)
    assert "does not know ward" in found._repr_html_()
    assert found.to_json()["models"][0]["fails_for"] == ["ward"]


def test_hierarchies_give_the_levels_between():
    rows = [
        *(("a", "1", "h"), ("b", "1", "f"), ("a", "2", "f"), ("b", "2", "h")),
        *((who, "3", "x") for who in "abcd"),
        *(("c", "4", "y"), ("d", "4", "z")),
    ]
    frame = pd.DataFrame(rows, columns=["who", "ward", "ill"])
    words = {"quasi_identifiers": "ward", "sensitive": "ill", "person": "who"}
    wards = [
        [w, pair, "*"] for w, pair in zip("1234", ["A", "A", "B", "B"], strict=True)
    ]
    found = diversa.audit(
        frame, models="frequency-l-diversity:1.1", hierarchies={"ward": wards}, **words
    )
    assert "ward below level 1" in found.models[0].fails_for
