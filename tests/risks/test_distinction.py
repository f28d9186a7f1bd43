# SPDX-License-Identifier: Apache-2.0
"""Sets of columns that nearly identify, by comparing every pair of rows."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.errors import InputError
from diversa.risks.distinction import measure_columns, quasi_identifier_sets
from examples import examples
from tables import SmallTable

NAMES = ("a", "b", "c", "d")
ROWS = st.lists(st.tuples(*[st.sampled_from("xyz")] * 4), min_size=1, max_size=12)


EVERY = [one for size in range(1, 5) for one in combinations(NAMES, size)]


def table_of(rows):
    return SmallTable(NAMES, tuple(rows), {})


@examples(25)
@given(rows=ROWS)
def test_sets_are_measured_pair_by_pair(rows):
    cells = table_of(rows).cells
    for one in (measure_columns(cells, columns) for columns in EVERY):
        places = [NAMES.index(name) for name in one.columns]
        tuples = [tuple(row[place] for place in places) for row in rows]
        pairs = list(combinations(tuples, 2))
        apart = sum(first != second for first, second in pairs)
        assert one.distinction == pytest.approx(len(set(tuples)) / len(tuples))
        assert one.separation == pytest.approx(apart / len(pairs) if pairs else 1)


@examples(25)
@given(rows=ROWS, nearly=st.sampled_from([0.3, 0.6, 1.0]))
def test_the_smallest_sets_that_nearly_identify(rows, nearly):
    cells = table_of(rows).cells
    every = {frozenset(one): measure_columns(cells, one).distinction for one in EVERY}
    enough = {one for one, share in every.items() if share >= nearly}
    least = {one for one in enough if not any(other < one for other in enough)}
    found = quasi_identifier_sets(cells, NAMES, nearly=nearly, most=4)
    assert {frozenset(one.columns) for one in found} == least
    assert [len(one.columns) for one in found] == sorted(
        len(one.columns) for one in found
    )


def test_a_share_out_of_range_is_refused():
    with pytest.raises(InputError, match="nearly: must be above 0"):
        quasi_identifier_sets(table_of([tuple("xxxx")]).cells, NAMES, nearly=0)
