# SPDX-License-Identifier: Apache-2.0
"""What the number of rows of a person tells, against all deals of the rows."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.audits.row_numbers import guess
from examples import examples


def by_all_deals(rows, having, drawn):
    """The share of the deals in which a person gets a row with the value."""
    deals = list(itertools.combinations(range(rows), drawn))
    return Fraction(sum(min(deal) < having for deal in deals), len(deals))


@examples(60)
@given(st.integers(1, 8), st.data())
def test_a_guess_is_the_share_of_the_deals(rows, data):
    having, drawn = (data.draw(st.integers(1, rows)) for _ in range(2))
    (found,) = guess(np.array([rows]), np.array([having]), np.array([drawn]))
    assert found == pytest.approx(float(by_all_deals(rows, having, drawn)))


def test_the_example_of_the_specification():
    """`a:hh b:f c:f`: whoever knows that a has two rows gives h five chances in six."""
    frame = pd.DataFrame({"who": list("aabc"), "age": 30, "ill": list("hhff")})
    release = diversa.anonymize(
        frame,
        quasi_identifiers="age",
        sensitive="ill",
        person="who",
        models="k-anonymity:3",
        person_rows="all",
    )
    people = release.record.people
    assert people.rows_known == pytest.approx(5 / 6)
    assert (people.most_rows, people.row_share) == (2, 0.5)
    assert people.words[0].startswith("Who knows how many rows")


def test_all_visits_of_a_person_tell_more_than_one():
    """`a:h b:f` and `a:h c:x`: three chances in four that a has h."""
    frame = pd.DataFrame(
        {"who": list("abac"), "week": list("1122"), "ill": list("hfhx")}
    )
    release = diversa.anonymize(
        frame,
        quasi_identifiers="week",
        sensitive="ill",
        person="who",
        models="k-anonymity:2",
        levels={"week": 0},
    )
    people = release.record.people
    assert people.most_groups == 2
    assert people.all_visits == pytest.approx(3 / 4)
    assert "A person is in up to 2 groups" in people.words[1]


def single(values, **words):
    frame = pd.DataFrame({"who": range(len(values)), "age": 30, "ill": values})
    return diversa.anonymize(
        frame,
        quasi_identifiers="age",
        sensitive="ill",
        person="who",
        models="k-anonymity:2",
        **words,
    ).record.people


def test_one_row_each_tells_the_share_of_the_value():
    people = single([*"hhffx"])
    assert (people.most_rows, people.row_share) == (1, 1 / 5)
    assert people.rows_known == pytest.approx(2 / 5)


def test_a_missing_value_may_be_the_one_that_is_guessed():
    assert single([*"hffx", None], missing="worst").rows_known == pytest.approx(3 / 5)
    frame = pd.DataFrame({"who": list("aabc"), "age": 30, "ill": ["h", "f", None, "f"]})
    words = {"quasi_identifiers": "age", "sensitive": "ill", "person": "who"}
    for missing, expected in ("own", 5 / 6), ("worst", 1.0):
        release = diversa.anonymize(
            frame, models="k-anonymity:3", missing=missing, **words
        )
        assert release.record.people.rows_known == pytest.approx(expected)
