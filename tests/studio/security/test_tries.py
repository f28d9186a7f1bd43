# SPDX-License-Identifier: Apache-2.0
"""Wrong tries delay their own address, ever longer, in bounded memory."""

from __future__ import annotations

import datetime as dt

import pytest

from diversa.studio.security import tries as module
from diversa.studio.security.tries import (
    NAMES_PER_ADDRESS,
    LaterError,
    Quota,
    TooManyTriesError,
    Tries,
)

HOME, AWAY = "192.0.2.1", "198.51.100.2"


class Clock:
    def __init__(self):
        self.at = dt.datetime(2026, 5, 1, tzinfo=dt.UTC)

    def __call__(self):
        return self.at

    def wait(self, seconds):
        self.at += dt.timedelta(seconds=seconds)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def tries(clock):
    return Tries(free=3, longest=60, clock=clock)


def delay(tries, address=HOME, name="ann", **words):
    """Seconds until the next try; 0 where it may come at once."""
    try:
        tries.check(address, name, **words)
    except TooManyTriesError as error:
        return error.seconds
    return 0


def test_delays_double_up_to_the_longest(tries, clock):
    delays = []
    for _ in range(12):
        tries.begin(HOME, "ann")
        delays.append(delay(tries))
        clock.wait(delays[-1])
    assert delays == [0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60]


def test_a_try_that_came_too_early_does_not_count(tries, clock):
    for _ in range(3):
        tries.begin(HOME, "ann")
    for _ in range(50):
        with pytest.raises(TooManyTriesError):
            tries.begin(HOME, "ann")
    clock.wait(1)
    assert delay(tries) == 0


def test_another_address_and_another_name_do_not_wait(tries):
    for _ in range(3):
        tries.begin(HOME, "ann")
    assert delay(tries) > 0
    assert delay(tries, address=AWAY) == 0
    assert delay(tries, name="bob") == 0


def test_an_address_that_tries_many_names_waits_for_all(tries):
    for number in range(3 * NAMES_PER_ADDRESS):
        assert delay(tries, name=f"user {number}") == 0
        tries.begin(HOME, f"user {number}")
    assert delay(tries, name="another") > 0
    assert delay(tries, name="another", address=AWAY) == 0


def test_a_name_of_ones_own_does_not_pay_for_the_others(tries):
    """A right password now and then must not begin the count of an address anew."""
    for number in range(3 * NAMES_PER_ADDRESS):
        tries.begin(HOME, f"user {number}")
        if not delay(tries, name="own"):
            tries.begin(HOME, "own")
            tries.forgive(HOME, "own")
    assert delay(tries, name="own") > 0


def test_a_day_without_a_try_is_forgotten(tries, clock):
    for _ in range(5):
        tries.begin(HOME, "ann")
        clock.wait(60)
    clock.wait(86_401)
    tries.begin(HOME, "ann")
    assert delay(tries) == 0


def test_who_is_unlocked_does_not_wait(tries, clock):
    for number in range(3 * NAMES_PER_ADDRESS - 3):
        tries.begin(HOME, f"user {number}")
    for _ in range(3):
        tries.begin(HOME, "ann")
    assert delay(tries) > 0
    assert delay(tries, unlocked_at=clock.at) == 0
    assert delay(tries, name="bob") > 0
    clock.wait(0.1)
    for _ in range(3):
        tries.begin(HOME, "ann", unlocked_at=clock.at - dt.timedelta(seconds=0.1))
    assert delay(tries, unlocked_at=clock.at - dt.timedelta(seconds=0.1)) > 0


def test_one_network_of_ipv6_is_one_address(tries):
    for number in range(3):
        tries.begin(f"2001:db8:0:1::{number}", "ann")
    assert delay(tries, address="2001:db8:0:1:ffff::1") > 0
    assert delay(tries, address="2001:db8:0:2::1") == 0
    for _ in range(3):
        tries.begin("::ffff:192.0.2.1", "ann")
    assert delay(tries) > 0


def test_memory_is_bounded(tries, monkeypatch):
    monkeypatch.setattr(module, "MOST_COUNTS", 50)
    for number in range(500):
        tries.begin(f"10.0.{number // 250}.{number % 250}", "x" * 100)
    assert len(tries) == 50


@pytest.mark.parametrize(("left", "told"), [(0.01, "1"), (7.2, "8"), (900, "900")])
def test_the_time_is_rounded_up(left, told):
    error = LaterError("log-in: too many", seconds=left)
    assert error.headers == {"Retry-After": told}
    assert str(error) == f"log-in: too many; try again in {told} s"


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
