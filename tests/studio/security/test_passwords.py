# SPDX-License-Identifier: Apache-2.0
"""Passwords are kept as argon2 hashes that take time."""

from __future__ import annotations

import pytest

from diversa.errors import InputError
from diversa.studio.security.passwords import (
    hash_password,
    hash_secret,
    is_password,
    new_secret,
)
from diversa.studio.settings import Settings


def test_only_the_password_has_its_hash(settings):
    kept = hash_password(settings, "correct horse battery")
    assert kept.startswith("$argon2id$")
    assert "horse" not in kept
    assert is_password(settings, kept, "correct horse battery")
    assert not is_password(settings, kept, "correct horse batterY")
    assert not is_password(settings, "no hash", "correct horse battery")
    assert hash_password(settings, "correct horse battery") != kept


@pytest.mark.parametrize("password", ["", "short", "x" * 201])
def test_a_password_has_a_length(settings, password):
    with pytest.raises(InputError, match="10 to 200"):
        hash_password(settings, password)


def test_the_cost_in_use_is_what_the_recommendation_asks(tmp_path):
    """RFC 9106, the second recommended option: 3 passes, 64 MiB, 4 lanes."""
    assert Settings(tmp_path).password_cost == (3, 65536, 4)


def test_secrets_cannot_be_guessed():
    secrets = {new_secret() for _ in range(50)}
    assert len(secrets) == 50
    assert min(map(len, secrets)) >= 43
    assert len(hash_secret("a")) == 64
