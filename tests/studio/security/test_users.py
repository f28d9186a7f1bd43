# SPDX-License-Identifier: Apache-2.0
"""Users are made by administrators, and one administrator always stays."""

from __future__ import annotations

import pytest

from diversa.errors import InputError
from diversa.studio.security import users
from diversa.studio.security.log_ins import log_in, visitor_of_log_in
from diversa.studio.security.permissions import LOCAL, Part, Visitor
from diversa.studio.security.tokens import make_token, visitor_of_token

PASSWORD = "a long enough password"
OTHER = "another long password"


def made(studio, name="ann", parts=("curator",)):
    return users.make_user(studio, LOCAL, name=name, password=PASSWORD, parts=parts)


@pytest.fixture
def admin(studio):
    return made(studio, "adm", ("administrator",))


def test_users_are_listed_by_name(studio, admin):
    ann = made(studio, parts=("reviewer", "curator"))
    assert users.list_users(studio, LOCAL) == [admin, ann]
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
        users.change_user(studio, LOCAL, admin.id, **change)
    assert users.list_users(studio, LOCAL) == [admin]


def test_a_new_password_ends_tokens_too(studio, admin):
    assert admin
    ann = made(studio)
    visitor = visitor_of_log_in(studio, log_in(studio, "ann", PASSWORD))
    token = make_token(studio, visitor, name="nightly")[1]
    users.change_user(studio, LOCAL, ann.id, password=OTHER)
    assert visitor_of_token(studio, token) is None
    assert log_in(studio, "ann", OTHER)


def test_who_knows_the_password_may_change_it(studio):
    made(studio)
    visitor = visitor_of_log_in(studio, log_in(studio, "ann", PASSWORD))
    with pytest.raises(InputError, match="the present one"):
        users.change_password(studio, visitor, present=OTHER, password=OTHER)
    users.change_password(studio, visitor, present=PASSWORD, password=OTHER)
    assert log_in(studio, "ann", OTHER)


def test_passwords_cannot_be_tried_on_an_open_page(studio):
    made = users.make_user(
        studio, LOCAL, name="eve", password=PASSWORD, parts=[Part.READER]
    )
    visitor = Visitor("eve", frozenset({Part.READER}), made.id)
    for _ in range(studio.settings.failures):
        with pytest.raises(InputError, match="present one"):
            users.change_password(studio, visitor, present=OTHER, password=OTHER)
    with pytest.raises(InputError, match="present one"):
        users.change_password(studio, visitor, present=PASSWORD, password=OTHER)


def test_a_new_server_has_one_administrator(studio):
    password = users.make_first_user(studio)
    visitor = visitor_of_log_in(studio, log_in(studio, "admin", password))
    assert visitor.parts == {Part.ADMINISTRATOR}
    assert users.make_first_user(studio) is None


def test_there_is_no_such_user(studio, admin):
    assert admin
    with pytest.raises(users.NoSuchUserError):
        users.change_user(studio, LOCAL, "0" * 32, is_active=True)
