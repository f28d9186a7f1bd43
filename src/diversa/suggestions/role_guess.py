# SPDX-License-Identifier: Apache-2.0
"""The role that a column seems to have, by its name and its values.

How values are written says most, then the name, then how well they tell rows apart.
`suggestion` makes a plan of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from diversa.data.dictionary import Dictionary, Kind, as_decimal
from diversa.hierarchies.automatic import is_code, is_date
from diversa.risks.distinction import distinction
from diversa.suggestions.likely_identifier import likely_identifier
from diversa.suggestions.role_words import role_by_name

OTHER = "other"
"""The role of a column that has none."""

DISTINCT = 0.95
"""Share of the rows from which on a column tells nearly all of them apart."""

MANY = 0.5
"""Share of the rows from which on a column may tell people apart."""

ENOUGH = 20
"""Rows below which a column may tell them apart by chance."""

LOOKED_AT = 1000
"""Values that are looked at to know whether all of them are whole numbers."""


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
    """
    written = likely_identifier(dictionary)
    if written is not None:
        return RoleGuess("identifiers", f"its values look like {written}")
    named = role_by_name(dictionary.column)
    if named is not None:
        role, word = named
        return RoleGuess(role, f"'{word}' in its name")
    return by_shape(dictionary)


def by_shape(dictionary: Dictionary) -> RoleGuess:
    """Guess the role from the values alone."""
    distinct, rows = len(dictionary.values), int(dictionary.counts.sum())
    counted = f"{distinct:,} different values in {rows:,} rows"
    apart = rows >= ENOUGH and distinction(dictionary.counts) >= DISTINCT
    dates = is_date(dictionary)
    if apart and not dates and not has_fractions(dictionary):
        return RoleGuess("identifiers", f"{counted}: it tells people apart")
    if dates and distinct:
        return RoleGuess("quasi_identifiers", "dates are often known")
    if dictionary.kind is Kind.TEXT and is_code(dictionary.texts):
        return RoleGuess("quasi_identifiers", "codes of one length, as zip codes are")
    many = rows >= ENOUGH and distinction(dictionary.counts) >= MANY
    return RoleGuess(OTHER, f"{counted}{': it may tell people apart' if many else ''}")


def has_fractions(dictionary: Dictionary) -> bool:
    """Tell whether the values are numbers of which some are not whole: measurements."""
    try:
        numbers = [as_decimal(value) for value in dictionary.values[:LOOKED_AT]]
    except ValueError:
        return False
    return any(number != int(number) for number in numbers)
