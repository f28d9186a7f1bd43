# SPDX-License-Identifier: Apache-2.0
"""What is awaited is answered, or given up by whoever waits."""

from __future__ import annotations

import asyncio

import pytest

from diversa.studio.pages.waiting import Cancellable, Latest, time_words


@pytest.fixture
def wait():
    return Cancellable()


def test_the_answer_comes_through(wait):
    async def work():
        return 7

    assert asyncio.run(wait.answer(work())) == 7
    assert not wait.is_cancelled


def test_a_cancelled_wait_has_no_answer(wait):
    ended = []

    async def work():
        await asyncio.Event().wait()
        ended.append(True)

    async def scene():
        asyncio.get_running_loop().call_soon(wait.cancel)
        return await wait.answer(work())

    assert asyncio.run(scene()) is None
    assert wait.is_cancelled
    assert ended == []


def test_nothing_more_is_begun_after_a_cancel(wait):
    begun = []

    async def work():
        begun.append(True)

    wait.cancel()
    assert asyncio.run(wait.answer(work())) is None
    assert begun == []


def test_a_page_that_is_closed_is_no_cancel(wait):
    async def scene():
        task = asyncio.ensure_future(wait.answer(asyncio.Event().wait()))
        await asyncio.sleep(0)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(scene())


def test_a_time_left_is_told_once_something_is_done():
    assert time_words(3.2, 0.0) == "3 s"
    assert time_words(30.0, 0.5) == "30 s, about 30 s left"
    assert time_words(30.0, 1.0) == "30 s, about 1 s left"


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
