# SPDX-License-Identifier: Apache-2.0
"""Names that parts of a plan had before: they are still read, and who uses one is told.

A setting declares its former names (`Setting.formerly`), and so does a table with a
line for each column (`ColumnTable.formerly`).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache
from typing import Any

from diversa.plan.column_tables import COLUMN_TABLES
from diversa.plan.faults import Faults
from diversa.plan.settings import SECTIONS
from diversa.setting import settings_of

LOG = logging.getLogger(__name__)
"""Told of names from before."""


def former_keys(section: type) -> dict[str, str]:
    """Former keys of the settings of a section, with the keys of today."""
    return {
        old: key
        for key, declared in settings_of(section).items()
        for old in declared.formerly
    }


def former_tables() -> dict[str, str]:
    """Former names of tables with a line for each column, with those of today."""
    return {
        old: name for name, table in COLUMN_TABLES.items() for old in table.formerly
    }


@cache
def former_keywords() -> Mapping[str, str]:
    """Former keywords of a plan in Python, with those of today."""
    keys = [former_keys(section) for section in SECTIONS.values()]
    return {old: key for names in keys for old, key in names.items()} | former_tables()


def with_names_of_today(
    table: Mapping[str, Any], former: Mapping[str, str], where: str, faults: Faults
) -> dict[str, Any]:
    """A table whose keys have the names of today; two names of one thing are a fault.

    `where` stands before a key in messages, such as `privacy.`.

    Example:
        >>> table = {"suppressed": "star"}
        >>> with_names_of_today(table, {"suppressed": "suppress_by"}, "", Faults())
        {'suppress_by': 'star'}
    """
    for old in former.keys() & table.keys():
        name = former[old]
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
    renamed = {former.get(key, key): value for key, value in table.items()}
    return renamed | {key: table[key] for key in renamed.keys() & table.keys()}
