# SPDX-License-Identifier: Apache-2.0
"""The option that says which texts of a text file mean missing."""

from __future__ import annotations

import pytest

ROWS = "zip,ill\n1,?\n1,flu\n1,\n2,NA\n2,cold\n2,flu\n"


@pytest.fixture
def table(folder):
    (folder / "t.csv").write_text(ROWS)
    return folder / "t.csv"


def audit(diversa, table, *more):
    words = ("--qi", "zip", "--sensitive", "ill", "--missing", "own", "--json")
    return diversa("audit", table, *words, *more).json["levels"]["distinct-l-diversity"]


def test_texts_are_values_unless_they_are_named(diversa, table):
    assert audit(diversa, table) == 3
    assert audit(diversa, table, "--missing-text", "?", "--missing-text", "NA") == 2


def test_a_release_of_a_table_with_missing_texts(diversa, table):
    words = ("--qi", "zip", "--sensitive", "ill", "--missing", "drop")
    models = ("--model", "k-anonymity:1", "--out", "out", "--json")
    done = diversa("anonymize", table, *words, *models, "--missing-text", "?")
    assert done.json["dropped"] == 2  # the empty field and the question mark


def test_suggest_keeps_the_texts_in_its_plan(diversa, table):
    done = diversa("suggest", table, "--missing-text", "flu")
    assert 'missing = ["", "flu", "?", "NA"]' in done.stdout.replace("'", '"')
    assert diversa("lattice", "--help").stdout.count("--missing-text") == 1
