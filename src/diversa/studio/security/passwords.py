# SPDX-License-Identifier: Apache-2.0
"""Passwords, kept as argon2 hashes, and secrets, kept as SHA-256 of random bytes."""

from __future__ import annotations

import hashlib
import secrets
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from diversa.errors import InputError
from diversa.studio.security.strength import is_guessable
from diversa.studio.security.tries import BusyError
from diversa.studio.settings import Settings

SHORTEST, LONGEST = 12, 200
"""The fewest and the most characters of a password."""

AT_ONCE, WAITING = 2, 6
"""Number of passwords that are hashed at once, and that may wait."""


class Passwords:
    """Hashes and checks passwords, few at a time: each takes time and memory."""

    def __init__(self, settings: Settings) -> None:
        passes, memory, lanes = settings.password_cost
        self._hasher = PasswordHasher(
            time_cost=passes, memory_cost=memory, parallelism=lanes
        )
        self._places = BoundedSemaphore(AT_ONCE + WAITING)
        self._running = BoundedSemaphore(AT_ONCE)
        self._nobodys = hash_of_nobody(self._hasher)

    def hash(self, password: str, *, name: str) -> str:
        """Hash a new password of a user.

        Raises:
            InputError: It is too short, too long, or easily guessed.
            BusyError: Too many others are checked at this moment.
        """
        check_new(password, name)
        with self.turn():
            return self._hasher.hash(password)

    def matches(self, kept: str | None, password: str) -> bool:
        """True if a password has this hash; call it in a `turn`.

        Without a hash (an unknown name) it takes as long.
        """
        try:
            return self._hasher.verify(kept or self._nobodys, password[: LONGEST + 1])
        except (VerificationError, InvalidHashError):
            return False

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for one's turn to hash.

        Raises:
            BusyError: Too many others wait.
        """
        if not self._places.acquire(blocking=False):
            raise BusyError(
                "log-in: too many people log in at this moment",
                seconds=WAITING / AT_ONCE,
            )
        try:
            with self._running:
                yield
        finally:
            self._places.release()


def hash_of_nobody(hasher: PasswordHasher) -> str:
    """A hash that no password has, as costly to check as any other.

    It is made of random bytes: to compute one would take as long as a log-in.
    """
    salt, digest = (
        b64encode(secrets.token_bytes(size)).decode().rstrip("=")
        for size in (hasher.salt_len, hasher.hash_len)
    )
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${cost}${salt}${digest}"


def check_new(password: str, name: str) -> None:
    """Refuse a new password that is too short or too long, or easily guessed."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise InputError(
            f"password: must have {SHORTEST} to {LONGEST} characters; use a sentence"
        )
    if is_guessable(password, name):
        raise InputError(
            "password: must be hard to guess, got common words, the name, repetitions"
            " or sequences; use a sentence of your own"
        )


def new_secret() -> str:
    """A secret of 256 random bits."""
    return secrets.token_urlsafe(32)


def hash_secret(secret: str) -> str:
    """The hash of a random secret; nobody can guess one, so it needs no argon2."""
    return hashlib.sha256(secret.encode()).hexdigest()
