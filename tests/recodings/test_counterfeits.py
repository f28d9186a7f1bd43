# SPDX-License-Identifier: Apache-2.0
"""People told apart by a key, and rows that nobody is behind."""

from __future__ import annotations

import numpy as np

from diversa.data.dictionary import Dictionary
from diversa.engines.row_recoding import ColumnMap, ExtraRows
from diversa.recodings.counterfeits import CounterfeitRecoding


def test_every_person_has_a_line_and_a_key(halves, words):
    names = Dictionary.build("name", [f"p{place}" for place in range(6)], [1] * 6)
    extra = ExtraRows(np.array([1]), "ill", np.array(["gout"], dtype=object))
    recoding = CounterfeitRecoding(
        partition=halves,
        key=ColumnMap.identity(names),
        person=np.arange(6, dtype=np.int32),
        extra=extra,
        group_column="group",
        **words,
    )
    grouping = recoding.grouping
    assert grouping.codes[:, -1].tolist() == list(range(6))
    assert grouping.group.tolist() == halves.part.tolist()
    assert grouping.extra is extra
    assert [list(labels) for labels in grouping.labels] == [
        ["[20-25]", "[31-38]"],
        ["{Pisa, Rome}", "Bonn"],
    ]
    assert recoding.saving_obstacle is not None
