# SPDX-License-Identifier: Apache-2.0
"""The share of right guesses on tables with roles given by a person."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

from diversa.data.dictionary import Dictionary
from diversa.suggestions.role_guess import guess_role
from labelled_tables import ADULT, HELD_OUT, TABLES
from role_scores import confusion, published_wrongly, recall, weighted_score


@pytest.fixture(scope="module")
def labelled():
    return confusion(TABLES)


@pytest.fixture(scope="module")
def held_out():
    return confusion(HELD_OUT)


def test_no_identifier_is_missed(labelled, held_out):
    assert recall(labelled, "identifiers") == 1.0
    assert recall(held_out, "identifiers") == 1.0


def test_few_quasi_identifiers_and_secrets_are_missed(labelled):
    assert recall(labelled, "quasi_identifiers") >= 0.95
    assert recall(labelled, "sensitive") >= 0.95
    assert weighted_score(labelled) >= 0.95


def test_what_is_missed_is_not_published(labelled, held_out):
    assert published_wrongly(labelled) == 0
    assert published_wrongly(held_out) == 0


def test_adult(adult_folder):
    with (adult_folder / "adult.data").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, skipinitialspace=True))
    guesses = {}
    for name in rows[0]:
        counts = Counter(row[name] for row in rows if row[name] != "?")
        values = Dictionary.build(name, counts.keys(), counts.values())
        guesses[name] = guess_role(values).role
    assert guesses == ADULT


def test_scores_by_hand():
    """One of two identifiers is missed, a column has no role: 5 + 1 of 11."""
    counts = Counter(
        {
            ("identifiers", "identifiers"): 1,
            ("identifiers", "sensitive"): 1,
            ("other", "other"): 1,
        }
    )
    assert recall(counts, "identifiers") == 0.5
    assert weighted_score(counts) == 6 / 11
    assert published_wrongly(counts) == 1
