# SPDX-License-Identifier: Apache-2.0
"""Names that parts of a plan had before: they are still read, and who uses one is told.

A setting declares its former names (`Setting.formerly`), and so does a table with a
line for each column (`ColumnTable.formerly`).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from diversa.plan.column_tables import COLUMN_TABLES
from diversa.plan.faults import Faults
from diversa.plan.settings import SECTIONS
from diversa.setting import settings_of

LOG = logging.getLogger(__name__)
"""Told of names from before."""


class Today(NamedTuple):
    """The name of today for a former one."""

    name: str
    """The name of today."""
    words: Mapping[str, str] = {}
    """Former words that could be given, each with the word of today."""


def former_keys(section: type) -> dict[str, Today]:
    """Former keys of the settings of a section, with the keys of today."""
    return {
        old: Today(key, declared.former_words)
        for key, declared in settings_of(section).items()
        for old in declared.formerly
    }


def former_tables() -> dict[str, Today]:
    """Former names of tables with a line for each column, with those of today."""
    return {
        old: Today(name)
        for name, table in COLUMN_TABLES.items()
        for old in table.formerly
    }


@cache
def former_keywords() -> Mapping[str, Today]:
    """Former keywords of a plan in Python, with those of today."""
    keys = [former_keys(section) for section in SECTIONS.values()]
    return {old: key for names in keys for old, key in names.items()} | former_tables()


def with_names_of_today(
    table: Mapping[str, Any], former: Mapping[str, Today], where: str, faults: Faults
) -> dict[str, Any]:
    """A table whose keys have the names of today; two names of one thing are a fault.

    `where` stands before a key in messages, such as `privacy.`.

    Example:
        >>> table = {"suppressed": "star"}
        >>> former = {"suppressed": Today("suppress_by")}
        >>> with_names_of_today(table, former, "", Faults())
        {'suppress_by': 'star'}
    """
    renamed = {}
    for old in former.keys() & table.keys():
        name, words = former[old]
        word = renamed[name] = table[old]
        if isinstance(word, str):
            renamed[name] = words.get(word, word)
        if name in table:
            faults.add(f"{where}{old}: must be left out beside {where}{name}, got both")
        else:
            LOG.warning(
                "%s%s is called %s%s now; the former name is still read",
                where,
                old,
                where,
                name,
            )
    return renamed | {key: word for key, word in table.items() if key not in former}
