# SPDX-License-Identifier: Apache-2.0
"""A detector of columns that are likely to name people, by how values are written."""

from __future__ import annotations

import re

from diversa.data.dictionary import Dictionary, Kind, as_text

LOOKED_AT = 100
"""Values of a column that are looked at."""

MOSTLY = 0.9
"""The share of them that must be written in one way."""

WRITTEN = {
    "e-mail addresses": r"[^@\s]+@[^@\s]+\.[^@\s.]+",
    "web addresses": r"(?:https?|ftp)://\S+|www\.\S+",
    "IP addresses": r"\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}",
    "MAC addresses": r"(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}",
    "UUIDs": r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}",
    "phone numbers": r"\+\d[\d ()/.-]{6,18}\d|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}",
    "social security numbers": r"\d{3}-\d{2}-\d{4}",
    "IBANs": r"[a-z]{2}\d{2} ?(?:[0-9a-z]{4} ?){2,7}[0-9a-z]{1,4}",
    "card numbers": r"\d{4}([ -])\d{4}\1\d{4}\1\d{4}",
}
"""What names a person, and how it is written."""

PATTERNS = {name: re.compile(text, re.IGNORECASE) for name, text in WRITTEN.items()}


def likely_identifier(dictionary: Dictionary) -> str | None:
    """What kind of identifier the values look like; None if they look like no kind.

    Args:
        dictionary: The values; a hundred of them are looked at.

    Example:
        >>> mails = [f"person{number}@example.org" for number in range(9)]
        >>> likely_identifier(Dictionary.build("contact", mails, [1] * 9))
        'e-mail addresses'
    """
    if dictionary.kind is not Kind.TEXT or len(dictionary.values) == 0:
        return None
    step = -(-len(dictionary.values) // LOOKED_AT)
    texts = [as_text(value).strip() for value in dictionary.values[::step]]
    for name, pattern in PATTERNS.items():
        if sum(map(bool, map(pattern.fullmatch, texts))) >= MOSTLY * len(texts):
            return name
    return None
