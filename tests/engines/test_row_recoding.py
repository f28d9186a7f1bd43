# SPDX-License-Identifier: Apache-2.0
"""Maps that change nothing, and maps that lack a value."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.data.dictionary import Dictionary
from diversa.engines.row_recoding import ColumnMap, check_covered
from diversa.errors import HierarchyError

AGES = Dictionary.build("age", [4, 30, None], [2, 1, 1], kind="number")


@pytest.mark.parametrize(
    ("codes", "labels", "same"),
    [
        ([0, 1, 2], [4, 30, None], True),
        ([1, 0, 2], [30, 4, None], True),
        ([0, 1, 2], [4.0, 30.0, None], False),
        ([0, 1, 2], ["4", "30", None], False),
        ([0, 1, 2], [4, 30, "*"], False),
        ([0, 0, 1], [4, None], False),
    ],
)
def test_an_identity_keeps_every_value_and_its_type(codes, labels, same):
    assert ColumnMap(AGES, np.array(codes, np.int32), labels).is_identity is same
    assert ColumnMap.identity(AGES).is_identity


def test_values_that_a_map_lacks_are_counted_not_shown():
    check_covered("zip", 0)
    with pytest.raises(HierarchyError, match=r"'zip': must cover .* got 3 rows"):
        check_covered("zip", 3)
