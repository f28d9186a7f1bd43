# SPDX-License-Identifier: Apache-2.0
"""Folded texts: without differences in case, blanks and unseen characters.

Letter case, blanks around and between words, characters that nobody sees, and the
several ways in which Unicode writes one letter tell no two illnesses apart.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

HIDDEN_CATEGORIES = ("Cc", "Cf")
"""Categories of characters that nobody sees: controls, joiners, marks of direction."""

HIDDEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
)
"""More letters and marks that nobody sees: fillers and variation selectors."""

SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
"""Variation selectors: they choose how the character before them is drawn."""


def fold(text: str) -> str:
    r"""A text without case, surplus blanks, unseen characters and Unicode variants.

    >>> fold("  FLU\u200b"), fold("Cafe\u0301") == fold("CAF\u00c9")
    ('flu', True)
    >>> fold("Heart\u00a0 disease"), fold(" \ufeff ")
    ('heart disease', '')
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.lower().split())
    # Folding the case may leave letters in parts: these are put together again.
    seen = remove_unseen(compose(text).casefold())
    return trim_blanks(compose(seen).casefold())


def compose(text: str) -> str:
    """A text in the one form that Unicode has for letters that are written alike."""
    return unicodedata.normalize("NFKC", text)


class VisibleCharacters(dict[int, int | None]):
    """A table in which visible characters stay and hidden ones go."""

    def __missing__(self, code: int) -> int | None:
        self[code] = None if is_hidden(chr(code)) else code
        return self[code]


VISIBLE = VisibleCharacters()
"""The characters that were met so far."""


def remove_unseen(text: str) -> str:
    """A text without the characters that nobody sees."""
    return text.translate(VISIBLE)


def trim_blanks(text: str) -> str:
    """A text with single blanks between its words and none around them."""
    return " ".join(text.split())


STEPS: dict[str, Callable[[str], str]] = {
    "Unicode form": compose,
    "letter case": str.casefold,
    "unseen characters": remove_unseen,
    "blanks": trim_blanks,
}
"""The steps of folding, each with the difference that it removes."""


def differences(one: str, other: str) -> list[str]:
    r"""The differences between two texts that fold to the same one.

    >>> differences("flu", " FLU"), differences("flu", "flu\u200b")
    (['letter case', 'blanks'], ['unseen characters'])
    """
    return [
        name for name in STEPS if without_step(one, name) != without_step(other, name)
    ]


def without_step(text: str, left_out: str) -> str:
    """A text after all steps but one."""
    for name, step in STEPS.items():
        text = text if name == left_out else step(text)
    return text


def is_hidden(letter: str) -> bool:
    r"""True for a character that no reader sees; blanks are seen.

    >>> [is_hidden(letter) for letter in ("\u00ad", "\u200d", "\t", "a")]
    [True, True, False, False]
    """
    if letter.isspace():
        return False
    if unicodedata.category(letter) in HIDDEN_CATEGORIES or letter in HIDDEN:
        return True
    return any(ord(letter) in selectors for selectors in SELECTORS)
