# SPDX-License-Identifier: Apache-2.0
"""The step *data*: the values of every column, and how they single people out.

Values are counted in the engine; nothing here looks at rows. Raw values are shown: this
step is for people who may see the data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary
from diversa.engines.registry import open_engine
from diversa.errors import InputError
from diversa.hierarchies.automatic_hierarchy import automatic, is_date, round_up
from diversa.hierarchies.grid import exact_values
from diversa.hierarchies.intervals import Intervals
from diversa.hierarchies.masking import Masking
from diversa.open_tables.open_table import OpenTable
from diversa.plan.plan import Plan
from diversa.risks.distinction import distinction, measure_columns, separation
from diversa.suggestions.role_guess import OTHER, RoleGuess

MOST_BARS = 12
"""The most values of a column that have a bar of their own."""

BINS = 20
"""The most ranges of numbers that are shown."""


@dataclass(frozen=True)
class ValueBar:
    """The rows with a value, or with a value of a range."""

    label: str
    """The value, the range, or the number of rare values."""
    rows: int
    """Number of rows with it."""


@dataclass(frozen=True)
class Column:
    """A column as it is shown."""

    name: str
    kind: str
    """The kind of its values: text, code, number or date."""
    rows: int
    """Number of rows of the table."""
    distinct: int
    """Number of different values, without missing ones."""
    missing: int
    """Number of rows without a value."""
    alone: int
    """Number of rows whose value nobody else has."""
    distinction: float
    """Different values divided by rows; 1 if every row has its own."""
    separation: float
    """The share of pairs of rows that the column tells apart."""
    bars: tuple[ValueBar, ...]
    """The distribution of the values."""
    role: str
    """Its role in the plan: see `role_of`."""
    suggested: str
    """The role that it seems to have."""
    reason: str


@dataclass(frozen=True)
class Together:
    """The power of all quasi-identifiers together to single people out."""

    columns: tuple[str, ...]
    """The quasi-identifiers."""
    rows: int
    """Number of rows of the table."""
    alone: int
    """Number of rows whose tuple nobody else has."""
    distinction: float
    """Different tuples divided by rows."""
    separation: float
    """The share of pairs of rows that differ."""
    without: Mapping[str, float]
    """The distinction without each column, which shows what the column adds."""


def describe_columns(
    source: object, plan: Plan, guesses: Mapping[str, RoleGuess]
) -> list[Column]:
    """Count the values of every column; `guesses` are the suggested roles."""
    with open_engine(None, source) as opened:
        table = opened.open(source, options=plan.reading)
        return [
            describe_column(
                opened.values(table, name, kind=plan.kinds.get(name)),
                role_of(plan, name),
                guesses.get(name, RoleGuess(OTHER, "")),
            )
            for name in table.columns
        ]


def role_of(plan: Plan, name: str) -> str:
    """The role that a plan gives a column; "other" if it gives none.

    >>> from diversa import make_plan
    >>> role_of(make_plan(sensitive="ill"), "ill"), role_of(make_plan(), "ill")
    ('sensitive', 'other')
    """
    named = {
        "identifiers": plan.roles.identifiers,
        "quasi_identifiers": plan.roles.quasi_identifiers,
        "sensitive": plan.roles.sensitive,
        "kept": plan.roles.every_kept,
    }
    return next((role for role, names in named.items() if name in names), OTHER)


def describe_column(dictionary: Dictionary, role: str, guess: RoleGuess) -> Column:
    """Describe a column by its values and their counts."""
    counts, rows = dictionary.counts, int(dictionary.counts.sum())
    lost = 0 if dictionary.missing_code is None else int(counts[-1])
    kind = kind_of(dictionary)
    return Column(
        dictionary.column,
        kind,
        rows,
        len(dictionary.values),
        lost,
        int((counts == 1).sum()),
        distinction(counts),
        separation(counts),
        tuple(bars_of(dictionary, kind)),
        role,
        guess.role,
        guess.reason,
    )


def kind_of(dictionary: Dictionary) -> str:
    """The kind of a column's values: text, code, number or date.

    >>> kind_of(Dictionary.build("age", ["31", "4", "77"], [1, 1, 1]))
    'number'
    """
    try:
        if is_date(dictionary):
            return "date"
        kind = automatic(dictionary)
    except InputError:  # dates of which only the user knows which number is the day
        return "date"
    if isinstance(kind, Masking):
        return "code"
    return "number" if isinstance(kind, Intervals) else "text"


def bars_of(dictionary: Dictionary, kind: str) -> Iterator[ValueBar]:
    """The distribution of a column's values; missing ones come last."""
    present = dictionary.counts[: len(dictionary.values)]
    if kind == "number" and len(present) > MOST_BARS:
        yield from number_bars(dictionary, present)
    elif kind == "date" and len(present) > MOST_BARS:
        yield from year_bars(dictionary, present)
    else:
        yield from value_bars(dictionary.texts, present)
    if dictionary.missing_code is not None:
        yield ValueBar("(missing)", int(dictionary.counts[-1]))


