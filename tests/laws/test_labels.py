# SPDX-License-Identifier: Apache-2.0
"""Everybody of the original table matches the label of their own row.

Whatever the method, the kind of column, the hierarchy, the way in which values are
written and the type of the file: what one part writes, the others understand.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import product

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import diversa
from diversa.data.roles import Roles
from diversa.hierarchies import Dates, Intervals, Masking, Rounding, Suppression
from diversa.hierarchies.coding import Coding
from diversa.labels.covers import covers
from diversa.record.reading import as_published
from diversa.tables.hierarchy_choice import build_hierarchy
from diversa.tables.table_input import TableInput
from examples import TIMES, generator

ROWS = 24
DAY = dt.date(1985, 12, 24)


@dataclass(frozen=True)
class Kind:
    """A kind of column: how its value number n is written, and what generalizes it."""

    value: object
    hierarchies: tuple[object, ...] = (None,)


def later(number):
    return DAY + dt.timedelta(days=47 * number)


def moment(number):
    return dt.datetime(2024, 2, 27, 22, 30) + dt.timedelta(hours=13 * number)


NUMBERS = (None, Intervals((2, 4)), Rounding((3, 9)), Coding(bottom=3, top=9))
CALENDAR = (None, Dates(("day", "month", "decade")), Dates(("quarter", "year")))

KINDS = {
    "whole": Kind(lambda n: n, NUMBERS),
    "whole_float": Kind(float, NUMBERS),
    "fraction": Kind(lambda n: n / 8, NUMBERS),
    "small": Kind(lambda n: n * 1e-7, (None,)),
    "huge": Kind(lambda n: n * 1e305),
    "tiny": Kind(lambda n: n * 1e-305),
    "decimal": Kind(lambda n: Decimal(n) / 4, NUMBERS),
    "truth": Kind(lambda n: n % 2 == 0, (None, Suppression())),
    "day": Kind(later, CALENDAR),
    "moment": Kind(moment, CALENDAR),
    "last_day": Kind(lambda n: f"{9999 - n // 2}-12-31", CALENDAR),
    "whole_text": Kind(str, NUMBERS),
    "float_text": Kind(lambda n: f"{n}.0", NUMBERS),
    "code": Kind(lambda n: f"{n:03}", (*NUMBERS, Masking())),
    "power": Kind(lambda n: f"{n}e3", (None, Intervals((2000,)), Suppression())),
    "two_spellings": Kind(
        lambda n: f"{n // 2}e3" if n % 2 else f"{n // 2}000",
        (None, Intervals((2000,)), Suppression()),
    ),
    "truth_text": Kind(lambda n: str(n % 2 == 0).lower(), (None, Suppression())),
    "place": Kind(lambda n: ("Cuba", "Peru", "Chad, the")[n % 3]),
    "iso_day": Kind(lambda n: later(n).isoformat(), CALENDAR),
    "iso_moment": Kind(lambda n: moment(n).isoformat(), CALENDAR),
    "german_day": Kind(lambda n: f"{later(n):%d.%m.%Y}", CALENDAR),
    "german_moment": Kind(lambda n: f"{moment(n):%d.%m.%Y %H:%M}", CALENDAR),
    "british_day": Kind(lambda n: f"{later(n):%d/%m/%Y}", CALENDAR),
    "american_day": Kind(lambda n: f"{later(n):%m/%d/%Y}", CALENDAR),
    "american_moment": Kind(lambda n: f"{moment(n):%m/%d/%Y %I:%M %p}", CALENDAR),
    "day_of_digits": Kind(lambda n: f"{later(n):%Y%m%d}", CALENDAR),
    "spoken_day": Kind(
        lambda n: f"{later(n):%d %b %Y}", (Dates(format="%d %b %Y"), Suppression())
    ),
    "comma": Kind(lambda n: f"{n / 8:.3f}0".replace(".", ","), NUMBERS),
    "thousands": Kind(
        lambda n: f"{1234.5 * n:,.2f}".translate({44: ".", 46: ","}),
        (None, Intervals((2000, 4000)), Coding(top=5000)),
    ),
    "american_thousands": Kind(
        lambda n: f"{1234.5 * n:,.1f}", (None, Intervals((2000,)))
    ),
}

METHODS = [
    {"method": "mondrian", "labels": "tight"},
    {"method": "mondrian", "labels": "tight"},
    {"method": "mondrian", "labels": "region"},
    {"method": "mondrian", "labels": "tight", "sets": "ancestor"},
    {"method": "local-recoding", "labels": "tight", "sets": "star", "numbers": "star"},
    {
        "method": "dealing",
        "labels": "tight",
        "models": "epsilon-m-anonymity:epsilon=1,m=2",
    },
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


def chosen_levels(raw, level, hierarchies):
    """A level of every column, as far up as its hierarchy goes."""
    built = [build_hierarchy(dictionary, hierarchies) for dictionary in raw]
    return {kind.attribute: min(level, kind.height) for kind in built}


def publish(source, out, kinds, words, hierarchies):
    """A release with a column that tells which row is which."""
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


def codes_by_row(table, kinds):
    """Every row by its name, and the dictionaries of its codes."""
    table = replace(table, roles=Roles(quasi_identifiers=(*kinds, "row")))
    cells = table.count().cells
    names = cells.dictionary("row").texts
    rows = {names[line[-1]]: line for line in cells.codes.tolist()}
    return rows, cells.dictionaries[:-1]


def strangers(before, raw, after, published, *, hierarchy, level):
    """The values of one column whose rows have labels that do not stand for them."""
    labels = [*published.values, None][: published.size]
    cover = covers(labels, raw, hierarchy=hierarchy, level=level)
    values = [*raw.values, None]
    return [
        (labels[label], values[value])
        for value, label in zip(before, after, strict=True)
        if label not in cover.of(value)
    ]


def says_nothing(hierarchy, level):
    """Whether only the hierarchy says what labels stand for."""
    own_form = isinstance(hierarchy, Dates) and hierarchy.format is not None
    return own_form or (isinstance(hierarchy, Rounding) and level != 0)


def check(source, out, kinds, hierarchies, words):
    """Publish a table, and look for everybody in their own row."""
    before, raw = codes_by_row(TableInput(source), kinds)
    if isinstance(words, int):
        levels = chosen_levels(raw, words, hierarchies)
        words = {"levels": levels, "models": "k-anonymity:1"}
    release = publish(source, out, kinds, words, hierarchies)
    levels = release.levels or {}
    published = as_published(TableInput(out))
    after, labels = codes_by_row(published, kinds)
    assert before.keys() == after.keys()
    lost = {}
    for place, name in enumerate(kinds):
        told = hierarchies.get(name)
        level = levels.get(name)
        for hierarchy in {None, told}:
            if hierarchy is None and says_nothing(told, level):
                continue
            strange = strangers(
                [line[place] for line in before.values()],
                raw[place],
                [after[row][place] for row in before],
                labels[place],
                hierarchy=hierarchy,
                level=None if hierarchy is None else level,
            )
            if strange:
                lost[name, hierarchy] = strange
    assert lost == {}
    attacks = diversa.attack(out, known=source, hierarchies=hierarchies)
    (linking,) = (found for found in attacks.found if found.name == "linking")
    assert linking.matched == linking.total == ROWS


WORDS = [*range(5), *METHODS]
EVERY = list(product(WORDS, FILES))
TURNS = [(words, list(FILES)[turn % 3]) for turn, words in enumerate(WORDS)]
"""Every way to publish with one of the types of files."""


@pytest.mark.parametrize(("words", "file"), EVERY if TIMES > 1 else TURNS, ids=str)
def test_everybody_matches_the_label_of_their_row(tmp_path, words, file):
    for time in range(TIMES):
        rng = generator(f"{file} {words} {time}")
        names = rng.permutation(list(KINDS))[:: 2 if TIMES == 1 else 1]
        kinds = {str(name): KINDS[name] for name in names}
        hierarchies = draw_hierarchies(rng, kinds)
        source = FILES[file](draw_table(rng, kinds), tmp_path / f"people{time}")
        check(source, tmp_path / f"out{time}", kinds, hierarchies, words)


@pytest.mark.parametrize("labels", ["tight", "region"])
@pytest.mark.parametrize("name", ["huge", "tiny", "code", "power", "two_spellings"])
def test_everybody_matches_a_box_of_one_column(tmp_path, name, labels):
    kinds = {name: KINDS[name]}
    source = write_csv(draw_table(generator(name), kinds), tmp_path / "people")
    words = {"method": "mondrian", "labels": labels, "models": "k-anonymity:3"}
    check(source, tmp_path / "out", kinds, {}, words)
