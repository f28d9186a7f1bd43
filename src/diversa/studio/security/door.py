# SPDX-License-Identifier: Apache-2.0
"""The door: every request passes it, also those of the websocket.

Host and Origin must be the studio's own. A local studio is opened by the secret in the
address that the browser was sent to, which becomes a cookie; a server by a log-in; both
by a token. Who came in is known afterwards as `request.state.visitor`, and the studio
as `request.state.studio`.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import re
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import (
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from diversa.errors import error_place
from diversa.studio.explanations import explain_error
from diversa.studio.security.headers import with_headers
from diversa.studio.security.log_ins import visitor_of_log_in
from diversa.studio.security.permissions import LOCAL, Visitor
from diversa.studio.security.tokens import visitor_of_token
from diversa.studio.settings import LOOPBACK, Settings
from diversa.studio.studio import Studio
from diversa.studio.uploads import TooLargeError

OPEN = re.compile("/log-in|/answer/[^/]+")
"""Addresses that need no log-in: the page for it, and the forms of surveys."""

CLIENT = "/_nicegui/client/"
"""The address to which pages send their files."""

SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""

UPLOADS = ("/api/projects/upload", CLIENT)
"""Addresses of large requests, which are bounded as uploads."""

COOKIE: Any = {"httponly": True, "samesite": "lax"}
"""Properties of the cookies of the studio."""

LOG = logging.getLogger(__name__)
"""The log of our own bugs, by their place alone."""


class Door:
    """A layer around the application that lets in those who may come in."""

    def __init__(self, app: ASGIApp, *, studio: Studio) -> None:
        self._app = app
        self._studio = studio
        self._settings = studio.settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        refusal = await self._refusal(connection)
        if scope["type"] == "websocket" and refusal is not None:
            await send({"type": "websocket.close", "code": 1008})
            return
        bounded = self._bound(connection, receive)
        sending = with_headers(send, self._settings, scope)
        if refusal is not None:
            await refusal(scope, bounded, sending)
            return
        await self._serve(connection, bounded, sending)

    async def _serve(
        self, connection: HTTPConnection, receive: Receive, send: Send
    ) -> None:
        """Serve a request; of an error only our own words are shown."""
        has_begun = False

        async def sending(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._app(connection.scope, receive, sending)
        except ClientDisconnect:
            LOG.info("somebody left before the end")
        except Exception as error:  # noqa: BLE001 - its message may hold values
            LOG.error("%s", error_place(error))
            if not has_begun and connection.scope["type"] == "http":
                failure = refusal_answer(connection, 500, explain_error(error))
                await failure(connection.scope, receive, send)

    async def _refusal(self, connection: HTTPConnection) -> Response | None:
        """The answer to a visitor who is not let in; None for others."""
        connection.state.studio = self._studio
        refusal = self._foreign(connection)
        if refusal is not None:
            return refusal
        secret = connection.query_params.get("secret", "")
        if not self._settings.server and same(secret, self._settings.secret):
            return self._open()
        if OPEN.fullmatch(connection.scope["path"]):
            return None
        visitor = await asyncio.to_thread(self._visitor, connection)
        if visitor is None:
            return self._unknown(connection)
        connection.state.visitor = visitor
        return None if self._is_meant(connection) else another_page(connection)

    def _foreign(self, connection: HTTPConnection) -> Response | None:
        """Refuse another name, another page, and a request that is too large."""
        if not is_own_host(connection, self._settings):
            return refusal_answer(
                connection, 421, "host: this is not the name of the studio"
            )
        if not is_own_origin(connection):
            return another_page(connection)
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._most_bytes(connection):
            return refusal_answer(connection, 413, "request: it is too large")
        return None

    def _open(self) -> Response:
        """The secret of the address becomes a cookie and leaves the address."""
        response = RedirectResponse("/", 303)
        set_cookie(response, self._settings, local_cookie(self._settings))
        return response

    def _visitor(self, connection: HTTPConnection) -> Visitor | None:
        """The visitor, by token or by cookie."""
        token = bearer_token(connection)
        if token is not None:
            return visitor_of_token(self._studio, token)
        cookie = connection.cookies.get(cookie_name(self._settings), "")
        if self._settings.server:
            return visitor_of_log_in(self._studio, cookie) if cookie else None
        return LOCAL if same(cookie, local_cookie(self._settings)) else None

    def _is_meant(self, connection: HTTPConnection) -> bool:
        """True if a change comes from our own page or from a program."""
        method = connection.scope.get("method", "GET")
        if method in SAFE or bearer_token(connection) is not None:
            return True
        if not connection.scope["path"].startswith("/api/"):
            return "origin" in connection.headers
        cookie = connection.cookies.get(cookie_name(self._settings), "")
        # Another page cannot send this header.
        return same(connection.headers.get("x-csrf-token", ""), csrf_token(cookie))

    def _unknown(self, connection: HTTPConnection) -> Response:
        """The answer to an unknown visitor."""
        if connection.scope["path"].startswith("/api/"):
            return refusal_answer(
                connection, 401, "log-in: there is none, or it has ended"
            )
        if self._settings.server and connection.scope["type"] == "http":
            return RedirectResponse("/log-in", 303)
        words = "Open the studio by the address that `diversa studio` has printed.\n"
        return PlainTextResponse(words, 401)

    def _most_bytes(self, connection: HTTPConnection) -> int:
        """The largest request to an address."""
        is_upload = connection.scope["path"].startswith(UPLOADS)
        settings = self._settings
        return settings.upload_bytes if is_upload else settings.request_bytes

    def _bound(self, connection: HTTPConnection, receive: Receive) -> Receive:
        """End a request that is longer than it said."""
        if connection.scope["type"] != "http":
            return receive
        most, size = self._most_bytes(connection), 0

        async def receiving() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > most:
                raise TooLargeError(f"request: must be at most {most:,} bytes")
            return message

        return receiving


def refusal_answer(connection: HTTPConnection, status: int, why: str) -> Response:
    """An answer to somebody who is not let in."""
    if connection.scope["path"].startswith("/api/"):
        return JSONResponse({"error": why}, status)
    return PlainTextResponse(f"{why}\n", status)


def another_page(connection: HTTPConnection) -> Response:
    """An answer to a page that is not ours."""
    return refusal_answer(connection, 403, "origin: another page asked for this")


def bearer_token(connection: HTTPConnection) -> str | None:
    """The token of a request; None if it has a cookie instead."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def address_of(connection: HTTPConnection) -> str:
    """The address that a request comes from; behind a proxy, the one it names."""
    return connection.client.host if connection.client is not None else ""


