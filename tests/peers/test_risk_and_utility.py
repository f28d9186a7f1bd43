# SPDX-License-Identifier: Apache-2.0
"""Wrong risks and metrics of other tools that we must not repeat."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.sensitive import Sensitive
from diversa.metrics.average_group_size import normalized_average_group_size
from diversa.metrics.classification_metric import classification_metric
from diversa.metrics.recoded import Recoded
from diversa.risks.risk import risks
from tables import SmallTable


def recoded(rows):
    """A table that is published as it is, by one quasi-identifier."""
    ladder = {row[0]: () for row in rows}
    table = SmallTable(("zip", "ill"), tuple(rows), {"zip": ladder})
    secret = Sensitive(table.dictionaries[1])
    return Recoded.at_levels(table.cells, table.hierarchies, [secret], levels=(0,))


def test_the_average_risk_is_that_of_rows():
    """pycanon takes the mean over groups: 0.375."""
    found = risks(np.array([2, 4]))
    assert found.prosecutor.average == pytest.approx(2 / 6)


def test_a_tie_has_one_majority():
    """pycanon counts no loss where two labels are tied: 0.0."""
    rows = [("1", "flu"), ("1", "flu"), ("1", "cancer"), ("1", "cancer")]
    assert classification_metric(recoded(rows), "ill") == 0.5


def test_c_avg_divides_by_the_k_that_was_asked_for():
    """pycanon divides by the k that is attained: (4 / 1) / 4 = 1."""
    rows = [("1", "flu")] * 4
    assert normalized_average_group_size(recoded(rows), 2) == 2
