# SPDX-License-Identifier: Apache-2.0
"""A page listens to the visitor who opened it, and to nobody else.

NiceGUI knows a page by a number, and whoever has the number could send events or files
to it. Here the number alone is worth nothing: a socket joins a page of its own visitor
only, sends events only to a page that it has joined, and is closed when the log-in has
ended. Files are taken from the visitor of the page alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any
from urllib.parse import parse_qs

from nicegui import Client, core
from socketio.exceptions import ConnectionRefusedError as RefusedError
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from diversa.studio.security.door import CLIENT
from diversa.studio.security.permissions import Visitor

AGAIN = '42["try_reconnect"]'
"""Lets the browser load its page anew, in the words of socket.io."""

REFUSED = "Implicit handshake failed"
"""The words upon which the browser loads its page anew."""

ENDED = 1008
"""The code of a socket that was closed because of who uses it."""

Handler = Callable[..., Any]


def bind_sockets() -> None:
    """Bind every page's socket to its visitor.

    Sockets are websockets: in the other transport every request could come from
    somebody else.
    """
    core.sio.eio.transports = ["websocket"]
    core.app.config.socket_io_js_transports = ["websocket"]
    wrappers = {"connect": bound_connect, "handshake": bound_handshake}
    handlers = core.sio.handlers["/"]
    for name, handler in handlers.items():
        # There may be several studios; who leaves need not be asked.
        if name != "disconnect" and not hasattr(handler, "__wrapped__"):
            handlers[name] = wrappers.get(name, bound_event)(handler)


def bound_connect(handler: Handler) -> Handler:
    """A connection that joins a page of its own visitor, or none."""

    @wraps(handler)
    async def connect(sid: str, environ: Mapping[str, Any], *more: object) -> object:
        query = parse_qs(environ.get("QUERY_STRING", ""))
        pages = query.get("client_id", [])
        if not all(is_own(socket_visitor(environ), page) for page in pages):
            raise RefusedError(REFUSED)
        return await handler(sid, environ, *more)

    return connect


def bound_handshake(handler: Handler) -> Handler:
    """A handshake with a page of its own visitor."""

    @wraps(handler)
    async def handshake(sid: str, words: Mapping[str, Any]) -> object:
        visitor = socket_visitor(core.sio.get_environ(sid) or {})
        return is_own(visitor, page_of(words)) and await handler(sid, words)

    return handshake


def bound_event(handler: Handler) -> Handler:
    """An event for a page that the socket has joined; any other one is dropped."""

    @wraps(handler)
    def event(sid: str, words: Mapping[str, Any]) -> object:
        return handler(sid, words) if page_of(words) in core.sio.rooms(sid) else None

    return event


def page_of(words: object) -> str:
    """The number of the page that a message is for."""
    return str(words.get("client_id", "")) if isinstance(words, Mapping) else ""


def socket_visitor(environ: Mapping[str, Any]) -> Visitor | None:
    """The visitor who opened a socket, as the door identified them."""
    state = environ.get("asgi.scope", {}).get("state", {})
    visitor: Visitor | None = state.get("visitor")
    return visitor


def is_own(visitor: Visitor | None, page: str) -> bool:
    """True if a page exists and was opened by the visitor."""
    client = Client.instances.get(page)
    opener = getattr(client.request.state, "visitor", None) if client else None
    return visitor is not None and visitor == opener


class OwnPages:
    """Lets visitors reach their own pages; a layer between the door and the pages."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            visitor = getattr(HTTPConnection(scope).state, "visitor", None)
            receive = while_in(visitor, receive, send)
        elif scope["type"] == "http" and scope["path"].startswith(CLIENT):
            visitor = getattr(HTTPConnection(scope).state, "visitor", None)
            page = scope["path"].removeprefix(CLIENT).partition("/")[0]
            if not is_own(visitor, page):
                missing = PlainTextResponse("page: there is no such page\n", 404)
                await missing(scope, receive, send)
                return
        await self._app(scope, receive, send)


def while_in(visitor: Visitor | None, receive: Receive, send: Send) -> Receive:
    """Receive what a visitor sends, as long as the log-in lasts."""

    async def receiving() -> Message:
        message = await receive()
        if message["type"] != "websocket.receive" or await is_still_in(visitor):
            return message
        await send({"type": "websocket.send", "text": AGAIN})
        await send({"type": "websocket.close", "code": ENDED})
        return {"type": "websocket.disconnect", "code": ENDED}

    return receiving


def is_still_in(visitor: Visitor | None) -> Awaitable[bool]:
    """True if a log-in lasts; the database is asked in a thread."""
    return asyncio.to_thread(lambda: visitor is not None and visitor.is_still_in())
