# SPDX-License-Identifier: Apache-2.0
"""Of many moves the last one is answered."""

from __future__ import annotations

import asyncio

from diversa.studio.pages.latest import Latest


def test_the_last_question_is_asked():
    asked = []

    async def moves():
        latest = Latest(pause=0.01)

        def question(number):
            async def ask():
                asked.append(number)
                return number

            return ask

        return await asyncio.gather(*(latest.ask(question(n)) for n in range(5)))

    assert asyncio.run(moves()) == [None, None, None, None, 4]
    assert asked == [4]


def test_an_answer_that_is_late_is_dropped():
    async def moves():
        latest = Latest(pause=0)
        begun = asyncio.Event()
        later = asyncio.Event()

        async def slow():
            begun.set()
            await later.wait()
            return "slow"

        async def fast():
            later.set()
            return "fast"

        first = asyncio.create_task(latest.ask(slow))
        await begun.wait()
        return await latest.ask(fast), await first

    assert asyncio.run(moves()) == ("fast", None)
