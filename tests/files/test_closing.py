# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from diversa.files.closing import Closing


class Door(Closing):
    def __init__(self):
        self.closed = 0

    def close(self):
        self.closed += 1


def test_the_end_of_the_block_closes():
    with Door() as door:
        assert door.closed == 0
    assert door.closed == 1


def test_an_error_passes_and_closes():
    door = Door()
    with pytest.raises(OSError, match="stuck"), door:
        raise OSError("stuck")
    assert door.closed == 1
