# SPDX-License-Identifier: Apache-2.0
"""The latest question: of many moves of a slider, the last one is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

PAUSE = 0.12
"""Seconds after the last move before a question is asked."""


class Latest:
    """Asks once the moves have paused, one question at a time and in their order.

    A question that is overtaken before it begins is never asked. One that has begun
    ends before the next begins: what it shows or keeps is always older than what the
    latest one shows and keeps.
    """

    def __init__(self, pause: float = PAUSE) -> None:
        self._pause = pause
        self._asked = 0
        self._turn = asyncio.Lock()

    async def ask(self, question: Callable[[], Awaitable[object]]) -> object | None:
        """The answer; None where something else was asked before this could begin."""
        self._asked += 1
        mine = self._asked
        await asyncio.sleep(self._pause)
        async with self._turn:
            return await question() if mine == self._asked else None
