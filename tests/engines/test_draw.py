# SPDX-License-Identifier: Apache-2.0
"""Rows of people: drawn in every engine, and published by whom they are about."""

from __future__ import annotations

from collections import Counter

import pandas as pd

import diversa

FRAME = pd.DataFrame(
    {
        "who": [None, None, *("ab" * 6), *"cdefgh"],
        "age": [1, 2, *([20, 30] * 6), 20, 20, 30, 30, 20, 30],
        "ill": [*"xy", *("uuvvwwxxyyzz"), *"uvwxyz"],
    }
)


def people_of(engine, table):
    texts = engine.values(table, "who")
    missing = [] if texts.missing_code is None else [None]
    return Counter(dict(zip([*texts.texts, *missing], texts.counts, strict=True)))


def test_nobody_has_more_rows_than_are_drawn(engine):
    drawn = engine.draw(engine.open(FRAME), "who", 2, seed=1)
    expected = {"a": 2, "b": 2, None: 2} | dict.fromkeys("cdefgh", 1)
    assert people_of(engine, drawn) == expected
    assert drawn.rows == 12


def test_the_same_rows_are_drawn_again(engine):
    table = engine.open(FRAME)
    one, again = (
        engine.values(engine.draw(table, "who", 1, seed=3), "ill") for _ in range(2)
    )
    assert one.texts == again.texts
    assert one.counts.tolist() == again.counts.tolist()


def test_every_engine_publishes_the_same_people(engine):
    release = diversa.anonymize(
        FRAME.dropna(),
        quasi_identifiers="age",
        sensitive="ill",
        person="who",
        models=["k-anonymity:3", "frequency-l-diversity:1.2"],
        suppression=0.3,
        engine=engine,
    )
    expected = FRAME.dropna().drop_duplicates()
    assert release.record.people.people_out == 8
    assert release.rows_out == len(expected)
    assert release.record.repeats == 18 - len(expected)
    assert sorted(release.frame["ill"]) == sorted(expected["ill"])
    assert "who" not in release.frame.columns
