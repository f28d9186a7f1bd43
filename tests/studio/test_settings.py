# SPDX-License-Identifier: Apache-2.0
"""Settings say where the state is and keep the secret to themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from diversa.errors import InputError
from diversa.studio.settings import Settings


@pytest.mark.parametrize(
    ("database", "address"),
    [
        (None, "sqlite:////s/studio.sqlite"),
        ("postgresql://ann@host/db", "postgresql+psycopg://ann@host/db"),
        ("postgres://ann@host/db", "postgresql+psycopg://ann@host/db"),
    ],
)
def test_the_state_is_in_a_file_or_in_postgres(database, address):
    assert Settings(Path("/s"), database=database).state_address == address


def test_the_secret_is_new_and_not_shown():
    first, second = Settings(Path("/s")), Settings(Path("/s"))
    assert first.secret != second.secret
    assert len(first.secret) >= 32
    assert first.secret not in repr(first)


def test_cookies_need_tls_where_there_is_tls():
    assert not Settings(Path("/s")).is_secure
    assert Settings(Path("/s"), proxied=True).is_secure
    assert Settings(Path("/s"), certificate=Path("c.pem")).is_secure


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({}, None),
        ({"host": "::1"}, None),
        ({"host": "0.0.0.0"}, "must stay on this machine"),
        ({"host": "10.0.0.1", "server": True}, "must speak TLS"),
        ({"host": "10.0.0.1", "server": True, "proxied": True}, None),
        ({"host": "10.0.0.1", "server": True, "certificate": Path("c")}, None),
        ({"host": "10.0.0.1", "proxied": True}, "must stay on this machine"),
    ],
)
def test_a_studio_is_protected_wherever_it_listens(words, fault):
    settings = Settings(Path("/s"), **words)
    if fault is None:
        settings.check()
    else:
        with pytest.raises(InputError, match=fault):
            settings.check()
