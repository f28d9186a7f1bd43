# SPDX-License-Identifier: Apache-2.0
"""The report on any table, ours or not."""

from __future__ import annotations

import pytest

from diversa.record.audit_record import VariantsRecord
from diversa.report.table_page import numbers, table_page
from report_words import ALONE, audited, words


def page(**parts):
    return words(table_page(audited(**parts), ALONE).split("<body>")[1])


@pytest.mark.parametrize(
    ("parts", "first"),
    [
        ({}, "It holds: all 1 models, in every group."),
        ({"holds": False}, "It does not hold: 1 of 1 models fail."),
        ({"models": ()}, "No model was asked for: this is what the table attains."),
    ],
)
def test_the_verdict_comes_first(parts, first):
    text = page(**parts)
    assert text.startswith("Table report Made with Diversa ")
    assert f" {first} 12 rows in 3 groups by zip, age." in text[:140]
    assert ("What is promised" in text) == bool(parts.get("models", True))
    assert ("4 rows are in groups where a model fails" in text) == ("holds" in parts)


def test_levels_and_attacks_are_told():
    text = page()
    assert "What the table attains model level k-anonymity 4" in text
    assert "homogeneity (ill)" in text
    assert "What is not promised" in text


def test_a_table_without_a_group():
    empty = audited(rows=0, groups=0, group_sizes=())
    assert list(numbers(empty))[-1] == ("0", "people in the smallest group")
    assert list(numbers(audited()))[-1] == (
        "25 %",
        "highest risk of being singled out",
    )


def test_a_page_that_compares_with_more_rows_must_be_kept():
    """Whoever subtracts the table from what was before learns of the rows between."""
    for rows, said in ((12, False), (13, True)):
        text = words(table_page(audited(), ALONE, rows_before=rows))
        assert ("Keep this page with the original" in text) == said
    assert "1 row of the original" in text


def test_it_says_when_values_are_the_same():
    assert "Sensitive values" not in page()
    assert "are compared letter by letter" in page(equality="exact")
    found = VariantsRecord("ill", 1, 2, 0, ("blanks",))
    assert "count as one value: ill." in page(variants=(found,))
