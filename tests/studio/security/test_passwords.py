# SPDX-License-Identifier: Apache-2.0
"""Passwords are kept as argon2 hashes that take time."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from argon2 import extract_parameters

from diversa.errors import InputError
from diversa.studio.security.passwords import (
    AT_ONCE,
    WAITING,
    Passwords,
    hash_secret,
    new_secret,
)
from diversa.studio.security.tries import BusyError
from diversa.studio.settings import Settings


@pytest.fixture
def passwords(settings):
    return Passwords(settings)


def test_only_the_password_has_its_hash(passwords):
    kept = passwords.hash("correct horse battery", name="ann")
    assert kept.startswith("$argon2id$")
    assert "horse" not in kept
    assert passwords.matches(kept, "correct horse battery")
    assert not passwords.matches(kept, "correct horse batterY")
    assert not passwords.matches("no hash", "correct horse battery")
    assert passwords.hash("correct horse battery", name="ann") != kept


@pytest.mark.parametrize("password", ["", "short", "1234567890", "x y" * 67])
def test_a_password_has_a_length(passwords, password):
    with pytest.raises(InputError, match="12 to 200"):
        passwords.hash(password, name="ann")


@pytest.mark.parametrize("password", ["123456789012", "annannannann1"])
def test_a_password_is_not_guessed_first(passwords, password):
    with pytest.raises(InputError, match="must be hard to guess") as failure:
        passwords.hash(password, name="ann")
    assert password not in str(failure.value)


def test_nobodys_hash_costs_what_a_users_costs(passwords):
    kept = passwords.hash("correct horse battery", name="ann")
    nobodys = extract_parameters(passwords._nobodys)
    assert nobodys == extract_parameters(kept)
    assert not passwords.matches(None, "correct horse battery")


def test_who_cannot_wait_is_told(passwords):
    with ExitStack() as turns:
        for _ in range(AT_ONCE):
            turns.enter_context(passwords.turn())
        with ThreadPoolExecutor(WAITING) as pool:
            waiting = [pool.submit(one_turn, passwords) for _ in range(WAITING)]
            wait_until(lambda: passwords._places._value == 0)
            with pytest.raises(BusyError, match="try again in 3 s"):
                one_turn(passwords)
            turns.close()
            assert all(one.result() for one in waiting)
    assert one_turn(passwords)


def one_turn(passwords):
    with passwords.turn():
        return True


def wait_until(is_so):
    end = time.monotonic() + 10
    while not is_so() and time.monotonic() < end:
        time.sleep(0.001)
    assert is_so()


def test_the_cost_in_use_is_what_the_recommendation_asks(tmp_path):
    """RFC 9106, the second recommended option: 3 passes, 64 MiB, 4 lanes."""
    assert Settings(tmp_path).password_cost == (3, 65536, 4)


def test_secrets_cannot_be_guessed():
    secrets = {new_secret() for _ in range(50)}
    assert len(secrets) == 50
    assert min(map(len, secrets)) >= 43
    assert len(hash_secret("a")) == 64
