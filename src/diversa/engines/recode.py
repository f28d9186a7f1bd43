# SPDX-License-Identifier: Apache-2.0
"""Recoding as one SELECT: maps are joined, suppressed groups removed or starred.

The maps, the suppressed groups, the keys and the tokens go into the engine as small
tables, so no value and no secret is ever part of a statement.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import as_text
from diversa.data.frames import ROW
from diversa.data.identifiers import MASK, Drop, KeyedHash, Mask, Tokens
from diversa.engines import sql
from diversa.engines.engine import ColumnMap, Recoding, Table
from diversa.engines.packing import Packing
from diversa.errors import InputError, InternalError

SHORTEST_KEY = 16
"""Bytes that a key must have at least: a shorter one can be guessed."""

BLOCK = 64
"""Bytes of a block of SHA-256, to which HMAC pads its key."""


class Store(Protocol):
    """Where small tables go, and how a column is looked up."""

    def upload(self, columns: Mapping[str, Any], types: Mapping[str, str]) -> str:
        """Make a table and give its name."""
        ...

    def derive(self, query: str) -> str:
        """Make a table of what a query gives and give its name."""
        ...

    def key(self, table: Table, column: str) -> tuple[str, str]:
        """The expression that identifies a value of a column, and its type."""
        ...


@dataclass(frozen=True, eq=False)
class Recoder:
    """Turns a recoding into SQL for one table."""

    store: Store
    table: Table
    recoding: Recoding
    token_tables: dict[str, str] = field(default_factory=dict)
    """For each identifier with tokens, the table of its values (c0) and tokens (c1)."""

    @property
    def select(self) -> str:
        """The published table."""
        published = [self._published(name) for name in self.recoding.columns]
        listed = [f"{one} AS c{place}" for place, one in enumerate(published)]
        rows = [f"t.{ROW}"] if self.table.ordered else []
        return f"SELECT {', '.join([*listed, *rows])} FROM {self._from}{self._where}"

    @property
    def check(self) -> str:
        """Count the published rows, and those with a value that no map knows."""
        strange = [
            f"count(*) FILTER (WHERE {one.uncovered})" for one in self.lookups.values()
        ]
        counted = ", ".join(["count(*)", *strange])
        return f"SELECT {counted} FROM {self._from}{self._where}"

    def unchanged(self, column: str) -> bool:
        """Tell whether a column is published with its own values."""
        one = self._maps.get(column)
        if one is not None:
            return is_identity(one) and not self._starring
        return column not in self.recoding.identifiers

    @cached_property
    def lookups(self) -> dict[str, sql.Lookup]:
        """The maps that must be joined, by column."""
        needed = {
            place: one
            for place, one in enumerate(self.recoding.maps)
            if len(self.recoding.suppressed) or not is_identity(one)
        }
        return {
            one.dictionary.column: self._lookup(place, one)
            for place, one in needed.items()
        }

    @cached_property
    def _maps(self) -> dict[str, ColumnMap]:
        return {one.dictionary.column: one for one in self.recoding.maps}

    @cached_property
    def _packing(self) -> Packing:
        return Packing.plan([len(one.labels) for one in self.recoding.maps])

    @property
    def _starring(self) -> bool:
        return self.recoding.star and len(self.recoding.suppressed) > 0

    def _lookup(self, place: int, one: ColumnMap) -> sql.Lookup:
        key, kind = self.store.key(self.table, one.dictionary.column)
        known = len(one.dictionary.values)
        parts = one.codes.astype(np.int64) << self._packing.shifts[place]
        labels = np.array([text_or_none(label) for label in one.labels], dtype=object)
        name = self.store.upload(
            {
                "value": objects(one.dictionary.texts),
                "part": parts[:known],
                "label": labels[one.codes[:known]],
            },
            {"value": kind, "part": "BIGINT", "label": "VARCHAR"},
        )
        missing = one.dictionary.missing_code
        lost = None if missing is None else int(parts[missing])
        return sql.Lookup(place, name, key, lost)

    @cached_property
    def _from(self) -> str:
        more = [*self._suppressed, *self._secrets.values()]
        return sql.joined(self.table.name, list(self.lookups.values()), *more)

    @cached_property
    def _suppressed(self) -> list[str]:
        if not len(self.recoding.suppressed):
            return []
        keys = self._packing.pack(self.recoding.suppressed)
        columns = {f"k{place}": key for place, key in enumerate(keys)}
        groups = self.store.upload(columns, dict.fromkeys(columns, "BIGINT"))
        lookups = list(self.lookups.values())
        return [sql.suppressed_join(groups, lookups, self._packing)]

    @property
    def _where(self) -> str:
        present = [
            f"{self.store.key(self.table, name)[0]} IS NOT NULL"
            for name in self.recoding.dropped_missing
        ]
        kept = self._suppressed and not self.recoding.star
        return sql.where([*present, *([f"NOT {sql.SUPPRESSED}"] if kept else [])])

    @cached_property
    def _secrets(self) -> dict[str, str]:
        """The joins that pseudonyms need, by column."""
        joins = {}
        for place, name in enumerate(self.recoding.columns):
            treatment = self.recoding.identifiers.get(name)
            if isinstance(treatment, KeyedHash):
                joins[name] = self._key_join(f"h{place}", name, treatment)
            elif isinstance(treatment, Tokens):
                joins[name] = self._token_join(f"n{place}", name)
        return joins

    def _key_join(self, alias: str, name: str, treatment: KeyedHash) -> str:
        inner, outer = hmac_pads(treatment.key, where=name)
        pads = {"inside": objects([inner]), "outside": objects([outer])}
        return f"CROSS JOIN {self.store.upload(pads, dict.fromkeys(pads, 'BLOB'))} AS {alias}"

    def _token_join(self, alias: str, name: str) -> str:
        text = self._text(name)
        self.token_tables[name] = make_tokens(self.store, self.table.name, text)
        return f"LEFT JOIN {self.token_tables[name]} AS {alias} ON {alias}.c0 = {text}"

    def _text(self, name: str) -> str:
        return f"CAST(t.c{self.table.columns.index(name)} AS VARCHAR)"

    def _published(self, name: str) -> str:
        if name in self.recoding.identifiers:
            return self._identifier(name)
        raw = f"t.c{self.table.columns.index(name)}"
        one = self._maps.get(name)
        if one is None:
            return raw
        if not is_identity(one):
            missing = one.dictionary.missing_code
            lost = None if missing is None else one.labels[one.codes[missing]]
            raw = sql.label(self.lookups[name], text_or_none(lost))
        return sql.starred(raw) if self._starring else raw

    def _identifier(self, name: str) -> str:
        place = self.recoding.columns.index(name)
        text = f"encode({self._text(name)})"
        match self.recoding.identifiers[name]:
            case KeyedHash():
                digest = f"unhex(sha256(h{place}.inside || {text}))"
                return f"sha256(h{place}.outside || {digest})"
            case Tokens():
                return f"n{place}.c1"
            case Mask():
                return sql.literal(MASK)
            case Drop():
                raise InternalError(f"recode: identifier '{name}' is dropped")


def is_identity(one: ColumnMap) -> bool:
    """Tell whether a map publishes every value as it is."""
    values = one.dictionary.values
    same = len(one.labels) == one.dictionary.size and np.array_equal(
        one.codes, np.arange(len(one.codes))
    )
    return same and all(a is b for a, b in zip(one.labels, values, strict=False))


def text_or_none(label: object) -> str | None:
    """A label as it is published; None is published as a missing value."""
    return None if label is None else as_text(label)


def objects(values: Sequence[object]) -> NDArray[np.object_]:
    """An array of Python objects."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def hmac_pads(key: bytes, *, where: str) -> tuple[bytes, bytes]:
    """The two pads that HMAC makes of a key (RFC 2104, section 2)."""
    if len(key) < SHORTEST_KEY:
        raise InputError(
            f"identifier '{where}': the key must have at least {SHORTEST_KEY} bytes,"
            f" got {len(key)}; make one with secrets.token_bytes(32)"
        )
    if len(key) > BLOCK:
        key = hashlib.sha256(key).digest()
    padded = key.ljust(BLOCK, b"\0")
    return bytes(b ^ 0x36 for b in padded), bytes(b ^ 0x5C for b in padded)


def make_tokens(store: Store, table: str, text: str) -> str:
    """Give every distinct text a token of 128 random bits."""
    values = store.derive(
        "SELECT value, row_number() OVER () AS place FROM (SELECT DISTINCT"
        f" {text} AS value FROM {table} AS t WHERE {text} IS NOT NULL) AS v"
    )
