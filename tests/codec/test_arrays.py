# SPDX-License-Identifier: Apache-2.0
"""Arrays of whole numbers: as they were written, or refused."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from diversa.codec import from_json, to_json
from diversa.codec.arrays import Codes, Lines
from diversa.errors import SourceError


@dataclass(frozen=True, eq=False)
class Arrays:
    codes: Codes = field(default_factory=lambda: np.zeros(0, np.int64))
    lines: Lines = field(default_factory=lambda: np.zeros((0, 0), np.int64))


@pytest.mark.parametrize("codes", [[], [3, -1], [2**62]])
@pytest.mark.parametrize("lines", [[], [[1, 2], [3, 4]], [[7]]])
def test_what_is_written_is_read(codes, lines):
    found = from_json(Arrays, {"codes": codes, "lines": lines}, where="")
    assert found.codes.tolist() == codes
    assert found.lines.tolist() == lines
    assert found.codes.dtype == found.lines.dtype == np.int64


@pytest.mark.parametrize(
    "codes", [None, "1", [1.5], [True], ["1"], [2**63], [10**30], [[1]], {}]
)
def test_what_is_no_list_of_whole_numbers_is_refused(codes):
    with pytest.raises(SourceError, match="codes must be a list of whole numbers"):
        from_json(Arrays, {"codes": codes}, where="file")


@pytest.mark.parametrize("lines", [[1], [[1], [1, 2]], [[1.0]], [[True]], [[[1]]], 3])
def test_what_are_no_lines_is_refused(lines):
    with pytest.raises(SourceError, match="lines must be lists of whole numbers"):
        from_json(Arrays, {"lines": lines}, where="file")


def test_an_array_is_written_as_lists():
    assert to_json(Arrays(np.array([1, 2])))["codes"] == [1, 2]
