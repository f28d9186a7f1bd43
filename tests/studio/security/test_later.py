# SPDX-License-Identifier: Apache-2.0
"""Who came too early is told when to come back."""

from __future__ import annotations

import pytest

from diversa.studio.security.later import LaterError


@pytest.mark.parametrize(("left", "told"), [(0.01, "1"), (7.2, "8"), (900, "900")])
def test_the_time_is_rounded_up(left, told):
    error = LaterError("log-in: too many", seconds=left)
    assert error.headers == {"Retry-After": told}
    assert str(error) == f"log-in: too many; try again in {told} s"
