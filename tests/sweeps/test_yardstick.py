# SPDX-License-Identifier: Apache-2.0
"""What privacy is measured by in a sweep."""

from __future__ import annotations


def test_what_privacy_is_measured_by(table):
    words = {"models": ["k-anonymity:2", "t-closeness:0.9"], "suppression": 0.2}
    closeness = table.sweep({"t": ["0.8", 0.9]}, **words)
    assert closeness.yardstick.name == "t of t-closeness"
    assert not closeness.yardstick.more_is_safer
    for point in closeness.points:
        assert point.privacy <= point.settings["t"]
    named = table.sweep({"k-anonymity.k": [2, 3]}, privacy="highest risk", **words)
    assert [point.privacy for point in named.points] == [
        point.highest_risk for point in named.points
    ]
    # l of (c,l)-diversity is not what its level is a level of.
    recursive = {"models": "recursive-cl-diversity:c=9,l=2"}
    assert table.sweep({"l": [2]}, **recursive).yardstick.name == "average risk"
    assert table.sweep({"c": [9]}, **recursive).yardstick.more_is_safer is False
