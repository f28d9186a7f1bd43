# SPDX-License-Identifier: Apache-2.0
"""What every answer tells the browser not to do."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import Message, Send

from diversa.studio.settings import Settings

POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; font-src 'self' data:;"
    " style-src 'self' 'unsafe-inline';"
    " script-src 'self' 'unsafe-inline' 'unsafe-eval';"
    " connect-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self';"
    " frame-ancestors 'none'"
)
"""Nothing from elsewhere; NiceGUI compiles its pages in the browser (`unsafe-eval`)."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # With no-referrer browsers hide the origin of our own forms, too: nobody logs in.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
"""What every answer says; an answer may be stricter and say so itself."""


def with_headers(send: Send, settings: Settings) -> Send:
    """Send every answer with these headers."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
            if settings.is_secure:
                headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        await send(message)

    return sending
