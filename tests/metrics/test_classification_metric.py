# SPDX-License-Identifier: Apache-2.0
"""The classification metric on Figures 2 and 3 of the l-diversity paper."""

from __future__ import annotations

import pytest

from diversa.metrics.average_group_size import normalized_average_group_size
from diversa.metrics.classification_metric import (
    CLASSIFICATION_METRIC,
    classification_metric,
)
from diversa.metrics.metric import Request
from paper_releases import FIGURE_2, FIGURE_3, figure_1_at


def test_utility_does_not_see_privacy():
    """Figures 2 and 3 cost the same though only one is safe; CM tells them apart."""
    first, second = figure_1_at(FIGURE_2), figure_1_at(FIGURE_3)
    assert classification_metric(first, "condition") == pytest.approx(4 / 12)
    assert classification_metric(second, "condition") == pytest.approx(6 / 12)
    assert normalized_average_group_size(first, 4) == 1


def test_suppressed_rows_are_of_no_majority():
    """The group of four cancers costs nothing while it is published."""
    recoded = figure_1_at(FIGURE_2, suppressed=[("130**", "30-39", "*")])
    assert classification_metric(recoded, "condition") == pytest.approx(8 / 12)


def test_a_number_for_each_sensitive_attribute():
    measured = CLASSIFICATION_METRIC.measure(figure_1_at(FIGURE_2), Request())
    assert measured == {"condition": pytest.approx(4 / 12)}
