# SPDX-License-Identifier: Apache-2.0
"""The words of SQL in which engines differ, and the types of their columns."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence

from diversa.data.dictionary import Kind
from diversa.data.zones import constant_minutes
from diversa.engines.table import Table
from diversa.errors import NestedColumnError

INSIDE = re.compile(r"[(<].*[)>]")
"""What a type says in brackets: digits, or the types of its parts."""


def type_name(column_type: str) -> str:
    """The name of a type without what it says in brackets.

    >>> type_name("numeric(9,2)"), type_name("timestamp(3) without time zone")
    ('numeric', 'timestamp without time zone')
    """
    return INSIDE.sub("", column_type)


class Dialect(ABC):
    """The words of SQL in which engines differ; those of the standard by default."""

    text_type: str = "VARCHAR"
    """The type of texts."""
    whole_type: str = "BIGINT"
    """The type of whole numbers of 64 bits."""
    floating: tuple[str, ...]
    """Types of binary fractions."""
    exact: tuple[str, ...]
    """Types of other numbers."""
    dates: tuple[str, ...]
    """Types of dates that Python holds without loss."""
    zoned: str
    """The type of moments that are in a zone, which it does not know."""
    nested: tuple[str, ...]
    """Types whose values have parts, besides those that end with a bracket."""
    division: str = "/"
    """The sign that divides whole numbers, without a rest."""
    numbers_rows: bool = True
    """True if rows keep the numbers that they were given; elsewhere work that is
    repeated, as after the loss of a machine, may number them in another way."""

    def identifier(self, name: str) -> str:
        """Quote the name of a column."""
        return '"' + name.replace('"', '""') + '"'

    def literal(self, text: str | None) -> str:
        """Quote a text; None is NULL."""
        return "NULL" if text is None else "'" + text.replace("'", "''") + "'"

    def key_of(self, table: Table, column: str) -> tuple[str, str]:
        """The expression that identifies a value of a column, and its type.

        Types that Python does not hold without loss (nanoseconds, time zones, ...) are
        looked up by their text.
        """
        place = table.place(column)
        value, kind = f"t.c{place}", table.types[place]
        if self.is_nested(kind):
            raise NestedColumnError(
                f"column '{column}': must hold plain values, got lists or records; make"
                " it a column of texts or numbers first"
            )
        if self.is_plain(kind):
            return value, self.storage_type(kind)
        zone = table.zones.get(column)
        if type_name(kind) == self.zoned and zone is not None:
            return self.local_text(value, zone), self.text_type
        return self.as_text(value, kind), self.text_type

    def kind_of(self, column_type: str) -> Kind:
        """The kind of values that a type holds."""
        name = type_name(column_type)
        if name in (*self.exact, *self.floating):
            return Kind.NUMBER
        return Kind.DATE if name in (*self.dates, self.zoned) else Kind.TEXT

    def is_floating(self, column_type: str) -> bool:
        """True if a type holds binary fractions."""
        return column_type in self.floating

    def is_plain(self, column_type: str) -> bool:
        """True if Python holds the values of a type without loss."""
        plain = (*self.exact, *self.floating, *self.dates, self.text_type)
        name = type_name(column_type)
        return name in plain or name.lower() == "boolean"

    def is_nested(self, column_type: str) -> bool:
        """True if the values of a type have parts."""
        return type_name(column_type) in self.nested or column_type.endswith("]")

    def storage_type(self, column_type: str) -> str:
        """The type that a column has in the database."""
        return column_type

    def as_text(self, value: str, column_type: str) -> str:
        """The text of a value."""
        del column_type
        return f"CAST({value} AS {self.text_type})"

    def local_text(self, moment: str, zone: str) -> str:
        """A moment as the text of its date, time and offset from UTC in a zone.

        Without the offset, the hour that comes twice in autumn would be one.
        """
        greenwich, minutes = f"timezone('UTC', {moment})", constant_minutes(zone)
        if minutes is None:
            local = f"timezone({self.literal(zone)}, {moment})"
            seconds = f"CAST(extract(epoch FROM {local} - {greenwich}) AS BIGINT)"
            away = f"({seconds} {self.division} 60)"
        else:
            local = f"({greenwich} + ({minutes}) * INTERVAL '1 minute')"
            away = f"({minutes})"
        text = self.text_type
        hours = f"lpad(CAST(abs({away}) {self.division} 60 AS {text}), 2, '0')"
        rest = f"lpad(CAST(abs({away}) % 60 AS {text}), 2, '0')"
        sign = f"CASE WHEN {away} < 0 THEN '-' ELSE '+' END"
        return f"(CAST({local} AS {text}) || {sign} || {hours} || ':' || {rest})"

    @abstractmethod
    def keyed_hash(self, text: str, key: str) -> str:
        """SHA-256 of a key and a text, in hexadecimal digits.

        The column `key` has a key of a whole block, in hexadecimal digits.
        """

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
        return f"approx_count_distinct({self.row_hash(keys)})"

    @abstractmethod
    def row_hash(self, columns: Sequence[str]) -> str:
        """A value that the content of some columns decides, and nothing else.

        Rows are put in the order of these values, which must not tell anything of the
        content, and must be the same in every run.
        """

    def times(self, tally: str) -> str:
        """A join that repeats each line as often as one of its columns says."""
        return f"CROSS JOIN LATERAL generate_series(1, {tally}) AS r"
