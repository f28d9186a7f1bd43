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


def test_a_question_waits_for_the_one_before_so_that_the_latest_is_shown_last():
    shown = []

    async def moves():
        latest = Latest(pause=0)
        begun = asyncio.Event()
        later = asyncio.Event()

        async def slow():
            begun.set()
            await later.wait()
            shown.append("slow")

        def quick(word):
            async def show():
                shown.append(word)

            return show

        first = asyncio.create_task(latest.ask(slow))
        await begun.wait()
        overtaken = asyncio.create_task(latest.ask(quick("overtaken")))
        last = asyncio.create_task(latest.ask(quick("last")))
        for _ in range(5):  # both have had the time to begin, if they could
            await asyncio.sleep(0)
        assert shown == []
        later.set()
        await asyncio.gather(first, overtaken, last)

    asyncio.run(moves())
    assert shown == ["slow", "last"]
