# SPDX-License-Identifier: Apache-2.0
"""Treatments of identifiers in a plan: drop, hash with a key, token, or mask."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from diversa.data.identifiers import (
    KEY_VARIABLE,
    SHORTEST_KEY,
    Drop,
    KeyedHash,
    Mask,
    Tokens,
    Treatment,
)
from diversa.setting_kind import SettingError

TREATMENTS: dict[str, type[Any]] = {
    "drop": Drop,
    "hash": KeyedHash,
    "tokens": Tokens,
    "mask": Mask,
}
"""Every treatment by the name it has in a plan."""


def accept_treatment(value: object) -> Treatment:
    """Take a treatment, or its word in a plan."""
    return value if isinstance(value, Treatment) else read_treatment(value)


def read_treatment(value: object) -> Treatment:
    """Read the treatment of an identifier: a word, or a table for `hash`."""
    table = value if isinstance(value, Mapping) else {"treatment": value}
    name, variable = table.get("treatment"), table.get("key_variable", KEY_VARIABLE)
    if not isinstance(name, str) or name not in TREATMENTS:
        raise SettingError(f"must be one of {', '.join(TREATMENTS)}", name)
    keys = ["treatment", "key_variable"] if name == "hash" else ["treatment"]
    for key in table:
        if key not in keys:
            raise SettingError(f"must have the keys {' and '.join(keys)}", key)
    if name != "hash":
        treatment: Treatment = TREATMENTS[name]()
        return treatment
    if not isinstance(variable, str):
        raise SettingError("key_variable must be a text", variable)
    return KeyedHash(key_from(variable), variable)


def write_treatment(treatment: Treatment) -> str | dict[str, str]:
    """Write a treatment as a plan holds it; the key stays where it is."""
    name = next(word for word, made in TREATMENTS.items() if made is type(treatment))
    if isinstance(treatment, KeyedHash) and treatment.variable != KEY_VARIABLE:
        return {"treatment": name, "key_variable": treatment.variable}
    return name


def key_from(variable: str) -> bytes:
    """Take the key of a keyed hash from the environment, never from a file."""
    key = os.environ.get(variable, "").encode(errors="surrogateescape")
    if len(key) < SHORTEST_KEY:
        raise SettingError(
            f"needs a key of at least {SHORTEST_KEY} bytes in the environment variable"
            f" {variable}",
            f"{len(key)} bytes",
        )
    return key
