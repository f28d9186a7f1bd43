# SPDX-License-Identifier: Apache-2.0
"""The door: every request passes it, also those of the websocket.

Host and Origin must be the studio's own. A local studio is opened by the secret in the
address that the browser was sent to, which becomes a cookie; a server by a log-in. Who
came in is known afterwards as `request.state.visitor`, and the studio as
`request.state.studio`.
"""

from __future__ import annotations

import hashlib
import hmac
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from diversa.studio.security.headers import with_headers
from diversa.studio.security.permissions import LOCAL, Visitor
from diversa.studio.settings import Settings
from diversa.studio.studio import Studio

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""How a machine calls itself."""

UNKNOWN = "Open the studio by the address that `diversa studio` has printed.\n"


class Door:
    """Lets in whoever may come in; a layer around the application."""

    def __init__(self, app: ASGIApp, *, studio: Studio) -> None:
        self._app = app
        self._studio = studio
        self._settings = studio.settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        refusal = self._refusal(connection)
        if refusal is None:
            await self._app(scope, receive, with_headers(send, self._settings))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await refusal(scope, receive, with_headers(send, self._settings))

    def _refusal(self, connection: HTTPConnection) -> Response | None:
        """Why somebody is not let in; None for who is."""
        if not is_own_host(connection, self._settings):
            return PlainTextResponse("This is not the name of the studio.\n", 421)
        if not is_own_origin(connection):
            return PlainTextResponse("Another page asked for this.\n", 403)
        secret = connection.query_params.get("secret", "")
        if same(secret, self._settings.secret):
            return self._opened()
        visitor = self._visitor(connection)
        if visitor is None:
            return PlainTextResponse(UNKNOWN, 401)
        connection.state.visitor = visitor
        connection.state.studio = self._studio
        return None

    def _opened(self) -> Response:
        """The secret of the address becomes a cookie and leaves the address."""
        response = RedirectResponse("/", 303)
        response.set_cookie(
            cookie_name(self._settings),
            local_cookie(self._settings),
            httponly=True,
            samesite="lax",
        )
        return response

    def _visitor(self, connection: HTTPConnection) -> Visitor | None:
        """Who it is, by cookie."""
        cookie = connection.cookies.get(cookie_name(self._settings), "")
        return LOCAL if same(cookie, local_cookie(self._settings)) else None


def same(text: str, secret: str) -> bool:
    """Compare with a secret, in a time that tells nothing."""
    return hmac.compare_digest(text.encode(), secret.encode())


def cookie_name(settings: Settings) -> str:
    """The name of the cookie; studios on several ports do not share it."""
    return f"diversa_studio_{settings.port}"


def local_cookie(settings: Settings) -> str:
    """What opens a local studio once the secret was seen; the secret stays unknown."""
    return hmac.new(settings.secret.encode(), b"cookie", hashlib.sha256).hexdigest()


def is_own_host(connection: HTTPConnection, settings: Settings) -> bool:
    """Tell whether a request names the studio; a page elsewhere may rebind its name."""
    host = urlsplit(f"//{connection.headers.get('host', '')}").hostname
    return host in (settings.host, *LOOPBACK, *settings.hosts)


def is_own_origin(connection: HTTPConnection) -> bool:
    """Tell whether a request comes from a page of ours, where browsers say it.

    They always do so on a websocket.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.scope["type"] != "websocket"
    parts = urlsplit(origin)
    own = parts.netloc == connection.headers.get("host")
    return own and parts.scheme in ("http", "https")
