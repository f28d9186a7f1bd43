# SPDX-License-Identifier: Apache-2.0
"""Texts that mean missing, in sources that are not text files.

A text file is read with them. In all other sources (Parquet, JSON, frames, tables of
databases and clusters) a value is missing if its text is one of them: '?' in a column
of texts, 99 in a column of numbers where '99' means missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from diversa.data.dictionary import Kind
from diversa.data.frames import ROW
from diversa.engines.dialect import Dialect
from diversa.engines.engine import Table
from diversa.errors import SourceError

NUMBER = re.compile(r"-?(0|[1-9]\d{0,17})(\.\d{1,18})?")
"""A number as it is written in a table."""

KindOf = Callable[[str], Kind]
"""The kind of values that a type of an engine holds."""


def missing_conditions(
    dialect: Dialect, table: Table, texts: Sequence[str], kind_of: KindOf
) -> dict[str, str]:
    """For each column that may hold such texts, when a value of `t` is missing."""
    read = [name for name, kind in zip(table.columns, table.types, strict=True) if kind]
    conditions = {
        name: condition(dialect, table, name, texts, kind_of) for name in read
    }
    return {name: when for name, when in conditions.items() if when}


def condition(
    dialect: Dialect, table: Table, column: str, texts: Sequence[str], kind_of: KindOf
) -> str:
    """The condition that a value of a column is missing; empty if it cannot be."""
    try:
        key, held = dialect.key_of(table, column)
    except SourceError:
        return ""  # values with parts have no text
    text = dialect.text_type
    if held != text and kind_of(held) is Kind.NUMBER:
        numbers = [number for number in texts if NUMBER.fullmatch(number)]
        floating = dialect.is_floating(held)
        listed = [f"CAST('{n}' AS {held})" if floating else n for n in numbers]
    else:
        key = key if held == text else f"CAST({key} AS {text})"
        listed = [dialect.literal(one) for one in texts]
    return f"{key} IN ({', '.join(listed)})" if listed else ""


def without_texts(table: Table, conditions: dict[str, str]) -> str:
    """The rows of a table in which such values are missing."""
    columns = []
    for place, (name, kind) in enumerate(zip(table.columns, table.types, strict=True)):
        if name in conditions:
            when = f"CASE WHEN {conditions[name]} THEN NULL ELSE t.c{place} END"
            columns.append(f"{when} AS c{place}")
        elif kind:
            columns.append(f"t.c{place}")
    columns += [f"t.{ROW}"] if table.ordered else []
    return f"SELECT {', '.join(columns)} FROM {table.name} AS t"
