# SPDX-License-Identifier: Apache-2.0
"""How the settings of a plan are read; what is wrong is told as it must be."""

from __future__ import annotations

import os
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

from diversa.data.identifiers import (
    SHORTEST_KEY,
    Drop,
    KeyedHash,
    Mask,
    Tokens,
    Treatment,
)
from diversa.errors import InputError
from diversa.models.parameters import Param, read_number

KEY_VARIABLE = "DIVERSA_KEY"
"""The environment variable that holds the key of `hash`, unless the plan names one."""

SHARE = Param("share of rows that may be suppressed; 0.05 is 5 %", low=0, high=1)
"""What `privacy.suppression` may be."""


class SettingError(InputError):
    """A value of a plan is not what it must be."""

    def __init__(self, wanted: str, value: object) -> None:
        super().__init__(f"{wanted}, got {value!r}")


def texts(value: object) -> tuple[str, ...]:
    """Read a list of texts."""
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return tuple(value)
    raise SettingError("must be a list of texts", value)


def text(value: object) -> str:
    """Read a text."""
    if isinstance(value, str):
        return value
    raise SettingError("must be a text", value)


def one_of(value: object, choices: type[Any]) -> Any:  # noqa: ANN401 - a member
    """Read one of the values of an enumeration."""
    known = [str(choice.value) for choice in choices]
    if value in known:
        return choices(value)
    raise SettingError(f"must be one of {', '.join(known)}", value)


def whole(value: object) -> int:
    """Read a whole number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise SettingError("must be a whole number", value)


def flag(value: object) -> bool:
    """Read true or false."""
    if isinstance(value, bool):
        return value
    raise SettingError("must be true or false", value)


def share(value: object) -> Fraction:
    """Read a share of rows."""
    number = read_number("suppression", value, SHARE)
    SHARE.check("suppression", number)
    return number


def drop_or_star(value: object) -> Literal["drop", "star"]:
    """Read what happens to suppressed rows."""
    if value == "drop":
        return "drop"
    if value == "star":
        return "star"
    raise SettingError('must be "drop" or "star"', value)


TREATMENTS: dict[str, type[Any]] = {
    "drop": Drop,
    "hash": KeyedHash,
    "tokens": Tokens,
    "mask": Mask,
}
"""What a plan may say of an identifier."""


def read_treatment(value: object) -> Treatment:
    """Read what happens to an identifier: a word, or a table for `hash`."""
    table = value if isinstance(value, Mapping) else {"treatment": value}
    name, variable = table.get("treatment"), table.get("key_variable", KEY_VARIABLE)
    if name not in TREATMENTS:
        raise SettingError(f"must be one of {', '.join(TREATMENTS)}", name)
    if name != "hash":
        return TREATMENTS[str(name)]()
    return KeyedHash(key_from(str(variable)))


def key_from(variable: str) -> bytes:
    """Take the key of a keyed hash from the environment, never from a file."""
    key = os.environ.get(variable, "").encode()
    if len(key) < SHORTEST_KEY:
        raise SettingError(
            f"needs a key of at least {SHORTEST_KEY} bytes in the environment variable"
            f" {variable}",
            f"{len(key)} bytes",
        )
    return key
