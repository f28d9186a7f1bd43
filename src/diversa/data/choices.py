# SPDX-License-Identifier: Apache-2.0
"""Words for one of a few choices."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

from diversa.errors import InputError

Choice = TypeVar("Choice", bound=StrEnum)


def choose(where: str, word: str, choices: type[Choice]) -> Choice:
    """Read one of the values of an enumeration."""
    words = [str(choice) for choice in choices]
    if word not in words:
        raise InputError(f"{where}: must be one of {', '.join(words)}, got {word!r}")
    return choices(word)
