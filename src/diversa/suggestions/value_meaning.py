# SPDX-License-Identifier: Apache-2.0
"""The meaning of values that say it themselves.

Codes of diseases, classes of income, religions and results of tests are sensitive;
sexes, marital statuses, countries and postal codes may be known. The texts stand in
`words/meanings.toml`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from diversa.suggestions.column_sample import MOSTLY, ColumnSample
from diversa.suggestions.role_words import word_file

CODES = (
    (
        "ICD-10 codes of diseases",
        "sensitive",
        r"[A-TV-Z]\d[\dA-Z]\.[\dA-Z]{1,4}[!*+†]?",
    ),
    ("ATC codes of medicines", "sensitive", r"[A-DGHJL-NPR-SV]\d{2}[A-Z]{2}\d{2}"),
    ("OPS codes of operations", "sensitive", r"[1-9]-\d{2}[\da-z](?:\.[\da-z]{1,3})?"),
    (
        "classes of income",
        "sensitive",
        r"[<>]=? ?(?:[$€£] ?[\d.,]+[kK]?|\d+[kK]|\d[\d.,]{3,})"
        r"|[$€£] ?[\d.,]+[kK]? ?- ?[$€£] ?[\d.,]+[kK]?",
    ),
    (
        "postal codes",
        "quasi_identifiers",
        r"[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}"  # Britain
        r"|\d{4} ?[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d"  # Netherlands, Canada
        r"|\d{4}-\d{3}|\d{5}-\d{4}|[A-Z]{1,2}-\d{4,5}|\d{5}-\d{3}",  # others
    ),
)
"""Meaning, role and form of codes."""

BARE_ICD = re.compile(r"[A-TV-Z]\d\d(?:\.?[\dA-Z]{1,4})?[!*+†]?")
"""ICD-10 codes, with or without a dot."""

DOTTED = 0.3
"""Least share of codes with a dot; with fewer, `C85` may be a cabin."""

ICD_9 = re.compile(r"\d{3}(?:\.\d{1,2})?|V\d{2}(?:\.\d{1,2})?|E\d{3}(?:\.\d)?")
"""Codes of diseases until 2015."""

VAGUE = frozenset(
    ("other", "unknown", "none", "n/a", "ohne", "sonstige", "geen", "unspecified")
)
"""Texts without a meaning of their own."""

SHORT = 3
"""Most letters of ambiguous texts: `si` and `no` are also two countries."""

SEVERAL = 5
"""Least different short texts that decide."""

SEXES = "sexes"
"""The meaning that has two values."""

IN_THEM = 0.5
"""Least share of texts with a disease, medicine or crime in them."""


@dataclass(frozen=True)
class ValueMeaning:
    """The meaning of values, and its role."""

    name: str
    """The meaning in words."""
    role: str
    certain: bool = True
    """False for ambiguous letters and short codes: the name of the column decides."""


def meaning_of(sample: ColumnSample) -> ValueMeaning | None:
    """The meaning of the values of a column, or None.

    Example:
        >>> meaning_of(ColumnSample(("E11.9", "I10.0", "J45.1"), 3, 9, 3)).name
        'ICD-10 codes of diseases'
        >>> meaning_of(ColumnSample(("f", "m"), 2, 9, 5))
        ValueMeaning(name='sexes', role='quasi_identifiers', certain=False)
        >>> meaning_of(ColumnSample(("north", "south-west"), 2, 9, 5)) is None
        True
    """
    if not sample.texts:
        return None
    return by_code(sample) or by_text(sample) or by_part(sample)


def by_code(sample: ColumnSample) -> ValueMeaning | None:
    """The meaning of codes, by their form."""
    for name, role, pattern in CODES:
        if sample.mostly(re.compile(pattern).fullmatch):
            return ValueMeaning(name, role)
    dotted = sample.share(re.compile(CODES[0][2]).fullmatch)
    if dotted >= DOTTED and sample.mostly(BARE_ICD.fullmatch):
        return ValueMeaning(CODES[0][0], "sensitive")
    lettered = sample.share(lambda text: text[:1] in "VE")
    if 0 < lettered < 1 and sample.mostly(ICD_9.fullmatch):
        return ValueMeaning("ICD-9 codes of diseases", "sensitive")
    return None


def by_text(sample: ColumnSample) -> ValueMeaning | None:
    """The meaning of texts that are known as a whole, two of them at least."""
    telling = [text for text in sample.meanings if text not in VAGUE]
    if len(telling) < 2:
        return None
    certain = max(map(len, telling)) > SHORT
    for role in ("sensitive", "quasi_identifiers"):
        for name, texts in texts_of(role).items():
            known = sum(text in texts for text in telling) >= MOSTLY * len(telling)
            if known and (certain or name == SEXES or len(telling) >= SEVERAL):
                return ValueMeaning(name, role, certain)
    return None


def by_part(sample: ColumnSample) -> ValueMeaning | None:
    """The meaning of texts that have a disease, a medicine or a crime in them."""
    together = "\n".join(sample.meanings)
    for name, every in texts_of("parts").items():
        parts = [part for part in every if part in together]  # most columns have none
        having = sum(any(part in text for part in parts) for text in sample.meanings)
        if having >= max(2, IN_THEM * len(sample.meanings)):
            return ValueMeaning(name, "sensitive")
    return None


@cache
def texts_of(table: str) -> dict[str, frozenset[str]]:
    """The texts of a table of `words/meanings.toml`, by their meaning."""
    sections = cast("dict[str, Any]", word_file("meanings"))[table]
    return {
        name: frozenset(part.strip() for part in text.split(","))
        for name, text in sections.items()
    }
