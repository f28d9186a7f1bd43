# SPDX-License-Identifier: Apache-2.0
"""The option that says which texts of a text file mean missing."""

from __future__ import annotations

import pandas as pd
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


@pytest.mark.parametrize("ending", ["parquet", "jsonl"])
def test_they_are_missing_in_files_with_types(diversa, table, ending):
    texts = pd.read_csv(table, dtype=str, keep_default_na=False)
    other = table.with_suffix(f".{ending}")
    if ending == "parquet":
        texts.to_parquet(other)
    else:
        texts.to_json(other, orient="records", lines=True)
    named = ("--missing-text", "?", "--missing-text", "NA")
    assert audit(diversa, other, *named) == audit(diversa, table, *named) == 2


def test_what_a_file_has_no_use_for_is_refused(diversa, table):
    other = table.with_suffix(".parquet")
    pd.read_csv(table, dtype=str).to_parquet(other)
    words = ("--qi", "zip", "--sensitive", "ill", "--missing", "own")
    done = diversa("audit", other, *words, "--quote", '"')
    assert done.code == 2
    assert "reading.quote must come with a text file, got a Parquet file" in done.stderr


def test_suggest_keeps_the_texts_in_its_plan(diversa, table):
    done = diversa("suggest", table, "--missing-text", "flu")
    assert 'missing = ["", "flu", "?", "NA"]' in done.stdout.replace("'", '"')
    assert diversa("lattice", "--help").stdout.count("--missing-text") == 1
