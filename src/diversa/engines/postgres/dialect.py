# SPDX-License-Identifier: Apache-2.0
"""The words of SQL in which PostgreSQL differs from other engines."""

from __future__ import annotations

from collections.abc import Sequence

from diversa.engines.dialect import Dialect
from diversa.engines.engine import Table
from diversa.engines.postgres.column_types import FLOATING, TEXT, key_of

SAMPLE = 16
"""One in this many hashes is counted for an estimate."""


class PostgresDialect(Dialect):
    """PostgreSQL quotes as the standard says, and hashes texts and bytes."""

    text_type = TEXT

    def key_of(self, table: Table, column: str) -> tuple[str, str]:
        """The expression that identifies a value of a column, and its type."""
        return key_of(table, column)

    def is_floating(self, column_type: str) -> bool:
        """True if a type holds binary fractions."""
        return column_type in FLOATING

    def approximate_count(self, keys: Sequence[str]) -> str:
        """About how many tuples there are: those with one hash in `SAMPLE`, times that.

        PostgreSQL has no function for it. Some hundreds of tuples are counted exactly.
        """
        hashes = f"hash_record_extended(ROW({', '.join(keys)}), 0)"
        some = f"count(DISTINCT CASE WHEN {hashes} % {SAMPLE} = 0 THEN {hashes} END)"
        return f"({some} * {SAMPLE})"

    def row_hash(self, columns: Sequence[str]) -> str:
        """A text that the content of some columns decides."""
        return f"md5(CAST(ROW({', '.join(columns)}) AS {TEXT}))"

    def hmac(self, text: str, inside: str, outside: str) -> str:
        """HMAC-SHA256 of a text, in hexadecimal digits."""
        digest = f"sha256(decode({inside}, 'hex') || convert_to({text}, 'UTF8'))"
        return f"encode(sha256(decode({outside}, 'hex') || {digest}), 'hex')"


POSTGRES = PostgresDialect()
