# SPDX-License-Identifier: Apache-2.0
"""What a plan publishes of several values, and what makes no sense together."""

from __future__ import annotations

import pytest

from diversa.errors import PlanError
from diversa.plan.plan import Search
from diversa.recodings.box_style import TIGHT, BoxStyle, style_of


def test_ranges_and_sets_are_the_default():
    assert style_of("mondrian", Search()) == TIGHT == BoxStyle("values", "range")


def test_clusters_publish_their_means_unless_told_otherwise():
    assert style_of("mdav", Search()).numbers == "mean"
    assert style_of("mdav", Search(numbers="star")).numbers == "star"


@pytest.mark.parametrize(
    ("method", "numbers"), [("local-recoding", "range"), ("mondrian", "mean")]
)
def test_regions_are_those_of_cuts_and_have_no_mean(method, numbers):
    with pytest.raises(PlanError, match=r"search\.boxes: region must come with"):
        style_of(method, Search(boxes="region", numbers=numbers))
