# SPDX-License-Identifier: Apache-2.0
"""Pseudonyms that repeat in a published table: they say which rows are of one person.

Whoever published them may have counted rows. An audit counts the people then, whether
it was asked to or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from diversa.engines.counting import Counting
from diversa.engines.table import Table

PSEUDONYM = re.compile(r"[0-9a-f]{32}(?:[0-9a-f]{32})?", re.ASCII)
"""A token, or a keyed hash, as identifiers are published."""


def repeating_pseudonyms(
    engine: Counting, table: Table, columns: Iterable[str]
) -> tuple[str, ...]:
    """Those of the columns that have pseudonyms, some of them in several rows."""
    asked = [name for name in columns if name in table.columns]
    if not asked:
        return ()
    return tuple(
        name
        for name, times in engine.repeats(table, asked).items()
        if times.different < times.present and has_pseudonyms(engine, table, name)
    )


def has_pseudonyms(engine: Counting, table: Table, column: str) -> bool:
    """True if every value of a column is a pseudonym."""
    return all(map(PSEUDONYM.fullmatch, engine.values(table, column).texts))
