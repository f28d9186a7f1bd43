# SPDX-License-Identifier: Apache-2.0
"""An engine over rows in plain Python: the verbs that an audit needs, by loops."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np

from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary, Kind, is_missing
from diversa.data.read_options import ReadOptions
from diversa.engines.engine import Table


class MemoryEngine:
    """Takes a pair (column names, rows) as its source."""

    def open(self, source, *, options=None, ordered=False):
        del ordered
        assert options in (None, ReadOptions())
        columns, rows = source
        self.rows = [dict(zip(columns, row, strict=True)) for row in rows]
        return Table("memory", tuple(columns), len(rows), "memory")

    def columns(self, table):
        return table.columns

    def values(self, table, column, *, kind=None):
        del table
        known = Counter(clean(row[column]) for row in self.rows)
        kind = kind or Kind.TEXT
        return Dictionary.build(column, known.keys(), known.values(), kind=kind)

    def count(self, table, dictionaries):
        del table
        codes = [code_of(one) for one in dictionaries]
        tuples = Counter(
            tuple(
                code[clean(row[one.column])]
                for one, code in zip(dictionaries, codes, strict=True)
            )
            for row in self.rows
        )
        lines = np.array(list(tuples), dtype=np.int32)
        return Cells(
            tuple(dictionaries),
            lines.reshape(len(tuples), len(dictionaries)),
            np.array(list(tuples.values()), dtype=np.int64),
        )

    def regroup(self, recoding):
        """What a grouping publishes, as a list of rows."""
        grouping, seen, made = recoding.grouping, defaultdict(int), []
        keyed = [*recoding.maps, *grouping.keys]
        places = grouping.place
        lines = {
            (tuple(codes), None if places is None else places[line]): group
            for line, (codes, group) in enumerate(
                zip(grouping.codes.tolist(), grouping.group.tolist(), strict=True)
            )
        }
        for row in self.rows:
            cell = tuple(
                int(
                    one.codes[
                        code_of(one.dictionary)[clean(row[one.dictionary.column])]
                    ]
                )
                for one in keyed
            )
            place = None if places is None else seen[cell]
            seen[cell] += 1
            group = lines.get((cell, place))
            if group is not None or recoding.star:
                made.append(regrouped(recoding, row, group))
        return made


def regrouped(recoding, row, group):
    """What is published of one row."""
    grouping, published = recoding.grouping, dict(row)
    for place, one in enumerate(recoding.maps):
        name = one.dictionary.column
        if group is None:
            published[name] = "*"
        elif grouping.labels is not None:
            published[name] = grouping.labels[place][group]
    published[grouping.column] = group
    return tuple(published[name] for name in recoding.columns)


def clean(value):
    return None if is_missing(value) else value


def code_of(dictionary):
    known = {value: code for code, value in enumerate(dictionary.values)}
    return {**known, None: dictionary.missing_code}
