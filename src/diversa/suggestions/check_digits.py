# SPDX-License-Identifier: Apache-2.0
"""Check digits of numbers that name people.

Many numbers have the right length, few have the right check digits. Each check takes
the significant characters, without spaces and signs.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle

DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
"""The letter of a Spanish number, by the remainder of 23."""


def sum_of_products(digits: Iterable[str | int], weights: Iterable[int]) -> int:
    """The sum of the digits, each times its weight."""
    pairs = zip(digits, weights, strict=False)
    return sum(int(digit) * weight for digit, weight in pairs)


def sum_of_digits(digits: Iterable[str], weights: Iterable[int]) -> int:
    """The same, but of a product of two digits both are added."""
    pairs = zip(digits, weights, strict=False)
    return sum(sum(divmod(int(digit) * weight, 10)) for digit, weight in pairs)


def iban_is_right(text: str) -> bool:
    """The check digits of an IBAN (ISO 13616): it leaves 1 by 97.

    >>> iban_is_right("DE89370400440532013000"), iban_is_right("DE88370400440532013000")
    (True, False)
    """
    turned = text[4:] + text[:4]
    return int("".join(str(int(letter, 36)) for letter in turned)) % 97 == 1


def luhn_is_right(text: str) -> bool:
    """The check digit of a card (ISO 7812): every second digit counts twice.

    >>> luhn_is_right("4111111111111111"), luhn_is_right("4111111111111112")
    (True, False)
    """
    return sum_of_digits(reversed(text), cycle((1, 2))) % 10 == 0


def bsn_is_right(text: str) -> bool:
    """The Dutch citizen service number: the weighted sum is a multiple of 11.

    >>> bsn_is_right("111222333"), bsn_is_right("111222334")
    (True, False)
    """
    digits = [int(digit) for digit in text.zfill(9)]
    weights = (9, 8, 7, 6, 5, 4, 3, 2, -1)
    return any(digits) and sum_of_products(digits, weights) % 11 == 0


def dni_is_right(text: str) -> bool:
    """The letter of a Spanish DNI or NIE.

    >>> dni_is_right("12345678Z"), dni_is_right("X1234567L"), dni_is_right("12345678A")
    (True, True, False)
    """
    number = text[:-1].translate(str.maketrans("XYZ", "012"))
    return DNI_LETTERS[int(number) % 23] == text[-1]


def nir_is_right(text: str) -> bool:
    """The key of a French NIR: 97 less the remainder; Corsica counts as 19 and 18.

    >>> nir_is_right("255081416802538"), nir_is_right("255081416802539")
    (True, False)
    """
    number = text[:13].replace("2A", "19").replace("2B", "18")
    return 97 - int(number) % 97 == int(text[13:])


def pension_number_is_right(text: str) -> bool:
    """The check digit of a German Rentenversicherungsnummer (VKVV, § 4).

    >>> pension_number_is_right("65180539W001")
    True
    >>> pension_number_is_right("65180539W002")
    False
    """
    digits = f"{text[:8]}{ord(text[8]) - ord('A') + 1:02}{text[9:11]}"
    weights = (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)
    return sum_of_digits(digits, weights) % 10 == int(text[11])


def health_card_number_is_right(text: str) -> bool:
    """The check digit of a German Krankenversichertennummer (A123456780).

    >>> health_card_number_is_right("A123456780")
    True
    >>> health_card_number_is_right("A123456781")
    False
    """
    digits = f"{ord(text[0]) - ord('A') + 1:02}{text[1:9]}"
    return sum_of_digits(digits, cycle((1, 2))) % 10 == int(text[9])


def nhs_number_is_right(text: str) -> bool:
    """The check digit of a British NHS number: weights 10 to 2, by 11.

    >>> nhs_number_is_right("9434765919"), nhs_number_is_right("9434765918")
    (True, False)
    """
    return -sum_of_products(text[:9], range(10, 1, -1)) % 11 == int(text[9])


def tax_number_is_right(text: str) -> bool:
    """The check digit of a German Steuer-ID (ISO 7064, MOD 11,10).

    >>> tax_number_is_right("86095742719"), tax_number_is_right("86095742718")
    (True, False)
    """
    product = 10
    for digit in text[:10]:
        product = (((int(digit) + product - 1) % 10 + 1) * 2) % 11
    return (11 - product) % 10 == int(text[10])


def cpf_is_right(text: str) -> bool:
    """Both check digits of a Brazilian CPF.

    >>> cpf_is_right("52998224725"), cpf_is_right("52998224724")
    (True, False)
    """
    totals = {n: sum_of_products(text[:n], range(n + 1, 1, -1)) for n in (9, 10)}
    return all(total * 10 % 11 % 10 == int(text[n]) for n, total in totals.items())
