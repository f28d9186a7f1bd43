# SPDX-License-Identifier: Apache-2.0
"""The role that a column seems to have, by its values first and its name second.

How values are written says most: e-mail addresses, names, dates, codes of diseases.
Then the words of the name, then how well the values tell rows apart. A column that
cannot be judged gets no role. `suggestion` makes a plan of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from diversa.data.dictionary import Dictionary, Kind
from diversa.hierarchies.automatic_hierarchy import is_code
from diversa.suggestions.column_sample import ColumnSample
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
    role_by_name,
    voices,
)
from diversa.suggestions.value_meaning import meaning_of

OTHER = "other"
"""The role of a column that has none."""

MANY_WORDS = 5
"""Words of a value on average from which on it is a text that somebody wrote."""

RECORD = re.compile(
    r"(?=.*\d.*\d.*\d)[A-Za-z]{1,4}[-/ ]?\d[\dA-Za-z/-]*|\d+[-/]\d[\d/-]*"
)
"""How numbers of records are written: letters before digits, or digits in parts."""


@dataclass(frozen=True)
class RoleGuess:
    """The role of a column, and why."""

    role: str
    """`identifiers`, `quasi_identifiers`, `sensitive` or `other`."""
    reason: str
    """For the person who must decide; it quotes no value."""


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
    sample = ColumnSample.of(dictionary)
    if dictionary.kind is Kind.DATE and sample.distinct:
        return RoleGuess("quasi_identifiers", "dates are often known")
    guesses = (guess(sample) for guess in GUESSES)
    return next(
        (guess for guess in guesses if guess is not None), cannot_be_judged(sample)
    )


def cannot_be_judged(sample: ColumnSample) -> RoleGuess:
    """The guess where nothing speaks for a role."""
    counted = sample.summary
    return RoleGuess(
        OTHER, f"{counted}{': it may tell people apart' * sample.many_differ}"
    )


def by_writing(sample: ColumnSample) -> RoleGuess | None:
    """Guess by values that are written as what names people, or as dates."""
    written = writing_of(sample)
    if written is not None:
        return RoleGuess("identifiers", f"its values look like {written}")
    if sample.texts and are_dates(sample):
        return RoleGuess("quasi_identifiers", "dates are often known")
    return None


def by_people(sample: ColumnSample) -> RoleGuess | None:
    """Guess by values that are names of people; places may be called as people are."""
    if says_other_than_names(sample.column) or not are_people(sample):
        return None
    return RoleGuess("identifiers", "its values look like names of people")


def says_other_than_names(column: str) -> bool:
    """Tell whether a name says that values are known or secret, but names no person."""
    named = role_by_name(column)
    return named is not None and named[0] != "identifiers"


def by_free_text(sample: ColumnSample) -> RoleGuess | None:
    """Guess by texts that somebody wrote; anybody may be named in them."""
    words = sum(len(text.split()) for text in sample.texts)
    written = sample.many_differ and words >= MANY_WORDS * len(sample.texts)
    named = role_by_name(sample.column)
    if not written or (named is not None and named[0] == "identifiers"):
        return None
    return RoleGuess(OTHER, "texts that somebody wrote: anybody may be named in them")


def by_index(sample: ColumnSample) -> RoleGuess | None:
    """Guess by numbers that count the rows, whatever they are called."""
    if not number_the_rows(sample):
        return None
    return RoleGuess("identifiers", "it numbers the rows from the first to the last")


def by_meaning(sample: ColumnSample) -> RoleGuess | None:
    """Guess by values that say what they are; short ones where the name does not."""
    meaning = meaning_of(sample)
    if meaning is None or (not meaning.certain and role_by_name(sample.column)):
        return None
    return RoleGuess(meaning.role, f"its values look like {meaning.name}")


def by_key(sample: ColumnSample) -> RoleGuess | None:
    """Guess by a name such as `visit_id`, where the values tell rows apart."""
    if not sample.many_differ or sample.has_fractions:
        return None
    words = [word for section, _, word in voices(sample.column) if section == "keys"]
    if not words:
        return None
    return RoleGuess("identifiers", f"'{words[0]}' in its name; {sample.summary}")


def by_name(sample: ColumnSample) -> RoleGuess | None:
    """Guess by the words of the name, as far as the values agree with them."""
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
    """Tell whether the values speak against a word of the name.

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


def is_unique_text(sample: ColumnSample) -> bool:
    """Tell whether nearly all values differ and are no numbers: they name rows."""
    numbers = sample.has_fractions or sample.whole_numbers is not None
    return sample.nearly_all_differ and not numbers


def by_shape(sample: ColumnSample) -> RoleGuess | None:
    """Guess by how well the values tell rows apart, and by what numbers may be."""
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
    by_name,
    by_shape,
)
"""The ways to guess; the first that says anything decides."""
