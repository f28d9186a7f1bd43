# SPDX-License-Identifier: Apache-2.0
"""What an adversary knows of a person, as users give it."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.errors import InputError

TABLE = pd.DataFrame({"age": ["30-39"] * 3, "zip": ["1*"] * 3, "s": ["a", "a", "b"]})
WORDS = {"quasi_identifiers": ["age", "zip"], "sensitive": "s"}


def ask(**more):
    return diversa.attack(TABLE, **WORDS, **more).target


def test_nothing_is_asked():
    assert ask() is None


def test_some_values_are_unknown():
    told = ask(target={"zip": "13"})
    assert (told.known, told.rows, told.posterior()["a"]) == (("zip",), 3, 2 / 3)


def test_somebody_who_is_not_in_the_table():
    """Nothing else is read of who is in no group."""
    people = pd.DataFrame({"age": [35], "zip": ["13"], "s": ["a"]})
    told = ask(target={"age": 70}, population=people)
    assert (told.rows, told.beliefs, told.alike) == (0, (), None)


def test_another_release_must_have_a_value_that_is_known():
    other = pd.DataFrame({"sex": ["m", "m"], "s": ["a", "b"]})
    release = diversa.anonymize(
        other, quasi_identifiers="sex", sensitive="s", models="k-anonymity:2"
    )
    with pytest.raises(InputError, match="must have a quasi-identifier that is known"):
        ask(target={"age": 35}, releases=[release])
