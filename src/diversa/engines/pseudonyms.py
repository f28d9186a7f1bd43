# SPDX-License-Identifier: Apache-2.0
"""Pseudonyms of identifiers, computed where the rows are.

Keys and tokens go into the engine as small tables, so no secret is ever part of a
statement.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass

import numpy as np

from diversa.data.identifiers import (
    MASK,
    KeyedHash,
    Mask,
    Tokens,
    Treatment,
    check_key,
)
from diversa.engines.dialect import Dialect
from diversa.engines.sql_session import SQLSession
from diversa.engines.table import Table
from diversa.errors import InternalError

BLOCK = 64
"""Bytes of a block of SHA-256, to which HMAC pads its key."""

TOKEN = 16
"""Random bytes of a token."""


@dataclass(frozen=True)
class Pseudonym:
    """The published form of an identifier, and the join that it needs."""

    published: str
    """The expression that is published."""
    join: str | None = None
    """The join that it needs."""
    tokens: str | None = None
    """The table of values (c0) and tokens (c1), where there is one."""


def pseudonym(
    dialect: Dialect, store: SQLSession, table: Table, column: str, treatment: Treatment
) -> Pseudonym:
    """Carry out the treatment of one identifier."""
    place = table.place(column)
    text = f"CAST(t.c{place} AS {dialect.text_type})"
    match treatment:
        case Mask():
            return Pseudonym(dialect.literal(MASK))
        case KeyedHash(key):
            check_key(key, column=column)
            return hmac_pseudonym(dialect, store, f"h{place}", text, hmac_pads(key))
        case Tokens():
            name = make_tokens(dialect, store, table, text)
            joined = f"LEFT JOIN {name} AS n{place} ON n{place}.c0 = {text}"
            return Pseudonym(f"n{place}.c1", joined, name)
    raise InternalError(f"recode: identifier '{column}' is dropped, yet published")


def hmac_pads(key: bytes) -> tuple[bytes, bytes]:
    """The two pads that HMAC makes of a key (RFC 2104, section 2)."""
    if len(key) > BLOCK:
        key = hashlib.sha256(key).digest()
    padded = key.ljust(BLOCK, b"\0")
    return bytes(b ^ 0x36 for b in padded), bytes(b ^ 0x5C for b in padded)


def hmac_pseudonym(
    dialect: Dialect,
    store: SQLSession,
    alias: str,
    text: str,
    pads: tuple[bytes, bytes],
) -> Pseudonym:
    """HMAC-SHA256 of a text, in hexadecimal digits."""
    columns = {
        "inside": np.array([pads[0].hex()], dtype=object),
        "outside": np.array([pads[1].hex()], dtype=object),
    }
    name = store.upload(columns, dict.fromkeys(columns, dialect.text_type))
    return Pseudonym(
        dialect.hmac(text, f"{alias}.inside", f"{alias}.outside"),
        f"CROSS JOIN {name} AS {alias}",
    )


def hash_tokens(dialect: Dialect, store: SQLSession, table: Table, text: str) -> str:
    """Tokens by a random key that is not kept; they look like random ones.

    They are the same whenever they are computed again, and need no numbers of rows.
    """
    keyed = hmac_pseudonym(dialect, store, "h", text, hmac_pads(os.urandom(BLOCK)))
    return store.derive(
        f"SELECT DISTINCT {text} AS c0, substr({keyed.published}, 1, {2 * TOKEN}) AS c1"
        f" FROM {table.name} AS t {keyed.join} WHERE {text} IS NOT NULL"
    )


def make_tokens(dialect: Dialect, store: SQLSession, table: Table, text: str) -> str:
    """Give every distinct text a token of 128 random bits."""
    if not dialect.numbers_rows:
        return hash_tokens(dialect, store, table, text)
    values = store.derive(
        "SELECT value, row_number() OVER () AS place FROM (SELECT DISTINCT"
        f" {text} AS value FROM {table.name} AS t WHERE {text} IS NOT NULL) AS v"
    )
    count = store.rows(values)
    digits = os.urandom(TOKEN * count).hex().encode()
    texts = np.frombuffer(digits, f"S{2 * TOKEN}").astype(np.str_).astype(object)
    columns = {"place": np.arange(1, count + 1), "token": texts}
    types = {"place": dialect.whole_type, "token": dialect.text_type}
    tokens = store.upload(columns, types)
    return store.derive(
        f"SELECT v.value AS c0, r.token AS c1 FROM {values} AS v JOIN {tokens} AS r ON"
        " r.place = v.place"
    )
