# SPDX-License-Identifier: Apache-2.0
"""Passwords that are guessed first are refused, and sentences are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.studio.security.passwords import new_secret
from diversa.studio.security.strength import (
    LEAST_PIECES,
    common_words,
    is_guessable,
)


@pytest.mark.parametrize(
    "password",
    [
        "123456789012",
        "1234567890ab",
        "aaaaaaaaaaaa",
        "abababababab",
        "abcdefghijkl",
        "qwertyuiopas",
        "qwertzuiop12",
        "1qaz2wsx3edc",
        "1q2w3e4r5t6y",
        "password1234",
        "Password2026!",
        "p4ssw0rdp4ssw0rd",
        "P@$$w0rd1234",
        "letmeinletmein",
        "iloveyou2026",
        "Summer2026!!",
        "diversa-studio",
        "diversa12345",
        "administrator1",
        "ann.lee-2026",
        "annleeannlee",
        "Welcome12345",
        "098765432109",
        "zyxwvutsrqpo",
        "q1w2e3r4t5y6",
        "correcthorsebatterystaple",
        "thisisapassword",
        "Krankenhaus2026",
    ],
)
def test_what_is_guessed_first(password):
    assert is_guessable(password, "ann.lee")


@pytest.mark.parametrize(
    "password",
    [
        "a long enough password",
        "another long password",
        "correct horse battery",
        "seven grey cats sleep",
        "Ein Haus mit 7 Fenstern",
        "mJ7#kv0Qx!2s",
        "ääkkösiä löytyy täältä",
    ],
)
def test_what_is_not(password):
    assert not is_guessable(password, "ann.lee")


def test_passwords_of_ours_are_never_refused():
    assert not any(is_guessable(new_secret(), "admin") for _ in range(200))


@given(
    st.lists(st.sampled_from(sorted(common_words())), min_size=1, max_size=4),
    st.sampled_from(["", "1", "!", "2026", "123", "00"]),
)
def test_few_common_words_are_few_pieces(words, end):
    """Whatever common words are put together, they count as that many at most."""
    assert len(words) + len(end) < LEAST_PIECES + 1
    assert is_guessable("".join(words).title() + end, "ann")


def test_the_list_is_what_it_says():
    words = common_words()
    assert len(words) > 300
    assert all(word == word.casefold() and len(word) >= 3 for word in words)
