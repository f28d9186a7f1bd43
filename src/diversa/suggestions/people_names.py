# SPDX-License-Identifier: Apache-2.0
"""Names of people, recognized by common names, titles and form."""

from __future__ import annotations

import re
from functools import cache

from diversa.suggestions.column_sample import MOSTLY, ColumnSample
from diversa.suggestions.role_words import without_accents, word_file
from diversa.suggestions.value_meaning import texts_of

SHAPE = re.compile(r"[^\W\d_][^\d_@:;<>=/%*#\[\]{}|\\]*")
"""Letters, and signs between names."""

REVERSED = re.compile(r"[A-Z][\w' -]+, ?(?:[A-Z][a-z]*\.? ?)+.*")
"""`Last, First`."""

MOST_WORDS = 8
"""Words of the longest names: `Cumings, Mrs. John Bradley (Florence Briggs Thayer)`."""

LEAST_VALUES = 8
"""Least different names that decide."""

COMMON = 0.3
"""Least share of values with a common name in them."""

SINGLE = 0.4
"""The same for single words."""

RARE = 0.1
"""The same for values such as `Last, First`."""


def are_people(sample: ColumnSample) -> bool:
    """True if a column seems to hold names of people.

    Example:
        >>> names = [f"{first} {last}" for first in ("Ann", "Peter", "Marie", "Luca")
        ...          for last in ("Weber", "Okafor")]
        >>> are_people(ColumnSample(tuple(names), 8, 8, 1))
        True
        >>> cities = "Bonn Kiel Trier Bremen Ulm Hof Essen Jena".split()
        >>> are_people(ColumnSample(tuple(cities), 8, 8, 1))
        False
    """
    if sample.distinct < LEAST_VALUES or not sample.mostly(is_name_shaped):
        return False
    common = sample.share(has_common_name)
    if sample.mostly(is_reversed):
        return common >= RARE
    single = sample.share(lambda text: len(text.split()) == 1) >= MOSTLY
    return common >= (SINGLE if single else COMMON)


def is_name_shaped(text: str) -> bool:
    """True if a value could be a name: a few words, capitals, no digits."""
    words = text.split()
    if not SHAPE.fullmatch(text) or not 0 < len(words) <= MOST_WORDS:
        return False
    capitals = sum(word.strip("\"'(")[:1].isupper() for word in words)
    return 2 * capitals > len(words) or (text.islower() and len(words) <= 3)


def is_reversed(text: str) -> bool:
    """True for `Last, First`, but not for a town with its country."""
    after = without_accents(text.rpartition(",")[2]).strip().lower()
    return bool(REVERSED.fullmatch(text)) and after not in places()


def has_common_name(text: str) -> bool:
    """True for a value with a common name, or a title in front."""
    words = re.findall(r"[a-z]+", without_accents(text).lower())
    lists = name_lists()
    if words[:1] and words[0] in lists["titles"] and len(words) > 1:
        return True
    return any(
        word in lists["first_names"] or word in lists["last_names"] for word in words
    )


@cache
def name_lists() -> dict[str, frozenset[str]]:
    """Common first and last names, and titles."""
    sections = word_file("people").items()
    return {section: frozenset(text.split()) for section, text in sections}


@cache
def places() -> frozenset[str]:
    """Countries and states, which follow the names of towns."""
    listed = texts_of("quasi_identifiers")
    sections = ("countries", "codes of countries", "states of the USA")
    return frozenset[str]().union(*(listed[section] for section in sections))
