# SPDX-License-Identifier: Apache-2.0
"""Folded texts: what is left of a text without the accidents of how it was typed.

Letter case, blanks around and between words, characters that nobody sees, and the
several ways in which Unicode writes one letter tell no two illnesses apart.
"""

from __future__ import annotations

import unicodedata

HIDDEN_CATEGORIES = ("Cc", "Cf")
"""Categories of characters that nobody sees: controls, joiners, marks of direction."""

HIDDEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
)
"""Letters and marks that nobody sees either: fillers, and what selects a variant."""

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
    folded = unicodedata.normalize("NFKC", text).casefold()
    seen = "".join(letter for letter in folded if not is_hidden(letter))
    return " ".join(unicodedata.normalize("NFKC", seen).casefold().split())


def is_hidden(letter: str) -> bool:
    r"""Whether a character takes no part in what a reader sees; a blank does.

    >>> [is_hidden(letter) for letter in ("\u00ad", "\u200d", "\t", "a")]
    [True, True, False, False]
    """
    if letter.isspace():
        return False
    if unicodedata.category(letter) in HIDDEN_CATEGORIES or letter in HIDDEN:
        return True
    return any(ord(letter) in selectors for selectors in SELECTORS)
