# SPDX-License-Identifier: Apache-2.0
"""Secret noise: whole numbers that hide the counts from which public trees are shaped.

The noise comes from a key that the owner keeps, or that the operating system draws and
nobody keeps. A key gives the same noise for the same counts, and other noise for any
other counts.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Floats, Ints

KEY_BYTES = 32
"""Bytes of a key."""


@dataclass(frozen=True)
class SecretNoise:
    """Noise of a key for the counts of one table."""

    key: bytes = field(repr=False)
    """The key of this table, made of the owner's key."""
    scale: float = 0.0
    """How far the noise of a count spreads; 0 for none."""

    @classmethod
    def of(cls, key: bytes | None, counts: Iterable[Ints], scale: float) -> SecretNoise:
        """The noise for some counts; without a key of the owner it is drawn."""
        owner = secrets.token_bytes(KEY_BYTES) if key is None else key
        digest = hashlib.sha256()
        for line in counts:
            digest.update(len(line).to_bytes(8, "big"))
            digest.update(np.ascontiguousarray(line, dtype=np.int64).tobytes())
        return cls(hmac.digest(owner, digest.digest(), "sha256"), scale)

    def uniform(self, purpose: str, size: int) -> Floats:
        """Numbers between 0 and 1, the same for the same purpose."""
        seed = hashlib.shake_256(self.key + purpose.encode())
        drawn = np.frombuffer(seed.digest(8 * size), dtype=np.uint64)
        middle = (drawn >> np.uint64(11)).astype(np.float64) + 0.5
        return middle / 2.0**53

    def blur(self, purpose: str, counts: Ints) -> Floats:
        """Counts with two-sided geometric noise: the difference of two draws."""
        exact = counts.astype(np.float64)
        if self.scale <= 0:
            return exact
        drawn = np.floor(np.log(self.uniform(purpose, 2 * len(exact))) * -self.scale)
        return exact + drawn[: len(exact)] - drawn[len(exact) :]

    def number(self, purpose: str, mean: float) -> int:
        """A secret number of any size, with a given mean."""
        chance = mean / (1 + mean)
        return int(np.log(self.uniform(purpose, 1)[0]) / np.log(chance))

    def order(self, purpose: str, size: int) -> Ints:
        """A secret order of things."""
        return np.argsort(self.uniform(purpose, size), kind="stable")
