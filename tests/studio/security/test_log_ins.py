# SPDX-License-Identifier: Apache-2.0
"""Log-ins end, wrong passwords lock out, and the log knows of both."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlalchemy import select, update

from diversa.studio.history import read_log
from diversa.studio.security.log_ins import log_in, log_out, visitor_of_log_in
from diversa.studio.security.permissions import (
    LOCAL,
    Action,
    Part,
    UnknownVisitorError,
)
from diversa.studio.security.users import add_user, change_user
from diversa.studio.state.records import LogIn, User, now

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
    change_user(studio, LOCAL, ann.id, **change)
    with pytest.raises(UnknownVisitorError):
        visitor.must(Action.READ_DATA)


def test_wrong_passwords_lock_out_for_a_while(studio, ann):
    for _ in range(studio.settings.failures):
        fails(studio)
    locked = fails(studio, password=PASSWORD)
    assert locked == fails(studio, name="nobody")
    with studio.database.session() as session:
        session.get_one(User, ann.id).locked_until = now() - dt.timedelta(seconds=1)
    assert log_in(studio, "ann", PASSWORD)
    words = [line.what for line in read_log(studio, LOCAL)]
    assert words.count("was locked out") == 1
    assert words.count("failed to log in") == studio.settings.failures


def test_a_right_password_forgives_the_wrong_ones(studio, ann):
    for _ in range(3):
        for _ in range(studio.settings.failures - 1):
            fails(studio)
        assert log_in(studio, ann.name, PASSWORD)
