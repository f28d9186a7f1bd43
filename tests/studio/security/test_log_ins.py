# SPDX-License-Identifier: Apache-2.0
"""Log-ins end, wrong passwords let an address wait, and the log knows of both."""

from __future__ import annotations

import datetime as dt
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select, update

from diversa.errors import InputError
from diversa.studio.history import read_log
from diversa.studio.security.log_ins import (
    WRONG,
    log_in,
    log_out,
    visitor_of_log_in,
)
from diversa.studio.security.passwords import AT_ONCE
from diversa.studio.security.permissions import (
    LOCAL,
    Action,
    Part,
    UnknownVisitorError,
)
from diversa.studio.security.tries import BusyError, TooManyTriesError
from diversa.studio.security.users import add_user, change_user
from diversa.studio.state.records import LogIn, User, now
from diversa.studio.visit import Visit

PASSWORD = "a long enough password"


@pytest.fixture
def ann(studio):
    return add_user(studio, "test", "ann", PASSWORD, frozenset({Part.CURATOR}))


def fails(studio, name="ann", password="wrong password"):
    with pytest.raises(UnknownVisitorError) as failure:
        log_in(studio, name, password)
    return str(failure.value)


def test_a_log_in_says_who_it_is(studio, ann):
    visitor = visitor_of_log_in(studio, log_in(studio, "ann", PASSWORD))
    assert (visitor.name, visitor.user) == ("ann", ann.id)
    assert visitor.parts == {Part.CURATOR}
    visitor.must(Action.READ_DATA)
    assert visitor_of_log_in(studio, "nonsense") is None


def test_secrets_are_kept_as_hashes(studio, ann):
    secret = log_in(studio, ann.name, PASSWORD)
    with studio.database.session() as session:
        (kept,) = session.scalars(select(LogIn.hash))
    assert secret not in kept


def test_a_log_in_ends_in_time(studio, ann):
    secret = log_in(studio, ann.name, PASSWORD)
    visitor = visitor_of_log_in(studio, secret)
    with studio.database.session() as session:
        session.execute(update(LogIn).values(ends_at=now() - dt.timedelta(seconds=1)))
    assert visitor_of_log_in(studio, secret) is None
    with pytest.raises(UnknownVisitorError):
        visitor.must(Action.SEE_OWN)  # a page that was still open


def test_who_logs_out_is_out(studio, ann):
    secret = log_in(studio, ann.name, PASSWORD)
    log_out(studio, secret)
    assert visitor_of_log_in(studio, secret) is None


@pytest.mark.parametrize("change", [{"is_active": False}, {"parts": ["reader"]}])
def test_a_changed_user_logs_in_again(studio, ann, change):
    add_user(studio, "test", "adm", PASSWORD, frozenset({Part.ADMINISTRATOR}))
    visitor = visitor_of_log_in(studio, log_in(studio, "ann", PASSWORD))
    change_user(Visit(studio, LOCAL), ann.id, **change)
    with pytest.raises(UnknownVisitorError):
        visitor.must(Action.READ_DATA)


def test_a_stranger_locks_nobody_out_who_comes_from_elsewhere(studio, ann):
    for _ in range(40):
        with pytest.raises((UnknownVisitorError, TooManyTriesError)):
            log_in(studio, ann.name, "wrong password", address="203.0.113.9")
    assert log_in(studio, ann.name, PASSWORD, address="192.0.2.1")


def test_wrong_passwords_let_an_address_wait(studio, ann):
    for _ in range(studio.settings.free_tries):
        assert fails(studio) == WRONG
    with pytest.raises(TooManyTriesError, match="too many tries; try again in 1 s"):
        log_in(studio, ann.name, PASSWORD)
    words = [line.what for line in read_log(Visit(studio, LOCAL))]
    assert words == ["failed to log in"] * studio.settings.free_tries + ["made a user"]


def test_the_wait_tells_nothing_of_a_name(studio, ann):
    for name in (ann.name, "nobody"):
        for _ in range(studio.settings.free_tries):
            assert fails(studio, name=name) == WRONG
        with pytest.raises(TooManyTriesError):
            log_in(studio, name, PASSWORD)


@pytest.mark.parametrize("name", ["ann", "nobody"])
def test_a_try_is_one_argon2_whatever_the_name(studio, ann, monkeypatch, name):
    assert ann
    spent = []
    for call in ("hash", "verify"):
        plain = getattr(PasswordHasher, call)

        def counting(self, *words, plain=plain, call=call):
            spent.append((call, self.memory_cost, self.time_cost))
            return plain(self, *words)

        monkeypatch.setattr(PasswordHasher, call, counting)
    fails(studio, name=name)
    assert spent == [("verify", 8, 1)]


def test_many_at_once_are_counted_and_bounded(studio, ann, monkeypatch):
    """Forty at the same time: few are hashed, and the others are told at once."""
    inside, most, lock = 0, 0, Lock()
    plain = PasswordHasher.verify

    def slow(self, *words):
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        time.sleep(0.05)
        with lock:
            inside -= 1
        return plain(self, *words)

    monkeypatch.setattr(PasswordHasher, "verify", slow)

    def attempt(number):
        try:
            log_in(studio, ann.name, "wrong password", address=f"192.0.2.{number}")
        except InputError as error:
            return type(error)

    with ThreadPoolExecutor(40) as pool:
        kinds = list(pool.map(attempt, range(40)))
    assert most <= AT_ONCE
    assert set(kinds) == {UnknownVisitorError, BusyError}
    assert log_in(studio, ann.name, PASSWORD)

    with ThreadPoolExecutor(8) as pool:
        kinds = list(pool.map(attempt, [77] * 8))
    assert kinds.count(UnknownVisitorError) == studio.settings.free_tries
    assert kinds.count(TooManyTriesError) == 8 - studio.settings.free_tries


def test_a_right_password_forgives_the_wrong_ones(studio, ann):
    for _ in range(3):
        for _ in range(studio.settings.free_tries - 1):
            fails(studio)
        assert log_in(studio, ann.name, PASSWORD)


def test_an_old_password_that_is_too_short_today_still_logs_in(studio, ann):
    kept = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("short")
    with studio.database.session() as session:
        session.get_one(User, ann.id).password = kept
    assert log_in(studio, ann.name, "short")
