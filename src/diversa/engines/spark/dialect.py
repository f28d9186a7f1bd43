# SPDX-License-Identifier: Apache-2.0
"""The words of SQL in which Spark differs from other engines, and its types."""

from __future__ import annotations

from collections.abc import Sequence

from diversa.engines.remote_dialect import RemoteDialect

TEXT = "string"

BYTES = "binary"

ZONED = "timestamp"
"""The type of moments, which are shown in UTC."""

BLOCK = 4096
"""Rows that are repeated at a time: a list of all of them may be larger than memory."""

DUCKDB_TYPES = {
    "boolean": "BOOLEAN",
    "tinyint": "TINYINT",
    "smallint": "SMALLINT",
    "int": "INTEGER",
    "bigint": "BIGINT",
    "float": "FLOAT",
    "double": "DOUBLE",
    "date": "DATE",
    "timestamp_ntz": "TIMESTAMP",
    ZONED: "TIMESTAMP WITH TIME ZONE",
}

WIDER = {
    "UTINYINT": "smallint",
    "USMALLINT": "int",
    "UINTEGER": "bigint",
    "UBIGINT": "decimal(20,0)",
    "HUGEINT": "decimal(38,0)",
    "VARCHAR": TEXT,
    "TIMESTAMP_S": "timestamp_ntz",
    "TIMESTAMP_MS": "timestamp_ntz",
}
"""The type for each type of DuckDB that Spark has by another name, or wider."""


class SparkDialect(RemoteDialect):
    """Spark quotes names by backticks, and repeats rows by exploding lists.

    >>> SPARK.type_of("DECIMAL(9,2)"), SPARK.type_of("UUID")
    ('decimal(9,2)', 'text of UUID')
    >>> SPARK.duckdb_type("decimal(9,2)"), SPARK.duckdb_type("text of UUID")
    ('DECIMAL(9,2)', 'UUID')
    """

    text_type = TEXT
    floating = ("float", "double")
    exact = ("tinyint", "smallint", "int", "bigint", "decimal")
    dates = ("date", "timestamp_ntz")
    zoned = ZONED
    nested = ("array", "struct", "map", "variant")
    types = {name: kind for kind, name in DUCKDB_TYPES.items()} | WIDER
    decimal = "decimal"
    duckdb_types = DUCKDB_TYPES | {BYTES: "BLOB"}
    numbers_rows = False

    def duckdb_type(self, column_type: str) -> str:
        if column_type.startswith("decimal("):
            return column_type.upper()
        return super().duckdb_type(column_type)

    def as_text(self, value: str, column_type: str) -> str:
        if column_type == ZONED:
            return f"concat(CAST({value} AS {TEXT}), '+00')"
        if column_type == BYTES:  # \x41 for every byte
            return rf"regexp_replace(hex({value}), '(..)', '\\\\x$1')"
        return super().as_text(value, column_type)

    def local_text(self, moment: str, zone: str) -> str:
        del zone  # moments are shown in UTC
        return self.as_text(moment, ZONED)

    def identifier(self, name: str) -> str:
        return "`" + name.replace("`", "``") + "`"

    def literal(self, text: str | None) -> str:
        r"""Quote a text; None is NULL.

        >>> SPARK.literal("it's a \\")
        "'it\\'s a \\\\'"
        """
        if text is None:
            return "NULL"
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    def keyed_hash(self, text: str, key: str) -> str:
        return f"sha2(unhex({key}) || CAST({text} AS BINARY), 256)"

    def hmac(self, text: str, inside: str, outside: str) -> str:
        digest = f"unhex({self.keyed_hash(text, inside)})"
        return f"sha2(unhex({outside}) || {digest}, 256)"

    def row_hash(self, columns: Sequence[str]) -> str:
        """A number that the content of some columns decides.

        Spark leaves missing values out of a hash, so what is missing is hashed, too.
        """
        listed = [part for name in columns for part in (name, f"{name} IS NULL")]
        return f"xxhash64({', '.join(listed)})"

    def times(self, tally: str) -> str:
        blocks = f"explode(sequence(0, ({tally} - 1) DIV {BLOCK})) b AS block"
        size = f"least({BLOCK}, {tally} - b.block * {BLOCK})"
        return (
            f"LATERAL VIEW {blocks} LATERAL VIEW explode(sequence(1, {size})) r AS"
            f" number WHERE {tally} > 0"
        )


SPARK = SparkDialect()
