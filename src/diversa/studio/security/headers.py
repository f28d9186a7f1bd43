# SPDX-License-Identifier: Apache-2.0
"""Headers of every answer; they forbid the browser what no page needs."""

from __future__ import annotations

import secrets

from starlette.datastructures import MutableHeaders
from starlette.types import Message, Scope, Send

from diversa.studio.settings import Settings

NOTHING = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""For answers that are no page: whatever they hold, a browser does nothing with it."""

PAGE = (
    "default-src 'none';"
    " script-src 'self' 'nonce-{nonce}' 'unsafe-eval';"
    " style-src 'self' 'unsafe-inline';"
    " img-src 'self' data:; font-src 'self'; connect-src 'self';"
    " object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""For pages: programs of the studio alone, which talk to the studio alone.

NiceGUI compiles its pages in the browser (`unsafe-eval`) and styles elements one by one
(`unsafe-inline` of styles). Programs that stand in a page need its nonce.
"""

HEADERS = {
    "Content-Security-Policy": NOTHING,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # With no-referrer browsers hide the origin of our own forms, too: nobody logs in.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
"""The headers of every answer, unless it sets them itself."""

MARK = "X-NiceGUI-Content"
"""The header by which NiceGUI marks a page."""


def with_headers(send: Send, settings: Settings, scope: Scope) -> Send:
    """Send every answer with these headers; a page gets a nonce for its programs.

    The nonce is `request.state.nonce`, see `pages/assets.py`.
    """
    nonce = secrets.token_urlsafe(16)
    scope.setdefault("state", {})["nonce"] = nonce

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if headers.get(MARK) == "page":
                headers["Content-Security-Policy"] = PAGE.format(nonce=nonce)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
            if settings.is_secure:
                headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        await send(message)

    return sending
