# SPDX-License-Identifier: Apache-2.0
"""The language of a page: one file per language holds all texts of a report.

A page is written inside `speaking("de")`; the default is English. Models and metrics of
other packages keep their own words.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import NamedTuple

ENGLISH = "en"
"""The default language."""


class MarkedText(NamedTuple):
    """A text with a class of its own on a page."""

    text: str
    kind: str


@cache
def texts_of(code: str) -> Mapping[str, str]:
    """All texts of a report in one language: key to text with {names} for values."""
    folder = files("diversa.report").joinpath("languages")
    tables = tomllib.loads(folder.joinpath(f"{code}.toml").read_text("utf-8"))
    return dict(flat(tables))


def flat(tables: Mapping[str, object], above: str = "") -> Iterator[tuple[str, str]]:
    """The texts of nested tables, by their path.

    >>> dict(flat({"a": {"b": "text"}, "c": "other"}))
    {'a.b': 'text', 'c': 'other'}
    """
    for key, value in tables.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", str(value)


SPOKEN: ContextVar[str] = ContextVar("language", default=ENGLISH)
"""The language of the page that is being written."""

UNITS: ContextVar[tuple[str, ...]] = ContextVar("units", default=())
"""The parts of a language with texts in place of others, where people are counted and
not rows; the first that has a text is taken."""


@contextmanager
def speaking(
    code: str, *, of_people: bool = False, of_counts: bool = False
) -> Iterator[None]:
    """Write pages in a language; on those of people, in the words for people.

    On pages `of_counts` a line of the table stands for several people.
    """
    units = ("of_counts", "of_people") if of_counts else ("of_people",) * of_people
    token, counted = SPOKEN.set(code), UNITS.set(units)
    try:
        yield
    finally:
        SPOKEN.reset(token)
        UNITS.reset(counted)


def phrase(key: str, **values: object) -> str:
    """A text of the page's language, filled with values.

    >>> phrase("before"), phrase("rows.many", count=3)
    ('before', '3 rows')
    """
    return texts_of(SPOKEN.get())[spoken_key(key)].format(**values)


def spoken_key(key: str) -> str:
    """The key of a text; that of people, where people are counted and there is one."""
    texts = texts_of(SPOKEN.get())
    own = (f"{unit}.{key}" for unit in UNITS.get())
    return next((name for name in own if name in texts), key)


def own_phrase(key: str, otherwise: str, **values: object) -> str:
    """A text of the page's language; `otherwise` if the language lacks it."""
    texts, key = texts_of(SPOKEN.get()), spoken_key(key)
    return texts[key].format(**values) if key in texts else otherwise


def many(key: str, count: int) -> str:
    """Write a number with what it counts.

    >>> many("groups", 1), many("rows", 1200)
    ('1 group', '1,200 rows')
    """
    return phrase(f"{key}.{'one' if count == 1 else 'many'}", count=format_value(count))


def localize_number(text: str) -> str:
    """Write a number with the marks of the page's language.

    >>> with speaking("de"):
    ...     localize_number("1,234.5")
    '1.234,5'
    """
    return text.translate(number_marks(SPOKEN.get()))


@cache
def number_marks(code: str) -> dict[int, str]:
    """The marks of a language in numbers, as a translation table."""
    texts = texts_of(code)
    return str.maketrans({",": texts["number.thousands"], ".": texts["number.point"]})


def is_number(value: object) -> bool:
    """True if a value is a number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def format_value(value: object) -> str:
    """Write a value: thousands apart, at most four digits after the point.

    >>> [format_value(value) for value in (1234567, 0.12345, None, "a")]
    ['1,234,567', '0.1235', '–', 'a']
    """
    if value is None:
        return "–"
    if isinstance(value, MarkedText):
        return value.text
    if isinstance(value, float):
        return localize_number(f"{value:,.4f}".rstrip("0").rstrip("."))
    return localize_number(f"{value:,}") if is_number(value) else str(value)


def percent(share: float | None) -> str:
    """Write a share; 0 % and 100 % only if they are exact.

    >>> percent(0.5), percent(0.00001), percent(0.99999), percent(0.0)
    ('50 %', '<0.1 %', '>99.9 %', '0 %')
    """
    if share is None:
        return "–"
    if 0 < share < 0.001:
        return localize_number("<0.1 %")
    if 0.999 < share < 1:
        return localize_number(">99.9 %")
    return localize_number(f"{100 * share:.3g} %")
