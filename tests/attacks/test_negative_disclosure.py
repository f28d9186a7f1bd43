# SPDX-License-Identifier: Apache-2.0
"""Negative disclosure: the values that a group rules out."""

from __future__ import annotations

import pytest
from hypothesis import given

import diversa
from attacked_tables import (
    FIGURE_2,
    GROUPS,
    INPATIENTS,
    QUICK,
    UMEKO,
    C,
    ask,
    histogram,
    rows_of,
)
from diversa.attacks.negative_disclosure import negative_disclosure


@QUICK
@given(GROUPS)
def test_values_that_groups_rule_out(counts):
    found = negative_disclosure(histogram(counts))
    values = set().union(*counts)
    gone = [len(values - set(one)) for one in counts]
    assert (found.values, found.worst) == (len(values), max(gone))
    assert found.exposed == rows_of(counts, lambda one: len(one) < len(values))


def test_cancer_is_ruled_out_in_the_first_group_of_figure_2():
    found = diversa.attack(
        FIGURE_2, quasi_identifiers=INPATIENTS[:3], sensitive="condition"
    )["negative disclosure"]
    told = ask(FIGURE_2, UMEKO).posterior()
    assert C not in told
    # The first group lacks cancer, the last one everything else.
    assert (found.exposed, found.worst) == (8, 2)
    assert found.average == pytest.approx((4 * 1 + 4 * 2) / 12)
