# SPDX-License-Identifier: Apache-2.0
"""Common rows of different people, on the Adult table, where a third is by chance."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.ledger.chance import chance_overlap, common_people, cut
from examples import examples


def test_unique_rows_have_nothing_in_common_by_chance():
    assert chance_overlap(np.ones(1000, dtype=np.int64), 1000) == 0


def test_alike_rows_have_nearly_all_in_common():
    assert chance_overlap(np.array([100_000]), 100_000) > 0.98


def test_small_tables_are_not_cut():
    assert chance_overlap(np.array([50]), 50) == 0


def test_a_cut_is_the_share_of_common_rows():
    class Half:
        """Draws half of the rows."""

        def binomial(self, counts, ratio):
            return (counts * ratio).astype(np.int64)

    assert cut(np.array([4, 2, 1]), 0.5, Half()) == 3 / (2 + 1 + 1)
    assert cut(np.array([], dtype=np.int64), 0.5, Half()) == 0


@examples(50)
@given(st.floats(0, 1), st.floats(0, 1), st.floats(0.01, 1))
def test_people_in_common_are_a_share(common, chance, largest):
    found = common_people(common, chance, largest)
    assert 0 <= found <= 1
    if common <= chance and common < largest:
        assert found == (common if chance == 0 else 0)


def test_exact_shares_where_nothing_is_by_chance():
    assert common_people(0.2, 0.0) == 0.2
    assert common_people(1.0, 0.9) == pytest.approx(1.0)
