# SPDX-License-Identifier: Apache-2.0
"""The latest question: of many moves of a slider, the last one is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

PAUSE = 0.12
"""Seconds after the last move before a question is asked."""


class Latest:
    """Asks once the moves have paused; an answer that comes too late is dropped."""

    def __init__(self, pause: float = PAUSE) -> None:
        self._pause = pause
        self._asked = 0

    async def ask(self, question: Callable[[], Awaitable[object]]) -> object | None:
        """The answer; None where something else was asked meanwhile."""
        self._asked += 1
        mine = self._asked
        await asyncio.sleep(self._pause)
        if mine != self._asked:
            return None
        answer = await question()
        return answer if mine == self._asked else None
