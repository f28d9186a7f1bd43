# SPDX-License-Identifier: Apache-2.0
"""A key that stays with the owner: a file that only its owner can read."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from diversa.errors import SourceError, TargetError

KEY_BYTES = 32
"""Bytes of a new key."""

OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""Permissions of everybody but the owner."""


def owner_key(path: Path) -> bytes:
    """Read the key of a file; where there is no file, make one."""
    try:
        return make_key(path)
    except FileExistsError:
        return read_key(path)
    except OSError as error:
        raise TargetError(
            f"secret: cannot write '{path}' ({error.strerror}); name a file in a folder"
            " that exists"
        ) from None


def make_key(path: Path) -> bytes:
    """Write a new key to a new file."""
    key = secrets.token_bytes(KEY_BYTES)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(f"{key.hex()}\n")
    return key


def read_key(path: Path) -> bytes:
    """Read a key that nobody else can read; it is never shown."""
    try:
        shared = os.name == "posix" and path.stat().st_mode & OTHERS
        text = path.read_bytes().decode("ascii", "replace")
    except OSError as error:
        raise SourceError(
            f"secret: cannot read '{path}' ({error.strerror}); name another"
        ) from None
    if shared:
        raise SourceError(
            f"secret: '{path}' must be readable by its owner only, got others who can"
            f" read it; run chmod 600 '{path}'"
        )
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) < KEY_BYTES:
        raise SourceError(
            f"secret: '{path}' must have a key of {KEY_BYTES} bytes in hexadecimal"
            " digits, got something else; name a new file, which is made"
        )
    return key
