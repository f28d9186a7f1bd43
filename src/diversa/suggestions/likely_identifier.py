# SPDX-License-Identifier: Apache-2.0
"""A detector of columns that are likely to name people, by the form of their values."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from diversa.data.dictionary import Dictionary, Kind
from diversa.suggestions import check_digits
from diversa.suggestions.column_sample import ColumnSample

BETWEEN = str.maketrans("", "", " .-/")
"""Meaningless signs between the digits of a number."""

BY_CHANCE = 5
"""Least values of bare digits that have a form not just by chance."""


@dataclass(frozen=True)
class Writing:
    """The form of one kind of identifier."""

    name: str
    """The kind of identifier."""
    pattern: str
    """A regular expression for the whole value, in any case."""
    is_right: Callable[[str], bool] | None = None
    """The check of its check digits."""
    least: int = 1
    """Least different values that decide."""

    def fits(self, text: str) -> bool:
        """True for a value of this form."""
        if not re.fullmatch(self.pattern, text, re.IGNORECASE):
            return False
        return self.is_right is None or self.is_right(text.translate(BETWEEN).upper())


WRITINGS = (
    Writing("e-mail addresses", r"[^@\s]+@[^@\s]+\.[^@\s.]+"),
    Writing("web addresses", r"(?:https?|ftp)://\S+|www\.\S+"),
    Writing("MAC addresses", r"(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}"),
    Writing(
        "IP addresses",
        r"\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}",
    ),
    Writing("UUIDs", r"\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?"),
    Writing(
        "IBANs",
        r"[a-z]{2}\d{2} ?(?:[0-9a-z]{4} ?){2,7}[0-9a-z]{0,4}",
        check_digits.iban_is_right,
    ),
    Writing("social security numbers", r"\d{3}-\d{2}-\d{4}"),
    Writing(  # Germany: area, birth date, first letter of the name, number
        "German pension insurance numbers",
        r"\d{2} ?\d{6} ?[a-z] ?\d{3}",
        check_digits.pension_number_is_right,
    ),
    Writing(
        "German health insurance numbers",
        r"[a-z]\d{9}",
        check_digits.health_card_number_is_right,
    ),
    Writing(
        "German tax numbers",
        r"[1-9]\d ?\d{3} ?\d{3} ?\d{3}",
        check_digits.tax_number_is_right,
        BY_CHANCE,
    ),
    Writing(  # France: sex, year, month, department, community, number, key
        "French social security numbers (NIR)",
        r"[1-478] ?\d{2} ?\d{2} ?\d[\dab] ?\d{3} ?\d{3} ?\d{2}",
        check_digits.nir_is_right,
    ),
    Writing(
        "Spanish identity numbers (DNI, NIE)",
        r"(?:\d{8}|[xyz]-?\d{7})-?[a-z]",
        check_digits.dni_is_right,
    ),
    Writing(
        "Italian tax codes (codice fiscale)",
        r"[a-z]{6}[\dlmnp-v]{2}[a-ehlmprst][\dlmnp-v]{2}[a-z][\dlmnp-v]{3}[a-z]",
    ),
    Writing(
        "British national insurance numbers",
        r"[a-ceghj-pr-tw-z][a-ceghj-npr-tw-z] ?\d{2} ?\d{2} ?\d{2} ?[a-d]",
    ),
    Writing(
        "Brazilian tax numbers (CPF)",
        r"\d{3}\.?\d{3}\.?\d{3}-?\d{2}",
        check_digits.cpf_is_right,
        BY_CHANCE,
    ),
    Writing(
        "NHS numbers",
        r"\d{3}[ -]?\d{3}[ -]?\d{4}",
        check_digits.nhs_number_is_right,
        BY_CHANCE,
    ),
    Writing(
        "Dutch citizen service numbers (BSN)",
        r"\d{4}\.?\d{2}\.?\d{2,3}",
        check_digits.bsn_is_right,
        BY_CHANCE,
    ),
    Writing(
        "card numbers",
        r"\d{4}([ -]?)\d{4}\1\d{4}\1\d{1,7}|\d{4}[ -]?\d{6}[ -]?\d{5}",
        check_digits.luhn_is_right,
    ),
    Writing(
        "phone numbers",
        r"(?:\+|00)\d[\d ()/.-]{6,18}\d"
        r"|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}"  # North America
        r"|\(?0\d{1,5}\)?[ /-]+\d{3}[\d /-]{0,9}\d"  # Germany, Netherlands, Britain
        r"|0\d(?:[ .-]?\d{2}){4}"  # France
        r"|[6-9]\d{2}(?: \d{3}){2}|[6-9]\d{2}(?: \d{2}){3}"  # Spain, Portugal
        r"|3\d{2}[ -]\d{6,7}"  # Italy
        r"|\(\d{2}\) ?\d{4,5}-\d{4}",  # Brazil
    ),
    Writing("phone numbers", r"0\d{8,11}", least=BY_CHANCE),
)
"""The forms of identifiers, the stricter ones first."""


def likely_identifier(dictionary: Dictionary) -> str | None:
    """The kind of identifier that the values look like, or None.

    Example:
        >>> mails = [f"person{number}@example.org" for number in range(9)]
        >>> likely_identifier(Dictionary.build("contact", mails, [1] * 9))
        'e-mail addresses'
    """
    if dictionary.kind is Kind.DATE:
        return None
    return writing_of(ColumnSample.of(dictionary))


def writing_of(sample: ColumnSample) -> str | None:
    """The kind of identifier of nearly all values of a sample, or None."""
    return next(
        (
            writing.name
            for writing in WRITINGS
            if sample.distinct >= writing.least and sample.mostly(writing.fits)
        ),
        None,
    )
