# SPDX-License-Identifier: Apache-2.0
"""Tests of the models of linked tables, by the worked examples."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.errors import ModelError
from diversa.models import OF_LINKED_TABLES, parse
from diversa.models.linked_privacy import (
    LINKED_MODELS,
    KmAnonymity,
    LkcPrivacy,
    Secrets,
    parse_linked,
    verdict_of,
)
from linked_tables import (
    PEOPLE,
    SECRETS,
    histories_of,
    k_of,
    l_of,
    read_people,
)

EXAMPLES = {
    29: ("a:M:1h b:M:1f c:F:1h d:F:1f", "2 2 2", "2 2 2", 2),
    30: ("a:M:1h,1h b:M:1f c:M:1f", "3 3 1", "3/2 3/2 1", 1),
    31: ("a:M:1h,2f b:M:1h,2f", "2 2 2", "1 1 1", 2),
    32: ("a:M: b:M: c:M:1h,1f d:M:1f,1x", "4 2 2", "2 1 1", 2),
    33: ("a:M:1h,2f b:M:1f,3h c:M:2h,3f", "3 2 1", "1 1 1", 1),
    34: ("a:M:1h b:M:1f,2f c:M:1x,2x", "3 2 2", "3 2 2", 1),
    35: ("p:M: q:M:1s r:M:1h,2h t:M:2s", "4 2 1", "2 2 1", 1),
    36: ("q:M:1s r:M:1h,2h t:M:2s", "3 2 1", "3/2 3/2 1", 1),
    37: ("p:M: q:M:0s r:M:0h,0h t:M:0s", "4 3 1", "2 3/2 1", 1),
    38: ("a:M:1h b:M:2h c:M:1f d:M:2f e:M:3h g:M:3h", "6 2 2", "3/2 1 1", 2),
    39: (
        "a:M:1h b:M:1f c:M:1x d:M:2h e:M:2h g:M:2f i:M:2x j:M:2y",
        "8 3 3",
        "8/3 5/2 5/2",
        3,
    ),
    40: (
        "a:M:1h b:M:1f c:M:1x d:M:2h e:M:2f g:M:2h i:M:2y",
        "7 3 3",
        "7/3 2 2",
        3,
    ),
}
"""People; k and l for m = 0, 1, 2; k of whole histories."""


@pytest.mark.parametrize("number", EXAMPLES)
def test_worked_examples(number):
    text, ks, ls, whole = EXAMPLES[number]
    people = list(read_people(text).values())
    histories = histories_of(people)
    for m, (k, l) in enumerate(zip(ks.split(), ls.split(), strict=True)):
        found = verdict_of(histories, LkcPrivacy(1, m, 1, on="ill"), SECRETS)
        assert (found.people, Fraction(found.share)) == (int(k), Fraction(l))
        assert (k_of(people, m), l_of(people, m)) == (int(k), Fraction(l))
    assert verdict_of(histories, KmAnonymity(1, "all"), SECRETS).people == whole
    assert k_of(people, None) == whole


@given(PEOPLE, st.sampled_from([0, 1, 2, 3, None]))
def test_levels_are_those_of_the_definition(people, m):
    model = LkcPrivacy(1, "all" if m is None else m, 1, on="ill")
    found = verdict_of(histories_of(people), model, SECRETS)
    level = l_of(people, m)
    assert found.people == k_of(people, m)
    assert found.share == (None if level is None else found.share)
    assert level is None or Fraction(found.share) == level


def test_a_verdict_counts_the_patterns_that_fail():
    histories = histories_of(read_people("a:M:1h,1h b:M:1f c:M:1f").values())
    found = verdict_of(histories, KmAnonymity(2, 2), SECRETS)
    assert str(found) == "km-anonymity:k=2,m=2 FAILS (k = 1, 1 of 3 patterns)"
    assert (found.holds, found.failing, found.patterns) == (False, 1, 3)


def test_attributes_of_people_are_values_of_a_person_too():
    histories = histories_of(read_people("a:M:1h b:M:1f").values())
    own = Secrets(("race",), ("ill",))
    histories.own_values.resize((2, 1), refcheck=False)
    found = verdict_of(histories, LkcPrivacy(2, 1, 2, on="race"), own)
    assert (found.holds, found.share) == (False, "1")


@pytest.mark.parametrize(
    ("spec", "back"),
    [
        ("km-anonymity:k=5,m=2", "km-anonymity:k=5,m=2"),
        ("km-anonymity:5,m=all", "km-anonymity:k=5,m=all"),
        ("lkc-privacy:m=2,k=5,l=2,on=ill", "lkc-privacy:k=5,m=2,l=2,on=ill"),
    ],
)
def test_specs_are_read_and_written(spec, back):
    assert parse_linked(spec).spec == back
    assert parse_linked(back) == parse_linked(spec)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("k-anonymity:5", "model must be one for linked tables"),
        ("km-anonymity:k=5", "m must be given"),
        ("km-anonymity:k=5,m=two", "m must be a whole number from 0 on or all"),
        ("km-anonymity:k=0,m=2", "k must be at least 1"),
        (5, "a model must be text, got int"),
    ],
)
def test_wrong_specs_are_refused(spec, message):
    with pytest.raises(ModelError, match=message):
        parse_linked(spec)


def test_one_table_says_where_they_belong():
    assert {*OF_LINKED_TABLES} == {*LINKED_MODELS}
    with pytest.raises(ModelError, match="'km-anonymity' is for linked tables"):
        parse("km-anonymity:k=5,m=2")


def test_a_model_takes_the_only_sensitive_attribute():
    model = parse_linked("lkc-privacy:m=2,k=5,l=2")
    assert model.bind(["ill"]).attribute == "ill"
    with pytest.raises(ModelError, match="on must be a sensitive attribute"):
        model.bind(["ill", "race"])
    assert KmAnonymity(5, 2).bind([]) == KmAnonymity(5, 2)
