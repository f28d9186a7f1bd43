# SPDX-License-Identifier: Apache-2.0
"""A look at a hierarchy: values spread over the column, on every level."""

from __future__ import annotations

from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Masking
from diversa.hierarchies.previews import preview


def column(*values):
    return Dictionary.build("x", values, [1] * len(values))


def test_preview_spreads_over_the_values():
    codes = [f"{number:03}" for number in range(101)]
    hierarchy = Masking(keep=1).build(column(*codes))
    shown = preview(hierarchy, n=3).splitlines()
    assert [line.split() for line in shown] == [
        ["x", "level", "1", "level", "2", "level", "3"],
        ["000", "00*", "0**", "*"],
        ["050", "05*", "0**", "*"],
        ["100", "10*", "1**", "*"],
        ["101", "values", "11", "labels", "2", "labels", "1", "label"],
    ]
    assert len(preview(hierarchy, n=1000).splitlines()) == 103
    assert len(preview(hierarchy, n=0).splitlines()) == 2
