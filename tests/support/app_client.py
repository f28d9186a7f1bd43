# SPDX-License-Identifier: Apache-2.0
"""A program that talks to an application in this process, and in this thread.

Starlette's own client has a thread for the application, and hands every message of a
request from one thread to the other: that takes longer than most answers. It is for
pages, which go on working after an answer, and for sockets.
"""

from __future__ import annotations

import asyncio
from contextlib import nullcontext

import fastapi.dependencies.utils
import fastapi.routing
import httpx
import pytest


class InThisThread(httpx.BaseTransport):
    """Asks an application whenever a client sends a request."""

    def __init__(self, app, *, lives: bool, address: str) -> None:
        self.loop = asyncio.new_event_loop()
        self.asked = httpx.ASGITransport(app, client=(address, 4711))
        self.life = app.router.lifespan_context(app) if lives else nullcontext()

    def __enter__(self):
        self.loop.run_until_complete(self.life.__aenter__())
        return self

    def __exit__(self, *ending):
        self.loop.run_until_complete(self.life.__aexit__(*ending))
        self.loop.close()

    def handle_request(self, request):
        return self.loop.run_until_complete(self.answer(request))

    async def answer(self, request):
        with pytest.MonkeyPatch.context() as patch:
            for place in (fastapi.routing, fastapi.dependencies.utils):
                patch.setattr(place, "run_in_threadpool", at_once)
            patch.setattr(asyncio, "to_thread", at_once)
            request.stream = Pieces(request.stream)
            answer = await self.asked.handle_async_request(request)
        body = await answer.aread()
        return httpx.Response(answer.status_code, headers=answer.headers, content=body)


class Pieces(httpx.AsyncByteStream):
    """The body of a request, piece by piece."""

    def __init__(self, stream) -> None:
        self.stream = stream

    async def __aiter__(self):
        for piece in self.stream:
            yield piece


async def at_once(function, /, *arguments, **words):
    """Call what else would be called in a thread."""
    return function(*arguments, **words)


def app_client(app, *, lives=True, address="127.0.0.1", **words) -> httpx.Client:
    """A client of an application, to be used as a context.

    Args:
        app: The application.
        lives: Whether it begins and ends with the client; others ask it afterwards
            where it does not.
        address: Where its requests come from.
        words: What the client sends with every request, and where.
    """
    transport = InThisThread(app, lives=lives, address=address)
    return httpx.Client(transport=transport, follow_redirects=True, **words)
