# SPDX-License-Identifier: Apache-2.0
"""One spelling for each sensitive value, from the opening of a table on.

Whatever counts, judges or publishes rows then sees the same values. Only spellings are
compared, and only where some mean the same is the column read through a list of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from diversa.data.dictionary import Kind
from diversa.data.read_options import ReadOptions
from diversa.data.variants import Variants, find_variants
from diversa.engines.counting import Counting
from diversa.engines.table import Table
from diversa.tables.role_cells import values_of


@dataclass(frozen=True, eq=False)
class OneSpelling:
    """A table in which every sensitive value has one spelling."""

    table: Table
    """The handle on the rows."""
    variants: tuple[Variants, ...] = ()
    """The variants of each column that has some; most tables have none."""


def one_spelling(
    engine: Counting,
    table: Table,
    columns: Sequence[str],
    *,
    reading: ReadOptions,
    kinds: Mapping[str, Kind] | None = None,
    usual: Sequence[str | None] = (),
) -> OneSpelling:
    """Read every sensitive value in one spelling, unless they are compared exactly.

    Some spellings are `usual`: they go before all others.
    """
    found: list[Variants] = []
    for name in columns if reading.by_meaning else ():
        if name not in table.places:
            continue
        variants = find_variants(
            values_of(engine, table, name, hints=reading.hints),
            missing=reading.missing,
            kind=(kinds or {}).get(name),
            usual=usual,
        )
        if variants is not None:
            table = engine.respell(table, name, variants.spellings, variants.instead)
            found.append(variants)
    return OneSpelling(table, tuple(found))
