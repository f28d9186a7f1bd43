# SPDX-License-Identifier: Apache-2.0
"""Passwords, kept as argon2 hashes, and secrets, kept as SHA-256 of random bytes."""

from __future__ import annotations

import hashlib
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from diversa.errors import InputError
from diversa.studio.settings import Settings

SHORTEST, LONGEST = 10, 200
"""How many characters a password may have."""


def hasher(settings: Settings) -> PasswordHasher:
    """Argon2 with the cost of the studio."""
    passes, memory, lanes = settings.password_cost
    return PasswordHasher(time_cost=passes, memory_cost=memory, parallelism=lanes)


def hash_password(settings: Settings, password: str) -> str:
    """The hash of a password that may be used.

    Raises:
        InputError: It is too short or too long.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise InputError(
            f"password: must have {SHORTEST} to {LONGEST} characters; use a sentence"
        )
    return hasher(settings).hash(password)


def is_password(settings: Settings, kept: str, password: str) -> bool:
    """Tell whether a password has a hash."""
    try:
        return hasher(settings).verify(kept, password[: LONGEST + 1])
    except (VerificationError, InvalidHashError):
        return False


def new_secret() -> str:
    """A secret of 256 random bits."""
    return secrets.token_urlsafe(32)


def hash_secret(secret: str) -> str:
    """What is kept of a secret that nobody could guess: no need for argon2."""
    return hashlib.sha256(secret.encode()).hexdigest()