def value_bars(texts: Sequence[str], counts: NDArray[np.int64]) -> Iterator[ValueBar]:
    """The most frequent values, and the number of rarer ones.

    >>> [bar.label for bar in value_bars(("a", "b"), np.array([1, 5]))]
    ['b', 'a']
    """
    order = np.argsort(-counts, kind="stable")
    few = len(order) <= MOST_BARS
    shown = order if few else order[: MOST_BARS - 1]
    for code in shown.tolist():
        yield ValueBar(texts[code], int(counts[code]))
    if not few:
        rest = order[len(shown) :]
        yield ValueBar(f"({len(rest):,} other values)", int(counts[rest].sum()))


def number_bars(
    dictionary: Dictionary, counts: NDArray[np.int64]
) -> Iterator[ValueBar]:
    """Numbers in ranges of one round width."""
    values = exact_values(dictionary)
    low, high = min(values), max(values)
    width = round_up((high - low) / BINS)
    first = floor(low / width)
    place = np.array([floor(value / width) - first for value in values])
    rows = np.bincount(place, weights=counts).astype(np.int64)
    for turn, count in enumerate(rows.tolist()):
        begin = (first + turn) * width
        yield ValueBar(f"{float(begin):g}–{float(begin + width):g}", count)


def year_bars(dictionary: Dictionary, counts: NDArray[np.int64]) -> Iterator[ValueBar]:
    """Dates by year, or by month if they lie within a few years."""
    try:
        days = dictionary.dates
    except (InputError, ValueError):
        yield from value_bars(dictionary.texts, counts)
        return
    years = [day.year for day in days]
    few = max(years) - min(years) < 2
    names = [f"{day:%Y-%m}" if few else str(day.year) for day in days]
    rows: dict[str, int] = Counter()
    for name, count in sorted(zip(names, counts.tolist(), strict=True)):
        rows[name] += count
    if len(rows) > 2 * BINS:
        rows = several_years(rows, len(rows) // BINS + 1)
    yield from (ValueBar(name, count) for name, count in rows.items())


def several_years(rows: Mapping[str, int], step: int) -> dict[str, int]:
    """Rows per year as rows per several years.

    >>> several_years({"2000": 1, "2003": 2, "2004": 3}, 4)
    {'2000–2003': 3, '2004–2007': 3}
    """
    spans = Counter[str]()
    for name, count in rows.items():
        begin = int(name[:4]) // step * step
        spans[f"{begin}–{begin + step - 1}"] += count
    return dict(spans)


def single_out(table: OpenTable) -> Together:
    """Measure how the quasi-identifiers single people out, together and each alone."""
    cells, names = table.counted.cells, table.plan.roles.quasi_identifiers
    every = measure_columns(cells, names)
    sizes = table.groups().sizes
    without = dict.fromkeys(names, 0.0)
    if len(names) > 1:
        for name in names:
            others = [other for other in names if other != name]
            without[name] = measure_columns(cells, others).distinction
    return Together(
        names,
        cells.rows,
        int((sizes == 1).sum()),
        every.distinction,
        every.separation,
        without,
    )
