# SPDX-License-Identifier: Apache-2.0
"""Recoding as one SELECT: maps are joined, suppressed groups removed or starred.

Maps and suppressed groups go into the engine as small tables, so no value is ever part
of a statement.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from diversa.data.frames import ROW
from diversa.engines import sql
from diversa.engines.dialect import Dialect
from diversa.engines.local_tuples import text_of
from diversa.engines.lookup import Lookup, join_lookups
from diversa.engines.packing import Packing
from diversa.engines.pseudonyms import Pseudonym, pseudonym
from diversa.engines.row_recoding import ColumnMap, ExtraRows, RowRecoding
from diversa.engines.sql_session import SQLSession
from diversa.engines.table import Table


@dataclass(frozen=True, eq=False)
class Recoder:
    """A recoding of one table as SQL."""

    dialect: Dialect
    """The words of the engine."""
    store: SQLSession
    """Keeps the small tables."""
    table: Table
    """The table to recode."""
    recoding: RowRecoding
    """The decision for every row."""

    @property
    def select(self) -> str:
        """The published table."""
        published = [self._label(name) for name in self.recoding.columns]
        columns = [f"{value} AS c{place}" for place, value in enumerate(published)]
        columns += [f"t.{ROW}"] if self.table.ordered else []
        rows = f"SELECT {', '.join(columns)} FROM {self._from}{self._where}"
        return f"{rows}{self._extra_rows}"

    @property
    def check(self) -> str:
        """Count the rows, and those with a value that a map lacks.

        The rows are those that are published, unless rows of a cell are divided.
        """
        lookups = list(self.lookups.values())
        uncovered = [
            f"count(*) FILTER (WHERE {lookup.lacks_value})" for lookup in lookups
        ]
        rows = f"{self._from}{self._where}"
        if self.divides:
            joined = join_lookups(self.table.name, lookups)
            rows = f"{joined}{sql.where(self._not_missing)}"
        return f"SELECT {', '.join(['count(*)', *uncovered])} FROM {rows}"

    @property
    def divides(self) -> bool:
        """True if rows of one cell go to different groups."""
        grouping = self.recoding.grouping
        return grouping is not None and grouping.place is not None

    @property
    def extra(self) -> ExtraRows | None:
        """The rows that are published although the table has none of them."""
        grouping = self.recoding.grouping
        return None if grouping is None else grouping.extra

    def keeps(self, column: str) -> bool:
        """True if a column is published with its own values."""
        grouping = self.recoding.grouping
        if column in self._maps:
            boxed = grouping is not None and grouping.labels is not None
            kept = column in self._identities and not self._starring
            return kept and not boxed and not self._has_signs(column)
        added = grouping is not None and column == grouping.column
        return not added and column not in self.recoding.identifiers

    @cached_property
    def lookups(self) -> dict[str, Lookup]:
        """The maps that must be joined, by column."""
        return {
            column_map.dictionary.column: self._lookup(place, column_map)
            for place, column_map in enumerate(self._keys)
            if self._selecting or column_map.dictionary.column not in self._identities
        }

    @cached_property
    def pseudonyms(self) -> dict[str, Pseudonym]:
        """The pseudonyms of the identifiers that are published."""
        return {
            name: pseudonym(self.dialect, self.store, self.table, name, treatment)
            for name, treatment in self.recoding.identifiers.items()
            if name in self.recoding.columns
        }

    @cached_property
    def _maps(self) -> dict[str, ColumnMap]:
        return {
            column_map.dictionary.column: column_map
            for column_map in self.recoding.maps
        }

    @property
    def _keys(self) -> tuple[ColumnMap, ...]:
        """The columns that decide the group of a row."""
        grouping = self.recoding.grouping
        more = () if grouping is None else grouping.keys
        return (*self.recoding.maps, *more)

    @cached_property
    def _identities(self) -> frozenset[str]:
        return frozenset(
            name for name, column_map in self._maps.items() if column_map.is_identity
        )

    @cached_property
    def _packing(self) -> Packing:
        return Packing.plan([len(column_map.labels) for column_map in self._keys])

    @property
    def _grouped(self) -> bool:
        return self.recoding.grouping is not None

    @property
    def _selecting(self) -> bool:
        """True if packed keys decide which rows are published."""
        return self._grouped or len(self.recoding.suppressed) > 0

    @property
    def _keep_condition(self) -> str:
        """Holds in the rows that are not suppressed."""
        return sql.GROUPED if self._grouped else sql.NOT_SUPPRESSED

    @property
    def _starring(self) -> bool:
        return self.recoding.star and self._selecting

    def _lookup(self, place: int, column_map: ColumnMap) -> Lookup:
        dictionary, codes = column_map.dictionary, column_map.codes
        key, kind = self.dialect.key_of(self.table, dictionary.column)
        present = len(dictionary.values)
        parts = codes.astype(np.int64) << self._packing.shifts[place]
        labels = np.array(list(map(text_of, column_map.labels)), dtype=object)
        columns = {
            "value": np.array(dictionary.texts, dtype=object),
            "part": parts[:present],
            "label": labels[codes[:present]],
        }
        types = {
            "value": kind,
            "part": self.dialect.whole_type,
            "label": self.dialect.text_type,
        }
        missing = dictionary.missing_code
        return Lookup(
            place,
            self.store.upload(columns, types),
            key,
            None if missing is None else int(parts[missing]),
        )

    @cached_property
    def _from(self) -> str:
        pseudonyms = [
            pseudonym.join for pseudonym in self.pseudonyms.values() if pseudonym.join
        ]
        lookups = list(self.lookups.values())
        joins = [*self._group_joins, *pseudonyms]
        if not self.divides:
            return join_lookups(self.table.name, lookups, *joins)
        labels = [
            f"{self._map_label(name)} AS l{place}"
            for place, name in enumerate(self._maps)
            if name not in self._identities
        ]
        rows = sql.number_rows(
            self.dialect, self.table, lookups, self._packing, self._not_missing, labels
        )
        return join_lookups(rows, [], *joins)

    @cached_property
    def _group_joins(self) -> list[str]:
        """The joins that find the group of a row, if groups matter."""
        grouping = self.recoding.grouping
        codes = self.recoding.suppressed if grouping is None else grouping.codes
        if not self._selecting:
            return []
        keys = self._packing.pack(codes)
        columns = {f"k{place}": key for place, key in enumerate(keys)}
        if grouping is not None:
            columns["number"] = grouping.group
            if grouping.place is not None:
                columns[sql.PLACE] = grouping.place
        types = dict.fromkeys(columns, self.dialect.whole_type)
        lines, lookups = self.store.upload(columns, types), list(self.lookups.values())
        join = sql.join_keys(lines, lookups, self._packing)
        if self.divides:
            join = sql.join_places(lines, self._packing)
        return [join, *self._labels_join]

    @cached_property
    def _labels_join(self) -> list[str]:
        """The join of the labels of a group, if groups have labels of their own."""
        grouping = self.recoding.grouping
        if grouping is None or grouping.labels is None:
            return []
        texts = {
            f"l{place}": np.array(list(map(text_of, of_groups)), dtype=object)
            for place, of_groups in enumerate(grouping.labels)
        }
        types = dict.fromkeys(texts, self.dialect.text_type)
        groups = np.arange(max(map(len, grouping.labels), default=0))
        labels = self.store.upload(
            texts | {"number": groups}, types | {"number": self.dialect.whole_type}
        )
        return [f"LEFT JOIN {labels} AS g ON g.number = {sql.GROUP}"]

    @property
    def _extra_rows(self) -> str:
        """More rows, behind those of the table."""
        added = self.extra
        if added is None:
            return ""
        kind = self.table.types[self.table.place(added.column)]
        columns = {"number": added.group, "value": added.texts}
        rows = self.store.upload(
            columns, {"number": self.dialect.whole_type, "value": kind}
        )
        joined = " ".join([f"{rows} AS s", *self._labels_join])
        listed = [self._extra_value(name, added) for name in self.recoding.columns]
        listed += ["NULL"] if self.table.ordered else []
        return f" UNION ALL SELECT {', '.join(listed)} FROM {joined}"

    def _extra_value(self, name: str, added: ExtraRows) -> str:
        """The value of a column in an extra row."""
        grouping = self.recoding.grouping
        if grouping is not None and name == grouping.column:
            return sql.GROUP
        if name == added.column:
            return "s.value"
        labelled = name in self._maps and bool(self._labels_join)
        return f"g.l{list(self._maps).index(name)}" if labelled else "NULL"

    @property
    def _not_missing(self) -> list[str]:
        return [
            f"t.c{self.table.place(name)} IS NOT NULL"
            for name in self.recoding.drop_missing
        ]

    @property
    def _where(self) -> str:
        conditions = self._not_missing
        if self._group_joins and not self.recoding.star:
            conditions.append(self._keep_condition)
        return sql.where(conditions)

    def _label(self, name: str) -> str:
        if name in self.pseudonyms:
            return self.pseudonyms[name].published
        grouping = self.recoding.grouping
        if grouping is not None and name == grouping.column:
            return sql.GROUP
        if name not in self._maps:
            return f"t.c{self.table.place(name)}"
        raw = self._generalize(name)
        if not self._starring:
            return raw
        return sql.star_unless(self.dialect, raw, self._keep_condition)

    def _generalize(self, name: str) -> str:
        grouping, place = self.recoding.grouping, list(self._maps).index(name)
        if grouping is not None and grouping.labels is not None:
            return f"g.l{place}"
        if name in self._identities:
            own = f"t.c{self.table.place(name)}"
            return sql.without_zero_sign(own) if self._has_signs(name) else own
        return f"t.l{place}" if self.divides else self._map_label(name)

    def _has_signs(self, name: str) -> bool:
        """True if a column may hold 0 and -0, whose sign would distinguish rows."""
        column_type = self.table.types[self.table.place(name)]
        floating = self.dialect.is_floating(column_type)
        return floating and 0 in self._maps[name].dictionary.values

    def _map_label(self, name: str) -> str:
        column_map = self._maps[name]
        missing = column_map.dictionary.missing_code
        codes, labels = column_map.codes, column_map.labels
        lost = None if missing is None else labels[codes[missing]]
        return sql.label(self.dialect, self.lookups[name], text_of(lost))
