# SPDX-License-Identifier: Apache-2.0
"""Passwords that are guessed first: common words, names, repetitions, sequences.

Each such piece of a password counts like one character, since who guesses tries it as
one. `Password1234` has two pieces and is thus as good as two characters.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

LEAST_PIECES = 8
"""The fewest pieces and single characters that a password must have."""

OWN_WORDS = ("diversa", "studio", "password")
"""Words of the page that asks for a password."""

ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "qsdfghjklm",
    "zxcvbnm",
    "yxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0",
    "a1b2c3d4e5f6g7h8",
)
"""Rows of keys and letters that are neighbours."""

SHORTEST_RUN = 3
"""The fewest neighbours that count as one piece."""

LOOK_ALIKES = str.maketrans("@4310$5!7", "aaeiossit")
"""Characters that stand for letters."""

REPETITION = re.compile(r"(.{1,20}?)\1{2,}", re.DOTALL)
"""The same again and again."""

YEAR = re.compile(r"(?:19|20)\d\d")

PIECE = "\0"
"""Stands for a piece that was found."""


def is_guessable(password: str, name: str) -> bool:
    """True if a password is made of few pieces.

    >>> is_guessable("Password1234!", "ann"), is_guessable("ann.lee-2026", "ann.lee")
    (True, True)
    >>> is_guessable("seven grey cats sleep", "ann")
    False
    """
    text, words = password.casefold(), words_of(name)
    readings = (text, plain_letters(text))
    return min(len(pieces_of(read, words)) for read in readings) < LEAST_PIECES


def plain_letters(text: str) -> str:
    """A text with letters where characters stand for them, except in numbers."""
    return re.sub(
        r"(?<!\d)[@4310$5!7](?!\d)", lambda at: at[0].translate(LOOK_ALIKES), text
    )


def pieces_of(text: str, words: tuple[str, ...]) -> str:
    """A text with one character in the place of every piece."""
    for word in words:
        text = text.replace(word, PIECE)
    text = YEAR.sub(PIECE, text)
    text = without_runs(text)
    return REPETITION.sub(PIECE, text)


def words_of(name: str) -> tuple[str, ...]:
    """Every word that is one piece, the longest first."""
    parts = {name.casefold(), *re.split(r"[-_.]", name.casefold())}
    own = {part for part in parts if len(part) >= SHORTEST_RUN}
    return tuple(sorted(own | common_words(), key=lambda word: (-len(word), word)))


@cache
def common_words() -> frozenset[str]:
    """Common passwords, and the words they are made of."""
    file = files(__package__) / "common_passwords.txt"
    text = file.read_text(encoding="utf-8")
    lines = (line.strip() for line in text.splitlines())
    words = {line for line in lines if line and not line.startswith("#")}
    return frozenset(words.union(OWN_WORDS))


def without_runs(text: str) -> str:
    """A text with one character in the place of neighbours on a keyboard."""
    rest = []
    while text:
        length = run_length(text)
        rest.append(text[0] if length < SHORTEST_RUN else PIECE)
        text = text[1 if length < SHORTEST_RUN else length :]
    return "".join(rest)


def run_length(text: str) -> int:
    """Number of neighbours at the beginning of a text."""
    longest = 1
    for row in ROWS:
        for line in (row * 2, row[::-1] * 2):
            size = longest
            while size < len(text) and text[: size + 1] in line:
                size += 1
            longest = max(longest, size)
    return longest
