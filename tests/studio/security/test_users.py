# SPDX-License-Identifier: Apache-2.0
"""Users are made by administrators, and one administrator always stays."""

from __future__ import annotations

import pytest

from diversa.errors import InputError
from diversa.studio.history import read_log
from diversa.studio.security import users
from diversa.studio.security.log_ins import log_in, visitor_of_log_in
from diversa.studio.security.permissions import LOCAL, Part, Visitor
from diversa.studio.security.tokens import make_token, visitor_of_token
from diversa.studio.security.tries import TooManyTriesError
from diversa.studio.visit import Visit

PASSWORD = "a long enough password"
OTHER = "another long password"


def made(studio, name="ann", parts=("curator",)):
    return users.make_user(
        Visit(studio, LOCAL), name=name, password=PASSWORD, parts=parts
    )


@pytest.fixture
def admin(studio):
    return made(studio, "adm", ("administrator",))


def test_users_are_listed_by_name(studio, admin):
    ann = made(studio, parts=("reviewer", "curator"))
    assert users.list_users(Visit(studio, LOCAL)) == [admin, ann]
    assert ann.parts == (Part.CURATOR, Part.REVIEWER)


@pytest.mark.parametrize("name", ["", "a b", "<b>", "x" * 101, "a\n"])
def test_a_name_is_plain(studio, name):
    with pytest.raises(InputError, match="name: must"):
        made(studio, name)


@pytest.mark.parametrize("parts", [(), ("king",)])
def test_a_part_exists(studio, parts):
    with pytest.raises(InputError, match="parts: must be some of administrator"):
        made(studio, parts=parts)


def test_names_are_taken_once(studio):
    made(studio)
    with pytest.raises(InputError, match="must be a new one"):
        made(studio)


@pytest.mark.parametrize("change", [{"is_active": False}, {"parts": ["reader"]}])
def test_an_administrator_stays(studio, admin, change):
    with pytest.raises(InputError, match="somebody active must stay administrator"):
        users.change_user(Visit(studio, LOCAL), admin.id, **change)
    assert users.list_users(Visit(studio, LOCAL)) == [admin]


def test_a_new_password_ends_tokens_too(studio, admin):
    assert admin
    ann = made(studio)
    visitor = visitor_of_log_in(studio, log_in(studio, "ann", PASSWORD))
    token = make_token(Visit(studio, visitor), name="nightly")[1]
    users.change_user(Visit(studio, LOCAL), ann.id, password=OTHER)
    assert visitor_of_token(studio, token) is None
    assert log_in(studio, "ann", OTHER)


def test_who_knows_the_password_may_change_it(studio):
    made(studio)
    visitor = visitor_of_log_in(studio, log_in(studio, "ann", PASSWORD))
    with pytest.raises(InputError, match="the present one"):
        users.change_password(Visit(studio, visitor), present=OTHER, password=OTHER)
    users.change_password(Visit(studio, visitor), present=PASSWORD, password=OTHER)
    assert log_in(studio, "ann", OTHER)


def test_a_change_of_the_own_password_ends_log_ins_and_tokens(studio):
    made(studio)
    secret = log_in(studio, "ann", PASSWORD)
    visitor = visitor_of_log_in(studio, secret)
    token = make_token(Visit(studio, visitor), name="nightly")[1]
    users.change_password(Visit(studio, visitor), present=PASSWORD, password=OTHER)
    assert visitor_of_token(studio, token) is None
    assert visitor_of_log_in(studio, secret) is None


def test_passwords_cannot_be_tried_on_an_open_page(studio):
    eve = made(studio, "eve", [Part.READER])
    visitor = Visitor("eve", frozenset({Part.READER}), eve.id)
    for _ in range(studio.settings.free_tries):
        with pytest.raises(InputError, match="present one"):
            users.change_password(Visit(studio, visitor), present=OTHER, password=OTHER)
    with pytest.raises(TooManyTriesError):
        users.change_password(Visit(studio, visitor), present=PASSWORD, password=OTHER)
    assert log_in(studio, "eve", PASSWORD)


@pytest.mark.parametrize("password", ["1234567890", "eve-eve-eve-eve", "password2026"])
def test_no_user_gets_a_password_that_is_guessed_first(studio, password):
    with pytest.raises(InputError, match="password: must"):
        users.make_user(
            Visit(studio, LOCAL), name="eve", password=password, parts=["reader"]
        )
    eve = made(studio, "eve", ["administrator"])
    with pytest.raises(InputError, match="password: must"):
        users.change_user(Visit(studio, LOCAL), eve.id, password=password)
    visitor = Visitor("eve", frozenset({Part.READER}), eve.id)
    with pytest.raises(InputError, match="password: must"):
        users.change_password(
            Visit(studio, visitor), present=PASSWORD, password=password
        )


def test_who_is_unlocked_logs_in_at_once(studio):
    made(studio)
    for _ in range(studio.settings.free_tries):
        with pytest.raises(InputError):
            log_in(studio, "ann", OTHER)
    with pytest.raises(TooManyTriesError):
        log_in(studio, "ann", PASSWORD)
    users.unlock(studio.database, "ann")
    assert log_in(studio, "ann", PASSWORD)
    words = [line.what for line in read_log(Visit(studio, LOCAL))]
    assert "unlocked a user" in words


def test_a_reset_ends_everything_of_before(studio):
    made(studio)
    secret = log_in(studio, "ann", PASSWORD)
    token = make_token(
        Visit(studio, visitor_of_log_in(studio, secret)), name="nightly"
    )[1]
    password = users.reset(studio.database, studio.passwords, "ann")
    assert visitor_of_log_in(studio, secret) is None
    assert visitor_of_token(studio, token) is None
    with pytest.raises(InputError, match="wrong"):
        log_in(studio, "ann", PASSWORD)
    assert log_in(studio, "ann", password)


@pytest.mark.parametrize("do", [users.unlock, users.reset])
def test_only_users_are_unlocked_and_reset(studio, do):
    made(studio)
    words = (studio.passwords,) if do is users.reset else ()
    with pytest.raises(users.NoSuchUserError, match="got 'anne'; did you mean 'ann'"):
        do(studio.database, *words, "anne")


def test_a_new_server_has_one_administrator(studio):
    password = users.make_first_user(studio)
    visitor = visitor_of_log_in(studio, log_in(studio, "admin", password))
    assert visitor.parts == {Part.ADMINISTRATOR}
    assert users.make_first_user(studio) is None


def test_there_is_no_such_user(studio, admin):
    assert admin
    with pytest.raises(users.NoSuchUserError):
        users.change_user(Visit(studio, LOCAL), "0" * 32, is_active=True)
