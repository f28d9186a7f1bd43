# SPDX-License-Identifier: Apache-2.0
"""Full-domain generalization as data."""

from __future__ import annotations

import numpy as np

from diversa.counts.frequency_set import roll_up
from diversa.metrics.objective import Outcome
from diversa.recodings.full_domain import FullDomain, failing_groups


def test_every_value_goes_to_its_level(words):
    recoding = FullDomain(node=(1, 0), failing=np.empty((0, 2), np.int32), **words)
    ages, places = recoding.maps
    assert [ages.labels[code] for code in ages.codes] == ["20-29"] * 2 + ["30-39"] * 2
    assert list(places.labels) == ["Bonn", "Pisa", "Rome"]
    assert recoding.grouping is None


def test_groups_that_fail_are_named_by_their_codes(finest, words):
    node = roll_up(finest, (1, 1))
    outcome = Outcome(node, node.groups.sizes >= 3, 6)
    failing = failing_groups(outcome)
    recoding = FullDomain(node=(1, 1), failing=failing, **words)
    (codes,) = recoding.suppressed.tolist()
    labels = [one.labels[code] for one, code in zip(recoding.maps, codes, strict=True)]
    assert labels == ["30-39", "Germany"]


def test_suppressed_rows_are_in_no_box(words, finest, counted):
    outcome = Outcome(roll_up(finest, (1, 1)), np.array([True, False]), 6)
    recoding = FullDomain(node=(1, 1), failing=failing_groups(outcome), **words)
    assert recoding.recode(counted).box_rows.tolist() == [4]
