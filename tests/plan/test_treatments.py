# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from diversa.data.identifiers import SHORTEST_KEY, Drop, KeyedHash, Mask, Tokens
from diversa.plan.treatments import accept_treatment, read_treatment, write_treatment
from diversa.setting_kind import SettingError


@pytest.mark.parametrize(
    ("word", "treatment"), [("drop", Drop()), ("tokens", Tokens()), ("mask", Mask())]
)
def test_words(word, treatment):
    assert read_treatment(word) == read_treatment({"treatment": word}) == treatment
    assert write_treatment(treatment) == word
    assert accept_treatment(treatment) is treatment


def test_the_key_is_in_the_environment(monkeypatch):
    monkeypatch.setenv("MINE", "k" * SHORTEST_KEY)
    declared = {"treatment": "hash", "key_variable": "MINE"}
    treatment = read_treatment(declared)
    assert treatment == KeyedHash(b"k" * SHORTEST_KEY, "MINE")
    assert write_treatment(treatment) == declared
    assert "kkk" not in repr(treatment)


def test_a_short_key_is_refused(monkeypatch):
    monkeypatch.setenv("DIVERSA_KEY", "k" * (SHORTEST_KEY - 1))
    with pytest.raises(SettingError, match=r"at least 16 bytes.*got '15 bytes'"):
        read_treatment("hash")


@pytest.mark.parametrize(
    "value",
    [
        3,
        None,
        ["hash"],
        {},
        {"treatment": ["hash"]},
        {"treatment": "mask", "key_variable": "MINE"},
        {"treatment": "drop", "more": 1},
        {"treatment": "hash", "key_variable": 3},
    ],
)
def test_what_is_no_treatment(value):
    with pytest.raises(SettingError):
        read_treatment(value)
