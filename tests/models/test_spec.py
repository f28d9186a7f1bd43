# SPDX-License-Identifier: Apache-2.0
"""Spec strings: every model to text and back, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.errors import ModelError
from diversa.models import (
    EntropyLDiversity,
    KAnonymity,
    NpdRecursiveClDiversity,
    PdRecursiveClDiversity,
    RecursiveClDiversity,
    parse,
)
from examples import examples

RELAXED = examples(60)
TEXTS = st.text(alphabet=st.sampled_from(r"ab,|\=: *'é"), max_size=6)


@pytest.mark.parametrize(
    "spec",
    [
        "k-anonymity:5",
        "distinct-l-diversity:3,on=s",
        "frequency-l-diversity:3,on=s",
        "frequency-l-diversity:10/3,on=s",
        "entropy-l-diversity:2.8,on=s",
        "entropy-l-diversity:2.8,on=s,joint=true",
        "recursive-cl-diversity:c=4,l=3,on=s",
        "recursive-cl-diversity:c=0.5,l=3,on=*",
        "pd-recursive-cl-diversity:c=4,l=3,disclosable=Healthy|Flu,on=s",
        "pd-recursive-cl-diversity:c=4,l=3,disclosable=",
        "npd-recursive-cl-diversity:c1=4,c2=5,l=3,disclosable=Healthy,protected=HIV,on=s",
        "delta-presence:low=0.05,high=0.15",
        "k-map:5",
        "label-safety:2",
        "ck-safety:c=0.8,k=2,on=s",
        "skyline-privacy:1:2:0:0.8|0:0:1:0.9,on=s",
        "m-invariance:3,on=s",
        "rho-breach:rho1=0.2,rho2=0.8,on=s",
    ],
)
def test_round_trip(spec):
    assert parse(spec).spec == spec
    assert str(parse(spec)) == spec


@pytest.mark.parametrize(
    ("text", "model"),
    [
        ("k-anonymity:k=5", KAnonymity(5)),
        (" k-anonymity :5", KAnonymity(5)),
        ("k-anonymity: 5", KAnonymity(5)),
        ("k-anonymity:5.0", KAnonymity(5)),
        ("entropy-l-diversity:2.80, on=s", EntropyLDiversity("2.8", on="s")),
        ("entropy-l-diversity:on=s,l=14/5", EntropyLDiversity("2.8", on="s")),
        ("recursive-cl-diversity:4,l=3", RecursiveClDiversity(4, 3)),
        ("recursive-cl-diversity:l=3,c=4,joint=false", RecursiveClDiversity(4, 3)),
        (
            "pd-recursive-cl-diversity:1/3,l=2,disclosable=a\\,b|c=d|e\\|f",
            PdRecursiveClDiversity(Fraction(1, 3), 2, ["a,b", "c=d", "e|f"]),
        ),
    ],
)
def test_other_ways_to_write(text, model):
    assert parse(text) == model


@RELAXED
@given(st.lists(TEXTS, max_size=3), st.lists(TEXTS, min_size=1, max_size=3), TEXTS)
def test_any_values_come_back(disclosable, protected, on):
    model = NpdRecursiveClDiversity("1/3", 2.5, 3, disclosable, protected, on=on)
    assert parse(model.spec) == model
    pd = PdRecursiveClDiversity(2, 3, disclosable)
    assert parse(pd.spec) == pd


@RELAXED
@given(st.fractions(min_value=1, max_value=10**6))
def test_any_number_comes_back_exactly(l):
    assert parse(EntropyLDiversity(l).spec).l == l


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there are: k-anonymity, distinct"),
        ("k-anonimity:5", "got 'k-anonimity'; did you mean 'k-anonymity'"),
        ("K-Anonymity:5", "did you mean 'k-anonymity'"),
        ("l-diversity:5", "l-diversity'; did you mean"),
        ("k-anonymity", "k must be given, got none; it is the number of rows"),
        ("k-anonymity:", "k must be given"),
        ("k-anonymity:k=", "k must be a number such as 3, 2.8 or 1/3, got ''"),
        ("k-anonymity:five", "k must be a number such as 3, 2.8 or 1/3, got 'five'"),
        ("k-anonymity:2.5", "k must be a whole number, got 2.5"),
        ("k-anonymity:0", "k must be at least 1, got 0"),
        ("k-anonymity:-3", "k must be at least 1, got -3"),
        ("k-anonymity:nan", "must be a number"),
        ("k-anonymity:inf", "must be a number"),
        ("k-anonymity:1e999999999", "must be a number"),
        ("k-anonymity:1/0", "must be a number"),
        ("k-anonymity:3,4", "only the first may stand without its name"),
        ("k-anonymity:3,", "only the first may stand without its name"),
        ("k-anonymity:,k=3", "only the first may stand without its name"),
        ("k-anonymity:3,k=4", "k must be given once"),
        ("k-anonymity:k=3,k=3", "k must be given once"),
        ("k-anonymity:3,on=s", "parameter must be a known one, got 'on'; there are: k"),
        ("entropy-l-diversity:2,onn=s", "got 'onn'; did you mean 'on'"),
        ("entropy-l-diversity:2,on=s,on=t", "on must be given once"),
        ("entropy-l-diversity:0.99", "l must be at least 1, got 0.99"),
        ("entropy-l-diversity:3,joint=yes", "joint must be true or false, got 'yes'"),
        ("distinct-l-diversity:2.5", "l must be a whole number, got 2.5"),
        ("recursive-cl-diversity:4", "l must be given"),
        ("recursive-cl-diversity:l=2", "c must be given"),
        ("recursive-cl-diversity:c=0,l=2", "c must be above 0, got 0"),
        ("recursive-cl-diversity:c=1,l=5/2", "l must be a whole number, got 2.5"),
        ("pd-recursive-cl-diversity:c=1,l=2", "disclosable must be given"),
        (
            "npd-recursive-cl-diversity:c1=1,c2=100,l=2,disclosable=,protected=x",
            "c2 must be below 100, got 100",
        ),
        (
            "npd-recursive-cl-diversity:c1=1,c2=5,l=2,disclosable=,protected=",
            "protected must have at least 1 value, got 0",
        ),
    ],
)
def test_refused(text, message):
    with pytest.raises(ModelError, match=message):
        parse(text)


def test_a_comma_in_a_value_is_explained_without_the_value():
    spec = "pd-recursive-cl-diversity:c=4,l=3,disclosable=Hepatitis B, chronic"
    with pytest.raises(
        ModelError, match=r"write a comma inside a value as \\,"
    ) as error:
        parse(spec)
    assert "chronic" not in str(error.value)
    assert "Hepatitis" not in str(error.value)
