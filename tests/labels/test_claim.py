# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from diversa.labels.claim import (
    GENERAL,
    NO_ROWS,
    SINGLE,
    Claim,
    ColumnClaims,
    apart,
    overlapping,
)


def test_disjoint_claims_name_rows_together_and_others_do_not():
    claims = Claim("a", 2), Claim("b", 3)
    assert apart(claims).disjoint == 5
    assert overlapping(claims).disjoint == 3
    assert overlapping([]).disjoint == 0


def test_claims_of_a_column_are_found_by_their_label():
    lacks = overlapping([Claim("a", excludes=True), Claim("b", excludes=True)])
    ends = apart([Claim("1", 2), Claim("9", 1)])
    labels = ["x", "*", "[1-9]", None]
    column = ColumnClaims.of("c", labels, [SINGLE, lacks, ends, GENERAL])
    assert [len(column.of_label(label)) for label in range(4)] == [0, 2, 2, 0]
    assert column.least.tolist() == [NO_ROWS, 1, 1, NO_ROWS]
    assert column.named.tolist() == [0, 0, 2, 0]
    assert column.named_by_one.tolist() == [0, 0, 1, 0]
    assert column.general.tolist() == [False, True, True, True]
    assert column.disjoint.tolist() == [0, 1, 3, 0]
