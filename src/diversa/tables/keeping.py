# SPDX-License-Identifier: Apache-2.0
"""Kept columns, checked by their values before anything is published.

A column is kept on the user's word that nobody can know it of a person. That word is
doubted where the values speak against it: values that single people out, an index of
the rows, or values that tell a sensitive one. Such a column is refused unless
`keep_anyway` names it. No value is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diversa.counts.cells import Cells
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary, Kind, reads_as
from diversa.data.missing import MissingPolicy
from diversa.data.roles import Roles
from diversa.errors import RoleError
from diversa.tables.role_cells import without_missing
from diversa.tables.table_input import OpenedTable

ALONE = 0.1
"""Share of the rows that may have a value that no other row has."""

FEW_ROWS = 10
"""The average number of rows with a value of a column of codes, if it is no key."""

MANY_VALUES = 20
"""Values from which on a column may be of keys or of free text."""

WORDS = 4
"""Words of a value of free text, on average over the rows."""

LIFETIME = 30
"""Years that dates of birth span at least: nine in ten of them."""

STRONG = 0.5
"""Association with a sensitive attribute from which on a column predicts it."""

WEAK = 0.25
"""Association below which many right guesses are a matter of chance."""

CHANCE = 0.001
"""The largest probability that a value predicts a sensitive one only by chance."""

CLASSES = 10
"""Classes of equal size that many numbers are put into."""

INDEX_NAME = re.compile(r"__index_level_\d+__|Unnamed: ?\d+")
"""The name of an index that pandas saved as a column."""

BIRTH_NAME = re.compile(r"birth|born|\bdob\b|geburt|naiss|nacim|nascita|geboorte", re.I)
"""Words in the names of columns of dates of birth."""

CODE = re.compile(r"[A-Za-z]{0,4}[-_/ ]?\d{5,}")
"""A number that looks like that of a record or a person."""

DATE = re.compile(r"(\d{4})-\d\d-\d\d.*|\d{1,2}[./-]\d{1,2}[./-](\d{4}).*")
"""A date with its year."""


def check_kept(opened: OpenedTable, sensitive: tuple[Sensitive, ...]) -> None:
    """Refuse kept columns whose values speak against keeping them."""
    refuse_kept(opened.table_input.roles, lambda name: reasons(opened, name, sensitive))


def refuse_kept(roles: Roles, reasons: Callable[[str], Iterator[str]]) -> None:
    """Refuse the kept columns that there are reasons against."""
    faults = [
        f"keep: '{name}' must not give people away, but {reason}; withhold it, declare"
        f" it as {better_role(reason)}, or keep it all the same: keep_anyway='{name}'"
        for name in roles.kept
        if name not in roles.keep_anyway and (reason := next(reasons(name), ""))
    ]
    if faults:
        raise RoleError("\n".join(faults))


def better_role(reason: str) -> str:
    """The role that a column should have for a reason."""
    return "sensitive" if TELLING in reason else "an identifier or a quasi-identifier"


TELLING = "tells"
"""The word in the reason for a column that predicts a sensitive value."""


def reasons(
    opened: OpenedTable, name: str, sensitive: tuple[Sensitive, ...]
) -> Iterator[str]:
    """The reasons against keeping a column, the plainest first."""
    table_input, table = opened.table_input, opened.table
    kind = table_input.kinds.get(name)
    opened.engine.gather(table, [name, *(attribute.name for attribute in sensitive)])
    values = opened.engine.values(table, name, kind=kind)
    values = replace(values, sensitive=True)
    yield from singling_out(values)
    for attribute in sensitive:
        secrets = attribute.dictionary
        if table_input.missing is MissingPolicy.DROP:  # the table still has these rows
            secrets = opened.engine.values(table, attribute.name, kind=secrets.kind)
            secrets = replace(secrets, sensitive=True)
        pair = opened.engine.count(table, [values, secrets])
        if table_input.missing is MissingPolicy.DROP:
            pair = without_missing(pair, [attribute.name])
        yield from telling(pair, attribute.name)


def singling_out(values: Dictionary) -> Iterator[str]:
    """The reasons why the values of a column single people out."""
    counts = values.counts[: len(values.values)]
    rows = int(counts.sum())
    if not rows:
        return
    if INDEX_NAME.fullmatch(values.column) or numbers_rows(values, rows):
        yield "it numbers the rows, as an index does"
    alone = int((counts == 1).sum()) / rows
    if alone > ALONE:
        yield f"{alone:.0%} of the rows have a value that no other row has"
    if looks_like_birth(values, counts):
        yield "it looks like a date of birth"
    if len(counts) < MANY_VALUES:
        return
    if rows < FEW_ROWS * len(counts) and share(values, counts, CODE) > 1 - ALONE:
        yield f"its {len(counts):,} values look like numbers of records or people"
    words = np.array([text.count(" ") + 1 for text in values.texts])
    if values.kind is Kind.TEXT and np.average(words, weights=counts) >= WORDS:
        yield f"its {len(counts):,} values are free text"


def numbers_rows(values: Dictionary, rows: int) -> bool:
    """True if the values are 0, 1, ..., n - 1, or any n numbers in a row."""
    if not rows == len(values.values) > 1:
        return False
    if not all(reads_as(value, Kind.NUMBER) for value in values.values[[0, -1]]):
        return False
    try:
        numbers = np.sort(values.numbers)
    except (TypeError, ValueError):
        return False
    return bool((np.diff(numbers) == 1).all())


def looks_like_birth(values: Dictionary, counts: NDArray[np.int64]) -> bool:
    """True for dates that span a lifetime, or dates and years in a column of births."""
    named = BIRTH_NAME.search(values.column.replace("_", " ")) is not None
    matches = [DATE.fullmatch(text) for text in values.texts]
    dated = np.array([match is not None for match in matches])
    if counts[dated].sum() <= (1 - ALONE) * counts.sum():
        return named and len(counts) >= MANY_VALUES
    years = [int(match[1] or match[2]) for match in matches if match]
    low, high = np.percentile(np.repeat(years, counts[dated]), [5, 95])
    return named or bool(high - low >= LIFETIME)


def share(
    values: Dictionary, counts: NDArray[np.int64], pattern: re.Pattern[str]
) -> float:
    """The share of the rows whose value is written like a pattern."""
    written = [pattern.fullmatch(text) is not None for text in values.texts]
    return float(counts[written].sum() / counts.sum())


def telling(pair: Cells, attribute: str) -> Iterator[str]:
    """The reasons why a column predicts a sensitive attribute."""
    table = contingency(pair)
    if min(table.shape) < 2:
        return
    rows, by_secret = table.sum(), table.sum(axis=0)
    before, after = by_secret.max() / rows, table.max(axis=1).sum() / rows
    certain = certain_rows(table)
    if certain:
        yield (
            f"it {TELLING} '{attribute}' for certain in {certain:,} of {rows:,} rows:"
            " all rows with its value have the same"
        )
    strength, fewer_errors = cramers_v(table), (after - before) / (1 - before)
    if strength >= STRONG or (fewer_errors >= STRONG and strength >= WEAK):
        yield (
            f"it {TELLING} '{attribute}': whoever knows it guesses right in {after:.0%}"
            f" of the rows, instead of {before:.0%} (Cramer's V {strength:.2f})"
        )


def contingency(pair: Cells) -> NDArray[np.int64]:
    """Rows by the class of the column and that of the sensitive attribute."""
    axes = [classes(dictionary) for dictionary in pair.dictionaries]
    table = np.zeros([axis.max(initial=-1) + 1 for axis in axes], dtype=np.int64)
    first, second = (axis[pair.codes[:, place]] for place, axis in enumerate(axes))
    np.add.at(table, (first, second), pair.counts)
    table = table[table.any(axis=1)]
    return table[:, table.any(axis=0)]


def classes(values: Dictionary) -> NDArray[np.int64]:
    """The class of each value: itself, or where numbers are many that of its rank."""
    codes = np.arange(values.size)
    if values.kind is Kind.TEXT or len(values.values) <= MANY_VALUES:
        return codes
    counts = values.counts[: len(values.values)]
    middle = np.cumsum(counts) - counts / 2
    ranked = (CLASSES * middle / counts.sum()).astype(np.int64)
    missing = [] if values.missing_code is None else [CLASSES]
    return np.append(ranked, missing).astype(np.int64)


def certain_rows(table: NDArray[np.int64]) -> int:
    """Rows whose value has one sensitive value only, more than chance would make."""
    sizes, shares = table.sum(axis=1), table.sum(axis=0) / table.sum()
    homogeneous = table.max(axis=1) == sizes
    likely = shares[table.argmax(axis=1)] ** sizes * len(table)
    return int(sizes[homogeneous & (likely < CHANCE)].sum())


def cramers_v(table: NDArray[np.int64]) -> float:
    """Cramer's V with the correction of Bergsma (2013), which is 0 by chance alone."""
    rows = table.sum()
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / rows
    squared = float(((table - expected) ** 2 / expected).sum()) / rows
    high, wide = table.shape
    corrected = max(0.0, squared - (high - 1) * (wide - 1) / max(1, rows - 1))
    least = min(side - (side - 1) ** 2 / max(1, rows - 1) for side in (high, wide))
    return float(np.sqrt(corrected / (least - 1))) if least > 1 else 0.0
