# SPDX-License-Identifier: Apache-2.0
"""The likely role of a column, by its values first and its name second.

The form of the values decides first: e-mail addresses, names, dates, codes of diseases.
Then the words of the name, then the number of different values. A column that cannot
be judged gets no role. `plan_draft` makes a plan of the roles.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from diversa.data.dictionary import Dictionary
from diversa.hierarchies.automatic_hierarchy import is_code
from diversa.suggestions.column_sample import ENOUGH, ColumnSample
from diversa.suggestions.date_forms import are_dates
from diversa.suggestions.likely_identifier import writing_of
from diversa.suggestions.number_meaning import (
    are_ages,
    are_counts,
    are_years,
    number_the_rows,
)
from diversa.suggestions.people_names import are_people
from diversa.suggestions.role_words import (
    HOMES,
    counting_word,
    is_count_name,
    person_word,
    role_by_name,
    voices,
    words_of,
)
from diversa.suggestions.value_meaning import meaning_of

OTHER = "other"
"""The guess for a column without a role."""

ROLES = ("identifiers", "quasi_identifiers", "sensitive")
"""The roles that are guessed; only people can say which columns are kept."""

MANY_WORDS = 5
"""Least words of a free text, on average."""

RECORD = re.compile(
    r"(?=.*\d.*\d.*\d)[A-Za-z]{1,4}[-/ ]?\d[\dA-Za-z/-]*|\d+[-/]\d[\d/-]*"
)
"""The form of record numbers: letters before digits, or digits in parts."""


CODE = re.compile(r"(?=.*\d)[\w/.-]+")
"""A code of one word with a digit in it."""


@dataclass(frozen=True)
class RoleGuess:
    """The role of a column, and why."""

    role: str
    """`identifiers`, `quasi_identifiers`, `sensitive` or `other`."""
    reason: str
    """A sentence for the person who decides; it quotes no value."""


def guess_role(dictionary: Dictionary) -> RoleGuess:
    """Guess the role of a column.

    Example:
        >>> guess_role(Dictionary.build("home_zip", ["13053", "14850"], [1, 1]))
        RoleGuess(role='quasi_identifiers', reason="'zip' in its name")
        >>> guess_role(Dictionary.build("x", map(str, range(99)), [1] * 99)).role
        'identifiers'
        >>> guess_role(Dictionary.build("ward", ["a", "b"], [7, 9])).role
        'other'
    """
    return guess_by_sample(ColumnSample.of(dictionary))


def guess_by_sample(sample: ColumnSample) -> RoleGuess:
    """Guess the role of a column from a sample of its values."""
    if sample.are_dates and sample.distinct:
        return RoleGuess("quasi_identifiers", "dates are often known")
    for guess in GUESSES:
        if (found := guess(sample)) is not None:
            return found
    doubt = ": it may tell people apart" if sample.many_differ else ""
    return RoleGuess(OTHER, f"{sample.summary}{doubt}")


def by_writing(sample: ColumnSample) -> RoleGuess | None:
    """Guess by values in the form of identifiers or dates."""
    written = writing_of(sample)
    if written is not None:
        return RoleGuess("identifiers", f"its values look like {written}")
    if sample.texts and are_dates(sample):
        return RoleGuess("quasi_identifiers", "dates are often known")
    return None


def by_people(sample: ColumnSample) -> RoleGuess | None:
    """Guess by names of people, unless the column is named otherwise."""
    named = role_by_name(sample.column) or ("identifiers", "")
    if named[0] != "identifiers" or not are_people(sample):
        return None
    return RoleGuess("identifiers", "its values look like names of people")


def by_free_text(sample: ColumnSample) -> RoleGuess | None:
    """Guess by free texts, which may name anybody."""
    words = sum(len(text.split()) for text in sample.texts)
    written = sample.many_differ and words >= MANY_WORDS * len(sample.texts)
    named = role_by_name(sample.column)
    if not written or (named is not None and named[0] == "identifiers"):
        return None
    return RoleGuess(OTHER, "texts that somebody wrote: anybody may be named in them")


def by_index(sample: ColumnSample) -> RoleGuess | None:
    """Guess by numbers that count the rows."""
    if not number_the_rows(sample):
        return None
    return RoleGuess("identifiers", "it numbers the rows from the first to the last")


def by_meaning(sample: ColumnSample) -> RoleGuess | None:
    """Guess by the meaning of the values; the name decides if it is ambiguous."""
    meaning = meaning_of(sample)
    if meaning is None or (not meaning.certain and role_by_name(sample.column)):
        return None
    return RoleGuess(meaning.role, f"its values look like {meaning.name}")


def by_key(sample: ColumnSample) -> RoleGuess | None:
    """Guess by a name such as `visit_id`, if many values differ."""
    if not sample.many_differ or sample.has_fractions:
        return None
    words = [word for section, _, word in voices(sample.column) if section == "keys"]
    if not words:
        return None
    return RoleGuess("identifiers", f"'{words[0]}' in its name; {sample.summary}")


def by_name(sample: ColumnSample) -> RoleGuess | None:
    """Guess by the words of the name, unless the values contradict."""
    for section, role, word in voices(sample.column):
        reason = f"'{word}' in its name"
        if section == HOMES and sample.is_few:
            return RoleGuess("quasi_identifiers", reason)
        if role == "sensitive" and is_unique_text(sample):
            return RoleGuess(OTHER, f"{reason}, but nearly every row has its own value")
        if not is_contradicted(sample, section, word):
            return RoleGuess(role, reason)
    return None


def is_contradicted(sample: ColumnSample, section: str, word: str) -> bool:
    """True if the values contradict a word of the name.

    Two or three values name nobody, no key has fractions, and a number of diagnoses is
    no diagnosis.
    """
    if section == "quasi_identifiers":
        return False
    if section != "sensitive" and sample.is_few:
        return True
    if section == "keys" and sample.has_fractions:
        return True
    counting = counting_word(sample.column)
    if counting is None or not are_counts(sample):
        return False
    # `nombre` is a name in Spanish and a number in French.
    return section != "identifiers" or word == counting


def by_first_and_last(sample: ColumnSample) -> RoleGuess | None:
    """Guess by a name such as FIRST or LAST, if there are many texts."""
    words = words_of(sample.column)
    is_text = sample.whole_numbers is None and not sample.has_fractions
    if words not in PARTS_OF_NAMES or not is_text or sample.distinct < ENOUGH:
        return None
    return RoleGuess("identifiers", f"'{words[0]}' is its name; {sample.summary}")


PARTS_OF_NAMES = (["first"], ["last"], ["middle"])
"""Names of columns with a part of the name of a person."""


def is_unique_text(sample: ColumnSample) -> bool:
    """True for texts that nearly all differ, and so name rows."""
    numbers = sample.has_fractions or sample.whole_numbers is not None
    return sample.nearly_all_differ and not numbers


def by_person(sample: ColumnSample) -> RoleGuess | None:
    """Guess by a name such as `pid`, if there are many codes."""
    word = person_word(sample.column)
    if word is None or sample.distinct < ENOUGH or not sample.mostly(CODE.fullmatch):
        return None
    return RoleGuess("identifiers", f"'{word}' in its name; {sample.summary}")


def by_shape(sample: ColumnSample) -> RoleGuess | None:
    """Guess by the number of different values, and by the meaning of numbers."""
    if sample.nearly_all_differ and not sample.has_fractions:
        return RoleGuess("identifiers", f"{sample.summary}: it tells people apart")
    if sample.many_differ and sample.mostly(RECORD.fullmatch):
        return RoleGuess("identifiers", f"{sample.summary}, as numbers of records are")
    if sample.texts and is_code(sample.texts):
        return RoleGuess("quasi_identifiers", "codes of one length, as zip codes are")
    if is_count_name(sample.column):
        return None
    if are_years(sample):
        return RoleGuess("quasi_identifiers", "years are often known")
    if are_ages(sample):
        return RoleGuess("quasi_identifiers", "numbers that are spread as ages are")
    return None


GUESSES: tuple[Callable[[ColumnSample], RoleGuess | None], ...] = (
    by_writing,
    by_people,
    by_free_text,
    by_index,
    by_meaning,
    by_key,
    by_first_and_last,
    by_name,
    by_person,
    by_shape,
)
"""The ways to guess; the first guess decides."""
