# SPDX-License-Identifier: Apache-2.0
"""Time zones: a moment is in the day and the month that it has where it was noted.

2024-03-01 00:30 in Berlin is in March, although it is still February in Greenwich.
Engines hold moments without their place; a table says the zone of each column.
"""

from __future__ import annotations

import datetime as dt
import re

FIXED = re.compile(r"(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})")
"""A zone that is always as far from Greenwich."""

GREENWICH = ("UTC", "GMT", "Z", "Etc/UTC", "Etc/GMT")
"""Names of the zone in which engines show moments."""


def zone_name(zone: object) -> str | None:
    """The name of a zone of Python, or how far it is from Greenwich; None if unknown.

    >>> zone_name(dt.timezone(dt.timedelta(hours=-3))), zone_name("Europe/Berlin")
    ('-03:00', 'Europe/Berlin')
    """
    if isinstance(zone, str):
        return zone
    named = getattr(zone, "key", None) or getattr(zone, "zone", None)
    if isinstance(named, str):
        return named
    away = zone.utcoffset(None) if isinstance(zone, dt.tzinfo) else None
    return None if away is None else format_offset(away)


def format_offset(away: dt.timedelta) -> str:
    """The offset of a zone from Greenwich.

    >>> format_offset(dt.timedelta(hours=5, minutes=30))
    '+05:30'
    """
    minutes = int(away.total_seconds()) // 60
    hours, rest = divmod(abs(minutes), 60)
    return f"{'-' if minutes < 0 else '+'}{hours:02}:{rest:02}"


def constant_minutes(zone: str) -> int | None:
    """The minutes of a zone that is always as far from Greenwich; None for others.

    >>> constant_minutes("UTC-03:30"), constant_minutes("Europe/Berlin")
    (-210, None)
    """
    if zone in GREENWICH:
        return 0
    match = FIXED.fullmatch(zone)
    if match is None:
        return None
    minutes = 60 * int(match[2]) + int(match[3])
    return -minutes if match[1] == "-" else minutes
