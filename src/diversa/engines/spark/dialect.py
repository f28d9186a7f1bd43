# SPDX-License-Identifier: Apache-2.0
"""The words of SQL in which Spark differs from other engines."""

from __future__ import annotations

from collections.abc import Sequence

from diversa.engines.dialect import Dialect
from diversa.engines.engine import Table
from diversa.engines.spark.column_types import FLOATING, TEXT, key_of

BLOCK = 4096
"""Rows that are repeated at a time: a list of all of them may be larger than memory."""


class SparkDialect(Dialect):
    """Spark quotes names by backticks, and repeats rows by exploding lists."""

    text_type = TEXT
    numbers_rows = False

    def identifier(self, name: str) -> str:
        """Quote the name of a column."""
        return "`" + name.replace("`", "``") + "`"

    def literal(self, text: str | None) -> str:
        r"""Quote a text; None is NULL.

        >>> SPARK.literal("it's a \\")
        "'it\\'s a \\\\'"
        """
        if text is None:
            return "NULL"
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    def key_of(self, table: Table, column: str) -> tuple[str, str]:
        """The expression that identifies a value of a column, and its type."""
        return key_of(table, column)

    def is_floating(self, column_type: str) -> bool:
        """True if a type holds binary fractions."""
        return column_type in FLOATING

    def hmac(self, text: str, inside: str, outside: str) -> str:
        """HMAC-SHA256 of a text, in hexadecimal digits."""
        digest = f"unhex(sha2(unhex({inside}) || CAST({text} AS BINARY), 256))"
        return f"sha2(unhex({outside}) || {digest}, 256)"

    def approximate_count(self, keys: Sequence[str]) -> str:
        """About how many tuples of whole numbers there are."""
        if len(keys) == 1:
            return f"approx_count_distinct({keys[0]})"
        return f"approx_count_distinct(xxhash64({', '.join(keys)}))"

    def row_hash(self, columns: Sequence[str]) -> str:
        """A number that the content of some columns decides.

        Spark leaves missing values out of a hash, so what is missing is hashed, too.
        """
        listed = [part for name in columns for part in (name, f"{name} IS NULL")]
        return f"xxhash64({', '.join(listed)})"

    def times(self, tally: str) -> str:
        """A join that repeats each line as often as one of its columns says."""
        blocks = f"explode(sequence(0, ({tally} - 1) DIV {BLOCK})) b AS block"
        size = f"least({BLOCK}, {tally} - b.block * {BLOCK})"
        return (
            f"LATERAL VIEW {blocks} LATERAL VIEW explode(sequence(1, {size})) r AS"
            f" number WHERE {tally} > 0"
        )


SPARK = SparkDialect()