def same(text: str, secret: str) -> bool:
    """Compare with a secret, in a time that tells nothing."""
    return hmac.compare_digest(text.encode(), secret.encode())


def cookie_name(settings: Settings) -> str:
    """The name of the cookie; studios on several ports do not share it."""
    prefix = "__Host-" if settings.is_secure else ""
    return f"{prefix}diversa_studio_{settings.port}"


def set_cookie(response: Response, settings: Settings, value: str) -> None:
    """Give a browser its cookie, which no program of a page can read."""
    response.set_cookie(
        cookie_name(settings), value, secure=settings.is_secure, **COOKIE
    )


def forget_cookie(response: Response, settings: Settings) -> None:
    """Take its cookie from a browser."""
    response.delete_cookie(cookie_name(settings), secure=settings.is_secure, **COOKIE)


def local_cookie(settings: Settings) -> str:
    """The cookie of a local studio, from which the secret cannot be computed."""
    return hmac.new(settings.secret.encode(), b"cookie", hashlib.sha256).hexdigest()


def csrf_token(cookie: str) -> str:
    """The token that our own pages send with every change, made from their cookie."""
    return hmac.new(cookie.encode(), b"change", hashlib.sha256).hexdigest()


def is_own_host(connection: HTTPConnection, settings: Settings) -> bool:
    """True if a request names the studio; another page may rebind its own name."""
    try:
        host = urlsplit(f"//{connection.headers.get('host', '')}").hostname
    except ValueError:
        return False
    return host in (settings.host, *LOOPBACK, *settings.hosts)


def is_own_origin(connection: HTTPConnection) -> bool:
    """True if a request comes from our own page, or does not say.

    They always do so on a websocket.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.scope["type"] != "websocket"
    scheme, _, place = origin.partition("://")
    return scheme in ("http", "https") and place == connection.headers.get("host")
