# SPDX-License-Identifier: Apache-2.0
"""What a plan publishes of several values, and what makes no sense together."""

from __future__ import annotations

import pytest

from diversa.errors import PlanError
from diversa.models import parse
from diversa.plan.plan import Search
from diversa.recodings.box_style import TIGHT, BoxStyle, style_of

FIVE = [parse("k-anonymity:5")]
TIGHTLY = Search(labels="tight")


def test_ranges_and_sets_of_what_enough_rows_have_are_the_default():
    style = style_of("mondrian", TIGHTLY, FIVE)
    assert style == BoxStyle("values", "range", least=5)
    assert style.has_coded_ends
    assert style.labels == "tight"
    assert style_of("mondrian", Search(), FIVE).labels == "region"
    assert not TIGHT.has_coded_ends


def test_clusters_publish_their_means_unless_told_otherwise():
    assert style_of("mdav", TIGHTLY, FIVE).numbers == "mean"
    starred = Search(numbers="star", labels="tight")
    assert style_of("mdav", starred, FIVE).numbers == "star"


@pytest.mark.parametrize(
    ("method", "words", "said"),
    [
        ("local-recoding", {}, r"must be tight with the method local-recoding"),
        ("mondrian", {"numbers": "mean"}, r"search\.numbers: must be range"),
        ("mondrian", {"sets": "ancestor"}, r"search\.sets: must be values"),
        ("mondrian", {"cut": "median"}, r"search\.cut: must be cheapest"),
    ],
)
def test_regions_are_those_of_all_cuts_and_nothing_else(method, words, said):
    with pytest.raises(PlanError, match=said):
        style_of(method, Search(labels="region", **words), FIVE)


def test_means_are_what_mdav_publishes_unless_something_else_is_said():
    ranges = Search(numbers="range", labels="tight")
    assert style_of("mdav", ranges, FIVE).numbers == "range"
    assert style_of("mondrian", TIGHTLY, FIVE).numbers == "range"


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("local-recoding", {}),
        ("mdav", {}),
        ("mondrian", {"sets": "star"}),
        ("mondrian", {"numbers": "median"}),
        ("mondrian", {"relaxed": True}),
        ("mondrian", {"time": 1}),
    ],
)
def test_models_of_labels_are_refused_where_no_cut_judges_them(method, words):
    with pytest.raises(PlanError, match=r"label-safety:2 .* full-domain"):
        style_of(method, Search(labels="tight", **words), [parse("label-safety:2")])


@pytest.mark.parametrize(("labels", "is_read"), [("tight", True), ("region", False)])
def test_models_of_labels_are_judged_at_cuts(labels, is_read):
    style = style_of("mondrian", Search(labels=labels), [parse("label-safety:2")])
    assert style.is_read == is_read
