# SPDX-License-Identifier: Apache-2.0
"""Treatments of an identifier column: dropped (default), pseudonymized or masked."""

from __future__ import annotations

from dataclasses import dataclass, field

from diversa.errors import InputError

MASK = "*****"
"""The label of a masked identifier; its length carries nothing."""


KEY_VARIABLE = "DIVERSA_KEY"
"""The environment variable with the key of a hash, unless a plan names another."""

SHORTEST_KEY = 16
"""Bytes that a key must have at least: a shorter one can be guessed."""


@dataclass(frozen=True)
class Drop:
    """The column is not published: the default."""


@dataclass(frozen=True)
class KeyedHash:
    """HMAC-SHA256 of the value's text: equal people stay equal, also across releases.

    Whoever holds the key can test a guess. Keep it apart from the release.
    """

    key: bytes = field(repr=False)
    """The secret key, at least `SHORTEST_KEY` bytes; never printed."""
    variable: str = KEY_VARIABLE
    """The environment variable from which a plan file takes the key."""


@dataclass(frozen=True)
class Tokens:
    """A random token per distinct value; the mapping goes to a file of its own."""


@dataclass(frozen=True)
class Mask:
    """Every value is published as `*****`: the column stays, its content goes."""


Treatment = Drop | KeyedHash | Tokens | Mask


def check_key(key: bytes, *, column: str) -> None:
    """Refuse a key that can be guessed; it is never shown."""
    if len(key) < SHORTEST_KEY:
        raise InputError(
            f"identifier '{column}': the key must have at least {SHORTEST_KEY} bytes,"
            f" got {len(key)}; make one with secrets.token_bytes(32)"
        )
