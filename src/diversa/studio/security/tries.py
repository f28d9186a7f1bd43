# SPDX-License-Identifier: Apache-2.0
"""Tries to log in: each wrong one lets its address wait longer for the next.

They are counted by address and name, and by address alone. Somebody at one address thus
cannot keep anybody out who comes from another one. A try is counted before its password
is checked, so that many at once are counted too.
"""

from __future__ import annotations

import datetime as dt
import math
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from threading import Lock

from diversa.errors import InputError
from diversa.studio.state.records import now


class LaterError(InputError):
    """A request came too early; it may be repeated after some seconds."""

    def __init__(self, message: str, *, seconds: float) -> None:
        self.seconds = max(1, math.ceil(seconds))
        super().__init__(f"{message}; try again in {self.seconds:,} s")

    @property
    def headers(self) -> dict[str, str]:
        """The header by which programs know when to come back."""
        return {"Retry-After": str(self.seconds)}


class TooManyTriesError(LaterError):
    """An address has tried too often."""


class BusyError(LaterError):
    """Too many passwords are being checked at this moment."""


ANY_NAME = ""
"""The name under which all tries of an address are counted."""

NAMES_PER_ADDRESS = 4
"""Number of people at one address who may each use up their free tries."""

MOST_COUNTS = 20_000
"""The most counts that are remembered; the one unchanged longest goes first."""

FORGOTTEN_AFTER = dt.timedelta(days=1)
"""Time without a try after which a count begins anew."""


@dataclass
class Count:
    """The wrong tries of an address, or of an address for one name."""

    at: dt.datetime
    """The time of the last one."""
    tries: int = 0
    """Their number."""

    def seconds_left(self, at: dt.datetime, *, free: int, longest: float) -> float:
        """Seconds from a moment until the next try is taken: 1, 2, 4, 8, ..."""
        if self.tries < free:
            return 0.0
        delay = min(2.0 ** min(self.tries - free, 40), longest)
        return delay - (at - self.at).total_seconds()


class Counts:
    """The latest counts of addresses, in memory alone: a restart forgets them."""

    def __init__(self, clock: Callable[[], dt.datetime] = now) -> None:
        self._clock = clock
        self._counts: OrderedDict[tuple[str, str], Count] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._counts)

    def _keep(self, key: tuple[str, str], count: Count) -> None:
        """Keep a count that was changed; too many others are forgotten."""
        self._counts[key] = count
        self._counts.move_to_end(key)
        while len(self._counts) > MOST_COUNTS:
            self._counts.popitem(last=False)


class Tries(Counts):
    """The wrong tries of late."""

    def __init__(
        self, *, free: int, longest: float, clock: Callable[[], dt.datetime] = now
    ) -> None:
        super().__init__(clock)
        self._free = free
        self._longest = longest

    def check(
        self, address: str, name: str, *, unlocked_at: dt.datetime | None = None
    ) -> None:
        """Refuse a try that comes too early; tries before an unlocking do not count.

        Raises:
            TooManyTriesError: There were too many, and the last one is too fresh.
        """
        with self._lock:
            self._check(network(address), name, unlocked_at)

    def begin(
        self, address: str, name: str, *, unlocked_at: dt.datetime | None = None
    ) -> None:
        """Count a try as a wrong one, unless it comes too early; see `check`."""
        place = network(address)
        with self._lock:
            self._check(place, name, unlocked_at)
            for key in ((place, name), (place, ANY_NAME)):
                count = self._counts.get(key)
                if count is None or is_void(count, self._clock(), unlocked_at):
                    count = Count(self._clock())
                count.tries, count.at = count.tries + 1, self._clock()
                self._keep(key, count)

    def forgive(self, address: str, name: str) -> None:
        """Forget the tries of an address for a name: the last one was right.

        Of those of the address only that one is taken back. Who has a name of their
        own could otherwise try the others for ever.
        """
        place = network(address)
        with self._lock:
            self._counts.pop((place, name), None)
            count = self._counts.get((place, ANY_NAME))
            if count is not None:
                count.tries = max(0, count.tries - 1)

    def _check(self, place: str, name: str, unlocked_at: dt.datetime | None) -> None:
        """Refuse a try that comes too early."""
        at = self._clock()
        many = self._free * NAMES_PER_ADDRESS
        waits = [
            count.seconds_left(at, free=free, longest=self._longest)
            for key, free in (((place, name), self._free), ((place, ANY_NAME), many))
            if (count := self._counts.get(key)) is not None
            and not is_void(count, at, unlocked_at)
        ]
        left = max(waits, default=0.0)
        if left > 0:
            raise TooManyTriesError("log-in: there were too many tries", seconds=left)


def is_void(count: Count, at: dt.datetime, unlocked_at: dt.datetime | None) -> bool:
    """True if tries are too old to count, or were before an unlocking."""
    is_old = at - count.at > FORGOTTEN_AFTER
    return is_old or (unlocked_at is not None and count.at <= unlocked_at)


def network(address: str) -> str:
    """The address that tries are counted by: one household of IPv6 has many.

    >>> network("2001:db8:1:2:aaaa::1"), network("192.0.2.7"), network("somewhere")
    ('2001:db8:1:2::', '192.0.2.7', 'somewhere')
    """
    try:
        read = ip_address(address)
    except ValueError:
        return address[:100]
    if not isinstance(read, IPv6Address):
        return str(read)
    if read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)
    return str(IPv6Address(int(read) >> 64 << 64))


DAY = dt.timedelta(days=1)


class Quota(Counts):
    """Counts what addresses send; addresses are written nowhere."""

    def take(self, address: str, what: str, most: int) -> None:
        """Count one more from an address, of at most so many in a day.

        Raises:
            TooManyTriesError: It has sent that many; says when the day is over.
        """
        key, at = (network(address), what), self._clock()
        with self._lock:
            count = self._counts.get(key)
            if count is None or at - count.at >= DAY:
                count = Count(at)
            if count.tries >= most:
                left = (count.at + DAY - at).total_seconds()
                raise TooManyTriesError(
                    "survey: too many answers came from this address", seconds=left
                )
            count.tries += 1
            self._keep(key, count)
