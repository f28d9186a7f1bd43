# SPDX-License-Identifier: Apache-2.0
"""The lines of a release beside those of its original."""

from __future__ import annotations

import numpy as np

from diversa.audits.published_lines import PublishedLines
from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary


def cells(lines):
    """Distinct lines of a label and a ward with their rows."""
    ages, wards, rows = zip(*lines, strict=True)
    columns, codes = [], []
    for name, values in (("age", ages), ("ward", wards)):
        distinct, code = np.unique(np.array(values, dtype=object), return_inverse=True)
        columns.append(Dictionary(name, distinct, np.bincount(code, rows).astype(int)))
        codes.append(code)
    return Cells(tuple(columns), np.array(codes, dtype=np.int32).T, np.array(rows))


def test_lines_are_compared_by_label_and_value():
    published = cells([("2*", "a", 3), ("2*", "b", 1), ("3*", "a", 2)])
    original = cells([("21", "b", 1), ("22", "a", 2), ("23", "a", 1), ("90", "a", 5)])
    labels = np.array([[0, 0, 0, -1]])  # 21 to 23 are 2*, 90 is nowhere
    lines = PublishedLines.of(published, original, labels, 1)
    assert lines.published.tolist() == [3, 1, 2]
    assert lines.rows_of(original).tolist() == [3, 1, 0]
    assert "got 2 that are not among them, and 0" in lines.fault(
        lines.rows_of(original)
    )
    assert not lines.fault(lines.published)
    fewer = lines.published + 1
    assert lines.fault(fewer)
    assert not lines.fault(fewer, may_lack=True)
