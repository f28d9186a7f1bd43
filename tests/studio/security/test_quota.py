# SPDX-License-Identifier: Apache-2.0
"""An address sends so much in a day, in bounded memory."""

from __future__ import annotations

import datetime as dt

import pytest

from diversa.studio.security import quota as module
from diversa.studio.security.later import TooManyTriesError
from diversa.studio.security.quota import Quota

MORNING = dt.datetime(2026, 5, 1, 8, tzinfo=dt.UTC)


def test_an_address_has_a_day(monkeypatch):
    at = MORNING
    quota = Quota(clock=lambda: at)
    for _ in range(3):
        quota.take("192.0.2.1", "survey", 3)
    at = MORNING + dt.timedelta(hours=1)
    with pytest.raises(TooManyTriesError) as failure:
        quota.take("192.0.2.1", "survey", 3)
    assert failure.value.seconds == 23 * 3600
    quota.take("192.0.2.1", "another", 3)
    quota.take("192.0.2.2", "survey", 3)
    at = MORNING + dt.timedelta(days=1)
    quota.take("192.0.2.1", "survey", 3)
    monkeypatch.setattr(module, "MOST_COUNTS", 5)
    for number in range(100):
        quota.take(f"198.51.100.{number}", "survey", 3)
    assert len(quota) == 5
