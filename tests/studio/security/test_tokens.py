# SPDX-License-Identifier: Apache-2.0
"""Tokens act for a user until they end or are revoked."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlalchemy import select, update

from diversa.errors import InputError
from diversa.studio.security.permissions import LOCAL, Action, Part, Visitor
from diversa.studio.security.tokens import (
    NoSuchTokenError,
    list_tokens,
    make_token,
    revoke_token,
    visitor_of_token,
)
from diversa.studio.security.users import add_user
from diversa.studio.state.records import Token, User, now
from diversa.studio.visit import Visit


@pytest.fixture
def ann(studio):
    parts = frozenset({Part.CURATOR})
    user = add_user(studio, "test", "ann", "a long enough password", parts)
    return Visitor("ann", parts, user.id)


def test_a_token_acts_for_its_user(studio, ann):
    view, secret = make_token(Visit(studio, ann), name="nightly")
    assert secret.startswith("diversa_")
    visitor = visitor_of_token(studio, secret)
    assert (visitor.name, visitor.parts) == (ann.name, ann.parts)
    visitor.must(Action.PUBLISH)
    assert [one.id for one in list_tokens(Visit(studio, ann))] == [view.id]
    assert list_tokens(Visit(studio, ann))[0].used_at is not None
    assert list_tokens(Visit(studio, LOCAL)) == []
    with studio.database.session() as session:
        assert secret not in session.scalars(select(Token.hash)).all()


def test_a_revoked_token_is_no_use(studio, ann):
    view, secret = make_token(Visit(studio, ann), name="nightly")
    visitor = visitor_of_token(studio, secret)
    with pytest.raises(NoSuchTokenError):
        revoke_token(Visit(studio, LOCAL), view.id)
    revoke_token(Visit(studio, ann), view.id)
    assert visitor_of_token(studio, secret) is None
    assert not visitor.is_still_in()


def test_a_token_ends(studio, ann):
    secret = make_token(Visit(studio, ann), name="nightly", days=1)[1]
    with studio.database.session() as session:
        session.execute(update(Token).values(ends_at=now() - dt.timedelta(seconds=1)))
    assert visitor_of_token(studio, secret) is None


def test_a_token_of_a_user_who_may_not_log_in_is_no_use(studio, ann):
    secret = make_token(Visit(studio, ann), name="nightly")[1]
    with studio.database.session() as session:
        session.get_one(User, ann.user).is_active = False
    assert visitor_of_token(studio, secret) is None


def test_a_page_that_a_token_opened_ends_with_the_rights_of_its_user(studio, ann):
    """Its socket stays open longer than one request."""
    secret = make_token(Visit(studio, ann), name="nightly")[1]
    visitor = visitor_of_token(studio, secret)
    assert visitor.is_still_in()
    with studio.database.session() as session:
        session.get_one(User, ann.user).parts = "reader"
    assert not visitor.is_still_in()
    visitor = visitor_of_token(studio, secret)
    with studio.database.session() as session:
        session.get_one(User, ann.user).is_active = False
    assert not visitor.is_still_in()


def test_a_page_that_a_local_token_opened_ends_with_it(studio):
    view, secret = make_token(Visit(studio, LOCAL), name="nightly")
    visitor = visitor_of_token(studio, secret)
    assert visitor.is_still_in()
    revoke_token(Visit(studio, LOCAL), view.id)
    assert not visitor.is_still_in()


def test_a_local_studio_has_tokens_but_a_server_none_without_a_user(
    studio, monkeypatch
):
    secret = make_token(Visit(studio, LOCAL), name="nightly")[1]
    assert visitor_of_token(studio, secret) == LOCAL
    monkeypatch.setitem(studio.settings.__dict__, "server", True)
    assert visitor_of_token(studio, secret) is None


@pytest.mark.parametrize(
    "words", [{"name": ""}, {"name": "x", "days": 0}, {"name": "x", "days": 367}]
)
def test_a_token_has_a_name_and_an_end(studio, ann, words):
    with pytest.raises(InputError):
        make_token(Visit(studio, ann), **words)
