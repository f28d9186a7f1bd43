# SPDX-License-Identifier: Apache-2.0
"""A bound of what one address may send in a day, in memory alone."""

from __future__ import annotations

import datetime as dt
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from diversa.studio.security.later import TooManyTriesError
from diversa.studio.security.tries import MOST_COUNTS, Count, network
from diversa.studio.state.records import now

DAY = dt.timedelta(days=1)


class Quota:
    """Counts what addresses send; addresses are written nowhere."""

    def __init__(self, clock: Callable[[], dt.datetime] = now) -> None:
        self._clock = clock
        self._counts: OrderedDict[tuple[str, str], Count] = OrderedDict()
        self._lock = Lock()

    def take(self, address: str, what: str, most: int) -> None:
        """Count one more from an address, of at most so many in a day.

        Raises:
            TooManyTriesError: It has sent that many; says when the day is over.
        """
        key, at = (network(address), what), self._clock()
        with self._lock:
            count = self._counts.get(key)
            if count is None or at - count.at >= DAY:
                count = self._counts[key] = Count(at)
            if count.tries >= most:
                left = (count.at + DAY - at).total_seconds()
                raise TooManyTriesError(
                    "survey: too many answers came from this address", seconds=left
                )
            count.tries += 1
            self._counts.move_to_end(key)
            while len(self._counts) > MOST_COUNTS:
                self._counts.popitem(last=False)

    def __len__(self) -> int:
        return len(self._counts)
