# SPDX-License-Identifier: Apache-2.0
"""The meaning of values."""

from __future__ import annotations

import pytest

from diversa.suggestions.column_sample import ColumnSample
from diversa.suggestions.value_meaning import meaning_of


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        ("E11.9|I10.0|J45.1", "ICD-10 codes of diseases"),
        ("250.83|276|V57|E878", "ICD-9 codes of diseases"),
        ("A10BA02|C09AA05", "ATC codes of medicines"),
        ("5-470.1|8-980.2", "OPS codes of operations"),
        ("asma|diabetes tipo 2|hipertensión", "diagnoses"),
        ("Metformin 500|Insulin|Ramipril", "medicines"),
        ("ledig|verheiratet|verwitwet", "marital statuses"),
        ("Deutschland|Österreich|Schweiz", "countries"),
        ("DE|AT|CH|FR|IT", "codes of countries"),
        ("1011 AB|1012 XK", "postal codes"),
        ("$10,000 - $20,000|>$100,000", "classes of income"),
    ],
)
def test_values_with_a_meaning(texts, name):
    listed = tuple(texts.split("|"))
    assert meaning_of(ColumnSample(listed, len(listed), 99, 40)).name == name


@pytest.mark.parametrize(
    "texts", ["C85|E46|B28", "si|no", "other|unknown", "250.83|276|13", "red|blue", ""]
)
def test_values_without_a_meaning(texts):
    listed = tuple(filter(None, texts.split("|")))
    assert meaning_of(ColumnSample(listed, len(listed), 99, 40)) is None
