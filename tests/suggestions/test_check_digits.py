# SPDX-License-Identifier: Apache-2.0
"""Check digits: published example numbers are right, and a wrong digit is seen."""

from __future__ import annotations

import pytest

from diversa.suggestions import check_digits

EXAMPLES = [
    (check_digits.iban_is_right, "GB82WEST12345698765432"),
    (check_digits.luhn_is_right, "79927398713"),
    (check_digits.bsn_is_right, "111222333"),
    (check_digits.nhs_number_is_right, "9434765919"),
    (check_digits.cpf_is_right, "52998224725"),
    (check_digits.tax_number_is_right, "86095742719"),
    (check_digits.pension_number_is_right, "65180539W001"),
    (check_digits.health_card_number_is_right, "A123456780"),
    (check_digits.nir_is_right, "255081416802538"),
]


@pytest.mark.parametrize(("is_right", "text"), EXAMPLES, ids=[e[1] for e in EXAMPLES])
def test_only_one_last_digit_is_right(is_right, text):
    ends = [digit for digit in "0123456789" if is_right(text[:-1] + digit)]
    assert ends == [text[-1]]


def test_only_one_letter_of_a_dni_is_right():
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    right = [sign for sign in letters if check_digits.dni_is_right("12345678" + sign)]
    assert right == ["Z"]
