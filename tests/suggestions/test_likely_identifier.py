# SPDX-License-Identifier: Apache-2.0
"""Values that name people, by how they are written."""

from __future__ import annotations

import pytest

from diversa.data.dictionary import Dictionary
from diversa.suggestions.likely_identifier import likely_identifier
from diversa.suggestions.role_guess import guess_role


@pytest.mark.parametrize(
    ("values", "seen"),
    [
        pytest.param(["ann@example.org", "b.c@x.co.uk"], "e-mail addresses", id="mail"),
        pytest.param(["10.0.0.1", "192.168.7.20"], "IP addresses", id="ip"),
        pytest.param(["+49 30 123456", "212-555-0100"], "phone numbers", id="phone"),
        pytest.param(["123-45-6789"], "social security numbers", id="ssn"),
        pytest.param(["https://example.org/a?b"], "web addresses", id="web"),
        pytest.param(["DE89 3704 0044 0532 0130 00"], "IBANs", id="iban"),
        pytest.param(["123e4567-e89b-12d3-a456-426614174000"], "UUIDs", id="uuid"),
        pytest.param(["13053", "13068"], None, id="zip codes"),
        pytest.param(["2024-05-31", "1999-01-02"], None, id="dates"),
        pytest.param(["12.5", "3.75"], None, id="measurements"),
        pytest.param(["Flu", "Heart Disease"], None, id="words"),
        pytest.param(["30-39", "[17-25]"], None, id="ranges"),
        pytest.param([], None, id="nothing"),
    ],
)
def test_values_that_name_people(values, seen):
    dictionary = Dictionary.build("x", values, [1] * len(values))
    assert likely_identifier(dictionary) == seen
    if seen is not None:
        guess = guess_role(dictionary)
        assert (guess.role, guess.reason) == (
            "identifiers",
            f"its values look like {seen}",
        )


def test_a_few_values_that_are_written_otherwise_do_not_matter():
    values = [f"p{place}@example.org" for place in range(19)]
    mostly = Dictionary.build("contact", [*values, "none"], [1] * 20)
    assert likely_identifier(mostly) == "e-mail addresses"
    half = Dictionary.build("contact", [*values[:5], *"abcde"], [1] * 10)
    assert likely_identifier(half) is None
