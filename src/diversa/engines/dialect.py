# SPDX-License-Identifier: Apache-2.0
"""The words of SQL in which engines differ."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from diversa.engines.engine import Table
from diversa.errors import SourceError


class Dialect(ABC):
    """The words of SQL in which engines differ; those of the standard by default."""

    text_type: str = "VARCHAR"
    """The type of texts."""
    whole_type: str = "BIGINT"
    """The type of whole numbers of 64 bits."""
    numbers_rows: bool = True
    """True if rows keep the numbers that they were given; elsewhere work that is
    repeated, as after the loss of a machine, may number them in another way."""

    def identifier(self, name: str) -> str:
        """Quote the name of a column."""
        return '"' + name.replace('"', '""') + '"'

    def literal(self, text: str | None) -> str:
        """Quote a text; None is NULL."""
        return "NULL" if text is None else "'" + text.replace("'", "''") + "'"

    @abstractmethod
    def key_of(self, table: Table, column: str) -> tuple[str, str]:
        """The expression that identifies a value of a column, and its type."""

    @abstractmethod
    def is_floating(self, column_type: str) -> bool:
        """True if a type holds binary fractions."""

    @abstractmethod
    def hmac(self, text: str, inside: str, outside: str) -> str:
        """HMAC-SHA256 of a text, in hexadecimal digits.

        The columns `inside` and `outside` have the pads of the key, in hexadecimal
        digits.
        """

    def approximate_count(self, keys: Sequence[str]) -> str:
        """About how many tuples of whole numbers there are; exact is right too."""
        if len(keys) == 1:
            return f"approx_count_distinct({keys[0]})"
        return f"approx_count_distinct(hash({', '.join(keys)}))"

    @abstractmethod
    def row_hash(self, columns: Sequence[str]) -> str:
        """A value that the content of some columns decides, and nothing else.

        Rows are put in the order of these values, which must not tell anything of the
        content, and must be the same in every run.
        """

    def times(self, tally: str) -> str:
        """A join that repeats each line as often as one of its columns says."""
        return f"CROSS JOIN LATERAL generate_series(1, {tally}) AS r"


def nested_column(column: str) -> SourceError:
    """The error for a column whose values have parts."""
    return SourceError(
        f"column '{column}': must hold plain values, got lists or records; make it a"
        " column of texts or numbers first"
    )
