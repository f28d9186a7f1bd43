# SPDX-License-Identifier: Apache-2.0
"""People whose values are known: examples by hand."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd
import pytest

import diversa
from diversa.errors import InputError


def ask(table, **more):
    words = {"quasi_identifiers": "age", "sensitive": "s", "target": {"age": 35}}
    target = diversa.attack(table, **{**words, **more}).target
    return {one.value: one.fraction for one in target.beliefs if one.fraction}


def group(values, age="30-39"):
    return pd.DataFrame({"age": age, "s": values})


FLU = group(["flu", "flu", "HIV", "HIV"])


def test_two_flu_and_one_hiv_are_known():
    assert ask(FLU, neighbours=["flu", "flu", "HIV"]) == {"HIV": 1}


def test_one_flu_is_known():
    assert ask(FLU, neighbours="flu") == {"HIV": Fraction(2, 3), "flu": Fraction(1, 3)}


def test_one_a_is_known_and_not_c():
    left = ask(group(list("aabbc")), neighbours=["a"], exclude=["c"])
    assert left == {"b": Fraction(2, 3), "a": Fraction(1, 3)}


TWO = pd.concat([FLU, group(["flu", "HIV"], "60-69")])


def test_neighbours_by_their_quasi_identifiers():
    """Who is in another group does not matter here."""
    known = pd.DataFrame({"age": [31, 65], "s": ["flu", "flu"]})
    assert ask(TWO, neighbours=known) == {"HIV": Fraction(2, 3), "flu": Fraction(1, 3)}


def test_neighbours_from_a_file(tmp_path):
    known = tmp_path / "known.csv"
    known.write_text("age,s\n31,flu\n32,flu\n")
    assert ask(FLU, neighbours=known) == {"HIV": 1}


OVERLAP = pd.concat([FLU, group(["flu", "HIV"], "35-60")])


@pytest.mark.parametrize(
    ("table", "known", "fault"),
    [
        (FLU, ["flu"] * 3, "the facts contradict the table"),
        (FLU, ["gout"], "never occurs"),
        (OVERLAP, ["flu"], "must come with their quasi-identifiers"),
        (FLU, pd.DataFrame({"age": [70], "s": ["flu"]}), "1 who match none"),
        (OVERLAP, pd.DataFrame({"age": [37], "s": ["flu"]}), "1 who match several"),
        (FLU, pd.DataFrame({"age": [31], "z": ["flu"]}), "must have a sensitive"),
    ],
)
def test_what_is_refused(table, known, fault):
    with pytest.raises(InputError, match=fault):
        ask(table, neighbours=known)


def test_a_refused_value_is_not_shown():
    with pytest.raises(InputError) as refused:
        ask(FLU, neighbours=["Canary"])
    assert "Canary" not in str(refused.value)


def test_everybody_is_known():
    with pytest.raises(InputError, match="rule all of them out"):
        ask(FLU, neighbours=["flu", "flu", "HIV", "HIV"])


def test_neighbours_need_a_target():
    with pytest.raises(InputError, match="must come with target"):
        ask(FLU, neighbours=["flu"], target=None)
