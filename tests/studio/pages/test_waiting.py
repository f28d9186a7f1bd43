# SPDX-License-Identifier: Apache-2.0
"""What is awaited is answered, or given up by whoever waits."""

from __future__ import annotations

import asyncio

import pytest

from diversa.studio.pages.waiting import Cancellable, time_words


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
