# SPDX-License-Identifier: Apache-2.0
"""How the memory engine recodes: column after column, in loops over the rows."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property

import pyarrow as pa

from diversa.data.dictionary import is_missing
from diversa.data.identifiers import MASK, KeyedHash, Mask, Tokens, check_key
from diversa.engines.row_recoding import RowRecoding, check_covered
from diversa.errors import InternalError
from memory_rows import Rows, text_of

STAR = "*"
SUPPRESSED = object()


@dataclass(eq=False)
class Recoder:
    """A recoding of some rows."""

    rows: Rows
    recoding: RowRecoding
    tokens: dict[str, dict[str, str]] = field(default_factory=dict)
    """For each identifier with random tokens, the token of each text."""

    def recoded(self) -> Rows:
        """The published rows."""
        recoding, kept = self.recoding, self.present()
        for name, treatment in recoding.identifiers.items():
            if name in recoding.columns:
                self.check_treatment(name, treatment)
        groups = zip(kept, self.groups(kept, self.cells(kept)), strict=True)
        shown = [
            (place, group)
            for place, group in groups
            if group is not SUPPRESSED or recoding.star
        ]
        columns = [self.published(name, shown) for name in recoding.columns]
        lines = list(zip(*columns, strict=True)) if columns else [()] * len(shown)
        numbers = [self.rows.numbers[place] for place, _ in shown]
        added = self.added_lines()
        own = frozenset(filter(self.is_own, recoding.columns))
        return replace(
            self.rows,
            names=recoding.columns,
            types=tuple(map(self.type_of, recoding.columns)),
            lines=[*lines, *added],
            numbers=[*numbers, *([None] * len(added))],
            frame=None if self.adds else self.rows.frame,
            own=own & self.rows.own,
        )

    @property
    def adds(self):
        grouping = self.recoding.grouping
        return grouping is not None and grouping.extra is not None

    @cached_property
    def maps(self):
        return {one.dictionary.column: one for one in self.recoding.maps}

    @cached_property
    def identities(self):
        """The columns whose values are published as they are."""
        return {name for name, one in self.maps.items() if one.is_identity}

    @property
    def starring(self):
        selects = self.recoding.grouping is not None or len(self.recoding.suppressed)
        return bool(self.recoding.star and selects)

    @property
    def boxes(self):
        grouping = self.recoding.grouping
        return None if grouping is None else grouping.labels

    def present(self):
        """The places of the rows without a missing value where none may be."""
        needed = [self.rows.names.index(name) for name in self.recoding.drop_missing]
        return [
            place
            for place, line in enumerate(self.rows.lines)
            if not any(is_missing(line[column]) for column in needed)
        ]

    def cells(self, kept):
        """The level codes of every row that is kept."""
        grouping = self.recoding.grouping
        keyed = [*self.recoding.maps, *(() if grouping is None else grouping.keys)]
        columns = [self.level_codes(one, kept) for one in keyed]
        return list(zip(*columns, strict=True)) if columns else [()] * len(kept)

    def level_codes(self, column_map, kept):
        name = column_map.dictionary.column
        every, codes = self.rows.keys(name), code_of(column_map.dictionary)
        found = [codes.get(every[place]) for place in kept]
        check_covered(name, found.count(None))
        levels = column_map.codes.tolist()
        return [levels[code] for code in found]

    def groups(self, kept, cells):
        """The group of every row, or that it is suppressed."""
        grouping = self.recoding.grouping
        if grouping is None:
            gone = set(map(tuple, self.recoding.suppressed.tolist()))
            return [SUPPRESSED if cell in gone else None for cell in cells]
        codes = map(tuple, grouping.codes.tolist())
        if grouping.place is None:
            lines = dict(zip(codes, grouping.group.tolist(), strict=True))
            return [lines.get(cell, SUPPRESSED) for cell in cells]
        keys = zip(codes, grouping.place.tolist(), strict=True)
        lines = dict(zip(keys, grouping.group.tolist(), strict=True))
        places = self.places(kept, cells)
        keyed = zip(cells, places, strict=True)
        return [lines.get(key, SUPPRESSED) for key in keyed]

    def places(self, kept, cells):
        """Which row of its cell each row is, in an order that only its content says."""
        content = [
            hashlib.sha256(repr(self.rows.lines[place]).encode()).digest()
            for place in kept
        ]
        order = sorted(range(len(kept)), key=content.__getitem__)
        seen, places = Counter(), [0] * len(kept)
        for line in order:
            places[line] = seen[cells[line]]
            seen[cells[line]] += 1
        return places

    def published(self, name, shown):
        """What is published of a column in the rows at some places, in some groups."""
        grouping = self.recoding.grouping
        if grouping is not None and name == grouping.column:
            return [None if group is SUPPRESSED else group for _, group in shown]
        if name in self.maps and name not in self.recoding.identifiers:
            return self.generalized(name, shown)
        column = self.rows.column(name)
        values = [column[place] for place, _ in shown]
        if name in self.recoding.identifiers:
            return [self.pseudonym(name, text_of(value)) for value in values]
        return values

    def generalized(self, name, shown):
        if self.boxes is not None:
            labels = self.boxes[list(self.maps).index(name)]
            return [
                STAR if group is SUPPRESSED else label_text(labels[group])
                for _, group in shown
            ]
        values = self.unsigned(name) if name in self.identities else self.labels(name)
        if not self.starring:
            return [values[place] for place, _ in shown]
        return [
            STAR if group is SUPPRESSED else text_of(values[place])
            for place, group in shown
        ]

    def unsigned(self, name):
        """The values of a column; a zero has no sign."""
        return [
            0.0 if isinstance(value, float) and value == 0 else value
            for value in self.rows.column(name)
        ]

    def labels(self, name):
        """What each value of a column is generalized to."""
        column_map = self.maps[name]
        labels = {
            value: label_text(column_map.labels[column_map.codes[code]])
            for value, code in code_of(column_map.dictionary).items()
            if code is not None
        }
        return [labels.get(key) for key in self.rows.keys(name)]

    def check_treatment(self, name, treatment):
        if isinstance(treatment, KeyedHash):
            check_key(treatment.key, column=name)
        elif isinstance(treatment, Tokens):
            texts = {text_of(value) for value in self.rows.column(name)} - {None}
            self.tokens[name] = {text: secrets.token_hex(16) for text in texts}
        elif not isinstance(treatment, Mask):
            raise InternalError(
                f"recode: identifier '{name}' is dropped, yet published"
            )

    def pseudonym(self, name, text):
        treatment = self.recoding.identifiers[name]
        if isinstance(treatment, Mask):
            return MASK
        if text is None:
            return None
        if isinstance(treatment, Tokens):
            return self.tokens[name][text]
        return hmac.new(treatment.key, text.encode(), hashlib.sha256).hexdigest()

    def added_lines(self):
        """The rows that nobody is behind."""
        if not self.adds:
            return []
        grouping = self.recoding.grouping
        added, made = grouping.extra, []
        kind = self.rows.type_of(added.column) or pa.string()
        values = pa.array(added.texts.tolist(), pa.string()).cast(kind).to_pylist()
        for group, value in zip(added.group.tolist(), values, strict=True):
            line = defaultdict(lambda: None, {grouping.column: group})
            for place, name in enumerate(self.maps):
                if self.boxes is not None:
                    line[name] = label_text(self.boxes[place][group])
            line[added.column] = value
            made.append(tuple(line[name] for name in self.recoding.columns))
        return made

    def is_own(self, name):
        """Whether a column is published with its own values."""
        grouping = self.recoding.grouping
        if name in self.maps:
            changed = self.starring or self.boxes is not None
            floats = any(isinstance(value, float) for value in self.rows.column(name))
            return name in self.identities and not changed and not floats
        numbered = grouping is not None and name == grouping.column
        return not numbered and name not in self.recoding.identifiers

    def type_of(self, name):
        grouping = self.recoding.grouping
        if grouping is not None and name == grouping.column:
            return pa.int64()
        if name in self.recoding.identifiers:
            return pa.string()
        if name in self.maps:
            kept = name in self.identities and not self.starring
            if not kept or self.boxes is not None:
                return pa.string()
        return self.rows.type_of(name)


def code_of(dictionary):
    """The code of every value of a dictionary, and of the missing one."""
    codes = {value: code for code, value in enumerate(dictionary.values)}
    return {**codes, None: dictionary.missing_code}


def label_text(label):
    return None if label is None else str(label)
