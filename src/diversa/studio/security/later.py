# SPDX-License-Identifier: Apache-2.0
"""Refusals that end by themselves: the same request may succeed after a while."""

from __future__ import annotations

import math

from diversa.errors import InputError


class LaterError(InputError):
    """A request came too early; it may be repeated after some seconds."""

    def __init__(self, message: str, *, seconds: float) -> None:
        self.seconds = max(1, math.ceil(seconds))
        super().__init__(f"{message}; try again in {self.seconds:,} s")

    @property
    def headers(self) -> dict[str, str]:
        """The header by which programs know when to come back."""
        return {"Retry-After": str(self.seconds)}


class TooManyTriesError(LaterError):
    """An address has tried too often."""


class BusyError(LaterError):
    """Too many passwords are being checked at this moment."""
