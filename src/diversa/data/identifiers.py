# SPDX-License-Identifier: Apache-2.0
"""What happens to an identifier column: dropped (default), pseudonymized or masked."""

from __future__ import annotations

from dataclasses import dataclass, field

MASK = "*****"
"""What a masked identifier is published as; its length carries nothing."""


@dataclass(frozen=True)
class Drop:
    """The column is not published: the default."""


@dataclass(frozen=True)
class KeyedHash:
    """HMAC-SHA256 of the value's text: equal people stay equal, also across releases.

    Whoever holds the key can test a guess. Keep it apart from the release.
    """

    key: bytes = field(repr=False)
    """The secret key, at least 16 bytes; never printed."""


@dataclass(frozen=True)
class Tokens:
    """A random token per distinct value; the mapping goes to a file of its own."""


@dataclass(frozen=True)
class Mask:
    """Every value is published as `*****`: the column stays, its content goes."""


Treatment = Drop | KeyedHash | Tokens | Mask
