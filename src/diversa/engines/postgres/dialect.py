# SPDX-License-Identifier: Apache-2.0
"""The words of SQL in which PostgreSQL differs from other engines, and its types."""

from __future__ import annotations

import re
from collections.abc import Sequence

from diversa.engines.remote_dialect import RemoteDialect

TEXT = "text"

DATES = ("date", "timestamp without time zone")

ZONED = "timestamp with time zone"

SAMPLE = 16
"""One in this many hashes is counted for an estimate."""

DECIMAL = re.compile(r"numeric\((\d+),(\d+)\)")
"""A decimal with its digits, and those behind the point."""

MOST_DIGITS = 38
"""Digits of a decimal of DuckDB."""

DUCKDB_TYPES = {
    "boolean": "BOOLEAN",
    "smallint": "SMALLINT",
    "integer": "INTEGER",
    "bigint": "BIGINT",
    "real": "FLOAT",
    "double precision": "DOUBLE",
    "date": "DATE",
    "timestamp without time zone": "TIMESTAMP",
    ZONED: "TIMESTAMP WITH TIME ZONE",
}

WIDER = {
    "VARCHAR": TEXT,
    "TINYINT": "smallint",
    "UTINYINT": "smallint",
    "USMALLINT": "integer",
    "UINTEGER": "bigint",
    "UBIGINT": "numeric(20)",
    "HUGEINT": "numeric(39)",
    "UHUGEINT": "numeric(39)",
    "TIMESTAMP_S": "timestamp without time zone",
    "TIMESTAMP_MS": "timestamp without time zone",
}
"""The type for each type of DuckDB that PostgreSQL has by another name, or wider."""


class PostgresDialect(RemoteDialect):
    """PostgreSQL quotes as the standard says, and hashes texts and bytes.

    >>> POSTGRES.type_of("DECIMAL(9,2)"), POSTGRES.type_of("UUID")
    ('numeric(9,2)', 'text of UUID')
    >>> POSTGRES.duckdb_type("numeric(9,2)"), POSTGRES.duckdb_type("numeric")
    ('DECIMAL(9,2)', 'VARCHAR')
    """

    text_type = TEXT
    floating = ("real", "double precision")
    exact = ("smallint", "integer", "bigint", "numeric")
    dates = DATES
    zoned = ZONED
    nested = ("json", "jsonb", "hstore", "record", "xml")
    types = {name: kind for kind, name in DUCKDB_TYPES.items()} | WIDER
    decimal = "numeric"
    duckdb_types = DUCKDB_TYPES

    def duckdb_type(self, column_type: str) -> str:
        digits = DECIMAL.fullmatch(column_type)
        if digits is not None and int(digits[1]) <= MOST_DIGITS:
            return f"DECIMAL({digits[1]},{digits[2]})"
        return super().duckdb_type(column_type)

    def local_text(self, moment: str, zone: str) -> str:
        return f'({super().local_text(moment, zone)} COLLATE "C")'

    def approximate_count(self, keys: Sequence[str]) -> str:
        """About how many tuples there are: those with one hash in `SAMPLE`, times that.

        PostgreSQL has no function for it. Some hundreds of tuples are counted exactly.
        """
        hashes = f"hash_record_extended(ROW({', '.join(keys)}), 0)"
        some = f"count(DISTINCT CASE WHEN {hashes} % {SAMPLE} = 0 THEN {hashes} END)"
        return f"({some} * {SAMPLE})"

    def row_hash(self, columns: Sequence[str]) -> str:
        return f"md5(CAST(ROW({', '.join(columns)}) AS {TEXT}))"

    def keyed_hash(self, text: str, key: str) -> str:
        digest = f"sha256(decode({key}, 'hex') || convert_to({text}, 'UTF8'))"
        return f"encode({digest}, 'hex')"

    def hmac(self, text: str, inside: str, outside: str) -> str:
        digest = f"sha256(decode({inside}, 'hex') || convert_to({text}, 'UTF8'))"
        return f"encode(sha256(decode({outside}, 'hex') || {digest}), 'hex')"


POSTGRES = PostgresDialect()
