# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies import Quantiles
from diversa.hierarchies.quantiles import cuts_of, roundest

NUMBERS = st.dictionaries(st.integers(-50, 50), st.integers(1, 9), min_size=2)


@given(NUMBERS, st.sampled_from([2, 4, 8]))
def test_ranges_are_cut_where_the_rows_are_divided_best(rows, parts):
    ranked = sorted(rows)
    counts = [rows[number] for number in ranked]
    total = sum(counts)
    cuts = cuts_of([Fraction(number) for number in ranked], counts, parts)
    for part, cut in enumerate(cuts, 1):
        wanted = Fraction(total * part, parts)
        sizes = [sum(counts[:place]) for place in range(len(counts) + 1)]
        best = min(abs(size - wanted) for size in sizes)
        if cut is None:
            assert min(wanted, total - wanted) == best
        else:
            below = sum(rows[number] for number in ranked if number < cut)
            assert abs(below - wanted) == best
            assert 0 < below < total


@given(st.fractions(-1000, 1000), st.fractions(Fraction(1, 1000), 1000))
def test_the_roundest_number_lies_between(below, width):
    number = roundest(below, below + width)
    assert below < number <= below + width


@given(NUMBERS)
def test_levels_nest_and_cover_every_number(rows):
    ranked = sorted(rows)
    values = Dictionary.build("n", ranked, [rows[n] for n in ranked], kind="number")
    hierarchy = Quantiles((8, 4, 2)).build(values)
    assert hierarchy.labels[-1] == ("*",)
    for below, above in zip(hierarchy.maps, hierarchy.maps[1:], strict=False):
        pairs = set(zip(below.tolist(), above.tolist(), strict=True))
        assert len(pairs) == len(set(below.tolist()))


@pytest.mark.parametrize("parts", [(), (1,), (4, 3), (4, 4), (2, 4)])
def test_parts_that_do_not_nest_are_refused(parts):
    with pytest.raises(HierarchyError, match="each a divisor of the one before"):
        Quantiles(parts)
