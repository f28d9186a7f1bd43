# SPDX-License-Identifier: Apache-2.0
"""Everybody of the original table matches the label of their own row.

Whatever the method, the kind of column, the hierarchy, the way in which values are
written and the type of the file: what one part writes, the others understand.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from decimal import Decimal

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import diversa
from diversa.data.roles import Roles
from diversa.hierarchies import Dates, Intervals, Masking, Rounding, Suppression
from diversa.hierarchies.coding import Coding
from diversa.labels.covers import covers
from diversa.release.reading import as_published
from diversa.tables.counted_table import build_hierarchy
from diversa.tables.table_input import TableInput
from examples import TIMES, generator

ROWS = 24
DAY = dt.date(1985, 12, 24)


@dataclass(frozen=True)
class Kind:
    """A kind of column: how its value number n is written, and what generalizes it."""

    value: object
    hierarchies: tuple[object, ...] = (None,)
    typed: bool = False
    """Whether it is a type that text files do not have."""


def later(number):
    return DAY + dt.timedelta(days=47 * number)


def moment(number):
    return dt.datetime(2024, 2, 27, 22, 30) + dt.timedelta(hours=13 * number)


NUMBERS = (None, Intervals((2, 4)), Rounding((3, 9)), Coding(bottom=3, top=9))
CALENDAR = (None, Dates(("day", "month", "decade")), Dates(("quarter", "year")))

KINDS = {
    "whole": Kind(lambda n: n, NUMBERS, typed=True),
    "whole_float": Kind(lambda n: float(n), NUMBERS, typed=True),
    "fraction": Kind(lambda n: n / 8, NUMBERS, typed=True),
    "small": Kind(lambda n: n * 1e-7, (None,), typed=True),
    "decimal": Kind(lambda n: Decimal(n) / 4, NUMBERS, typed=True),
    "truth": Kind(lambda n: n % 2 == 0, (None, Suppression()), typed=True),
    "day": Kind(later, CALENDAR, typed=True),
    "moment": Kind(moment, CALENDAR, typed=True),
    "whole_text": Kind(str, NUMBERS),
    "float_text": Kind(lambda n: f"{n}.0", NUMBERS),
    "code": Kind(lambda n: f"{n:03}", (*NUMBERS, Masking())),
    "power": Kind(lambda n: f"{n}e3", (None, Intervals((2000,)), Suppression())),
    "truth_text": Kind(lambda n: str(n % 2 == 0).lower(), (None, Suppression())),
    "place": Kind(lambda n: "Cuba Peru Chad, the".split(" ", 2)[n % 3]),
    "iso_day": Kind(lambda n: later(n).isoformat(), CALENDAR),
    "iso_moment": Kind(lambda n: moment(n).isoformat(), CALENDAR),
}

METHODS = [
    {"method": "mondrian"},
    {"method": "mondrian", "boxes": "region"},
    {"method": "mondrian", "sets": "ancestor"},
    {"method": "local-recoding", "sets": "star", "numbers": "star"},
    {"method": "dealing", "models": "epsilon-m-anonymity:epsilon=1,m=2"},
    {"method": "anatomy"},
]


def write_csv(frame, path):
    frame.to_csv(path.with_suffix(".csv"), index=False)
    return path.with_suffix(".csv")


def write_parquet(frame, path):
    table = pa.Table.from_pandas(frame, preserve_index=False)
    pq.write_table(table, path.with_suffix(".parquet"))
    return path.with_suffix(".parquet")


def write_json(frame, path):
    numbers = [n for n, column in frame.items() if isinstance(column[0], int | float)]
    texts = frame.map(str, na_action="ignore")
    plain = pd.concat([texts.drop(columns=numbers), frame[numbers]], axis=1)
    plain.to_json(path.with_suffix(".json"), orient="records")
    return path.with_suffix(".json")


FILES = {"csv": write_csv, "parquet": write_parquet, "json": write_json}


def draw_table(rng, kinds):
    """A column of every kind, some values of it missing, and a secret."""
    columns = {}
    for name, kind in kinds.items():
        values = [kind.value(int(n)) for n in rng.integers(1, 12, ROWS)]
        lost = rng.random(ROWS) < rng.choice([0, 0.2])
        columns[name] = pd.Series(
            [None if gone else value for value, gone in zip(values, lost, strict=True)],
            dtype=object,
        )
    columns["secret"] = pd.Series(rng.permutation(["10", "20", "30"] * (ROWS // 3)))
    columns["row"] = pd.Series([f"r{number}" for number in range(ROWS)])
    return pd.DataFrame(columns)


def draw_hierarchies(rng, kinds):
    """One of the hierarchies of every kind; none where it is chosen by the values."""
    drawn = {
        name: kind.hierarchies[rng.integers(len(kind.hierarchies))]
        for name, kind in kinds.items()
    }
    return {name: kind for name, kind in drawn.items() if kind is not None}


def chosen_levels(source, level, kinds, hierarchies):
    """A level of every column, as far up as its hierarchy goes."""
    counted = TableInput.of(source, quasi_identifiers=list(kinds)).counted()
    built = [
        build_hierarchy(counted.cells.dictionary(name), hierarchies) for name in kinds
    ]
    return {kind.attribute: min(level, kind.height) for kind in built}


def publish(source, out, kinds, hierarchies, words):
    """A release with a column that tells which row is which."""
    if isinstance(words, int):
        levels = chosen_levels(source, words, kinds, hierarchies)
        words = {"levels": levels, "models": "k-anonymity:1"}
    return diversa.anonymize(
        source,
        quasi_identifiers=list(kinds),
        sensitive="secret",
        keep_anyway=["row"],
        hierarchies=hierarchies,
        out=out,
        evidence=False,
        **({"models": "distinct-l-diversity:2"} | words),
    )


def codes_by_row(table):
    """Every row by its name, and the dictionaries of its codes."""
    cells = table.counted().cells
    names = cells.dictionary("row").texts
    rows = {names[line[-1]]: line for line in cells.codes.tolist()}
    return rows, cells.dictionaries[:-1]


def strangers(source, out, kinds, hierarchies, levels):
    """The columns in which somebody does not match the label of the own row."""
    names = (*kinds, "row")
    before, raw = codes_by_row(TableInput.of(source, quasi_identifiers=names))
    release = as_published(TableInput.of(out))
    roles = Roles(quasi_identifiers=names)
    after, labels = codes_by_row(replace(release, roles=roles))
    assert before.keys() == after.keys()
    strange = {}
    for place, name in enumerate(kinds):
        published = [*labels[place].values, None][: labels[place].size]
        cover = covers(
            published,
            raw[place],
            hierarchy=hierarchies.get(name),
            level=levels.get(name) if name in hierarchies else None,
        )
        lost = [
            (published[after[row][place]], [*raw[place].values, None][line[place]])
            for row, line in before.items()
            if after[row][place] not in cover.of(line[place])
        ]
        if lost:
            strange[name] = lost
    return strange


def check(source, out, kinds, hierarchies, words):
    release = publish(source, out, kinds, hierarchies, words)
    levels = release.levels or {}
    assert strangers(source, out, kinds, {}, levels) == {}
    assert strangers(source, out, kinds, hierarchies, levels) == {}
    for known in ({}, hierarchies):
        attacks = diversa.attack(out, known=source, hierarchies=known)
        (linking,) = (found for found in attacks.found if found.name == "linking")
        assert linking.matched == linking.total == ROWS


CASES = [*range(5), *METHODS]


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("words", CASES, ids=str)
def test_everybody_matches_the_label_of_their_row(tmp_path, file, words):
    for time in range(TIMES):
        rng = generator(f"{file} {words} {time}")
        hierarchies = draw_hierarchies(rng, KINDS)
        source = FILES[file](draw_table(rng, KINDS), tmp_path / f"people{time}")
        check(source, tmp_path / f"out{time}", KINDS, hierarchies, words)
