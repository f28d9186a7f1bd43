# SPDX-License-Identifier: Apache-2.0
"""Sketches of tables, against the rows themselves."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.engines.registry import open_engine
from diversa.ledger import sketch as sketching
from diversa.ledger.sketch import (
    KEPT,
    Sketch,
    plain_text,
    sketch_of_people,
    sketch_of_rows,
    smallest,
    word_hash,
)
from diversa.tables.table_input import TableInput
from examples import examples

KEY = bytes(range(32))


def sketch(rows, key=KEY, names=("a", "b")):
    """The sketch of rows."""
    table = pd.DataFrame(rows, columns=list(names))
    cells = TableInput.of(table, quasi_identifiers=list(names)).count().cells
    return sketch_of_rows(cells, names, key)


ROWS = st.lists(
    st.tuples(st.sampled_from("xyz"), st.sampled_from("12")), min_size=1, max_size=30
)


@examples(40)
@given(ROWS, ROWS)
def test_small_tables_are_compared_exactly(first, second):
    """With fewer rows than a sketch keeps, the share is that of the multisets."""
    ours, theirs = Counter(first), Counter(second)
    every = set(ours) | set(theirs)
    both = sum(min(ours[one], theirs[one]) for one in every)
    all_of = sum(max(ours[one], theirs[one]) for one in every)
    assert sketch(first).common(sketch(second)) == pytest.approx(both / all_of)


@examples(20)
@given(ROWS, st.randoms(use_true_random=False))
def test_the_order_of_rows_and_columns_is_of_no_matter(rows, random):
    shuffled = [(b, a) for a, b in random.sample(rows, len(rows))]
    again = sketch(shuffled, names=("b", "a"))
    assert np.array_equal(sketch(rows).hashes, again.hashes)
    assert again.number == len(rows)


def test_without_the_key_nothing_is_common():
    rows = [("x", "1"), ("y", "2")]
    assert sketch(rows).common(sketch(rows, key=bytes(32))) == 0
    assert sketch(rows).common(sketch(rows)) == 1


def test_other_columns_are_other_rows():
    rows = [("x", "1"), ("y", "2")]
    assert sketch(rows).common(sketch(rows, names=("a", "c"))) == 0


@pytest.mark.parametrize("at_once", [3, 1 << 17])
def test_the_smallest_are_kept_whatever_the_pieces(at_once, monkeypatch):
    monkeypatch.setattr(sketching, "AT_ONCE", at_once)
    rows = [("x", str(i % 7)) for i in range(50)] + [("y", str(i)) for i in range(30)]
    whole = sketch(rows)
    assert len(whole.hashes) == 80
    monkeypatch.setattr(sketching, "KEPT", 10)
    assert np.array_equal(sketch(rows).hashes, whole.hashes[:10])


def test_overlaps_of_many_rows_are_estimated():
    """Unique rows: the estimate is within four standard errors of the truth."""
    every = [("x", str(i)) for i in range(12_000)]
    for share in (0.0, 0.05, 0.5, 1.0):
        common = int(2 * 6_000 * share / (1 + share))
        second = every[:common] + every[6_000 : 12_000 - common]
        found = sketch(every[:6_000]).common(sketch(second))
        assert found == pytest.approx(share, abs=4 * 0.5 / KEPT**0.5)


def test_a_whole_number_is_the_same_however_it_was_read():
    assert plain_text("39.0") == plain_text("39") == "39"
    assert plain_text("1.50") == "1.50"
    assert plain_text("v1.0") == "v1.0"
    numbers = [sketch([(age, "1"), (40, "2")]) for age in (39, 39.0)]
    assert numbers[0].common(numbers[1]) == 1


def of_people(names):
    """The sketch of people in a table."""
    table = pd.DataFrame({"id": names})
    with open_engine(None, table) as engine:
        return sketch_of_people(engine, engine.open(table), "id", KEY)


def test_people_by_an_identifier():
    found = of_people(["Ann", "Bob", "Bob", None])
    assert (found.columns, found.number, len(found.hashes)) == (("id",), 2, 2)
    assert found.common(of_people(["Bob", "Carl"])) == pytest.approx(1 / 3)


def test_many_people_are_estimated():
    many = [f"p{i}" for i in range(20_000)]
    first, second = of_people(many[:15_000]), of_people(many[5_000:])
    assert first.number == pytest.approx(15_000, rel=0.15)
    assert first.common(second) == pytest.approx(0.5, abs=0.0625)


def test_hashes_are_of_the_key_and_the_text():
    assert word_hash("x", KEY) == word_hash("x", KEY) != word_hash("x", bytes(32))


def test_nothing_is_common_with_nothing():
    none = Sketch(("a",), 0, smallest([]))
    assert none.common(none) == 0
