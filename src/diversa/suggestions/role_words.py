# SPDX-License-Identifier: Apache-2.0
"""What the name of a column says of its role, by the words in it."""

from __future__ import annotations

import re

WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_a-zA-Z]+")


def words_of(name: str) -> list[str]:
    """Split a column name into words.

    >>> words_of("maritalStatus"), words_of("DATE_OF_BIRTH"), words_of("native-country")
    (['marital', 'status'], ['date', 'of', 'birth'], ['native', 'country'])
    """
    return [word.lower() for word in WORD.findall(name)]


NAMING = words_of(
    """
    ssn nino email mail phone telephone mobile fax passport iban card mrn username
    login firstname lastname surname fullname forename patientid userid customerid
    personid employeeid url website ip fingerprint plate
    """
)
"""Words that name a person, whatever stands beside them."""

SECRET = words_of(
    """
    disease diagnosis diagnoses condition illness icd symptom symptoms treatment
    therapy medication drug drugs prescription procedure surgery allergy hiv
    pregnancy pregnant disability result salary income wage wages earnings pay
    wealth debt loan balance bonus benefit crime offence offense conviction
    orientation vote party religion
    """
)
"""Words of what people keep secret."""

KNOWN = words_of(
    """
    age born birth birthday birthdate birthyear dob zip zipcode postcode postal city
    town village county district state province region country nation native
    nationality citizenship sex gender race ethnicity ethnic education degree school
    schooling graduation marital civil married relationship household family
    children job occupation profession workclass employer industry position title
    rank language height weight latitude longitude lat lon lng place location
    admission admitted discharge discharged visit death deceased died hired date
    year
    """
)
"""Words of what others may know of a person."""

KEYS = words_of(
    """
    id ids uid uuid guid key name names address street account
    """
)
"""Words that name a person when no other word says what is named."""

ROLES = (
    ("identifiers", NAMING),
    ("sensitive", SECRET),
    ("quasi_identifiers", KNOWN),
    ("identifiers", KEYS),
)
"""The first role with a word of the name decides: `disease_name` is sensitive."""


def role_by_name(name: str) -> tuple[str, str] | None:
    """The role that a name speaks for, and the word in it that does.

    >>> role_by_name("disease_name"), role_by_name("customer_name")
    (('sensitive', 'disease'), ('identifiers', 'name'))
    """
    words = words_of(name)
    return next(
        (
            (role, word)
            for role, vocabulary in ROLES
            for word in words
            if word in vocabulary
        ),
        None,
    )
