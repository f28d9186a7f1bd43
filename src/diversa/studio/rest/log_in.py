# SPDX-License-Identifier: Apache-2.0
"""The page to log in: plain HTML, before there is anybody for whom to make others."""

from __future__ import annotations

from html import escape
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from diversa.studio.explanations import explain_error
from diversa.studio.rest.failures import status_of
from diversa.studio.security.door import (
    address_of,
    cookie_name,
    forget_cookie,
    set_cookie,
)
from diversa.studio.security.log_ins import log_in, log_out
from diversa.studio.security.permissions import UnknownVisitorError
from diversa.studio.security.tries import LaterError
from diversa.studio.studio import Studio

router = APIRouter(include_in_schema=False)

STRICT = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}
"""These pages run nothing."""

STYLE = """
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 34rem; margin: 3rem auto; padding: 0 1rem }
label { display: block; margin: 1.2rem 0; font-weight: 600 }
input, select { display: block; width: 100%; box-sizing: border-box; padding: .5rem;
  margin-top: .3rem; font: inherit; font-weight: 400 }
button { padding: .6rem 1.4rem; font: inherit; font-weight: 600; color: #fff;
  background: #0b6e99; border: 0; border-radius: .3rem; cursor: pointer }
:focus-visible { outline: 3px solid #63b8de; outline-offset: 2px }
.why { display: block; opacity: .75; font-size: .9rem; font-weight: 400 }
[role=alert] { border-left: .3rem solid #c33; padding-left: .8rem }
"""


def plain_page(title: str, body: str, *, status: int = 200) -> HTMLResponse:
    """A page without any program. Its body is HTML."""
    page = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><main><h1>{escape(title)}</h1>{body}</main></body></html>"
    )
    return HTMLResponse(page, status, headers=STRICT)


def log_in_page(problem: str = "", *, status: int = 401) -> HTMLResponse:
    """The form to log in."""
    alert = f'<p role="alert">{escape(problem)}</p>' if problem else ""
    form = (
        '<form method="post" action="/log-in">'
        '<label>Name <input name="name" autocomplete="username" required autofocus>'
        '</label><label>Password <input name="password" type="password"'
        ' autocomplete="current-password" required></label>'
        "<button>Log in</button></form>"
    )
    status = status if problem else 200
    return plain_page("Diversa Studio", alert + form, status=status)


@router.get("/log-in")
def ask() -> HTMLResponse:
    """The form to log in."""
    return log_in_page()


@router.post("/log-in")
def enter(
    request: Request,
    name: Annotated[str, Form(max_length=100)],
    password: Annotated[str, Form(max_length=1000)],
) -> Response:
    """Log in, by the form of this studio only."""
    if "origin" not in request.headers:
        return log_in_page("log in on this page")
    studio: Studio = request.state.studio
    try:
        secret = log_in(studio, name, password, address=address_of(request))
    except UnknownVisitorError as error:
        return log_in_page(explain_error(error))
    except LaterError as error:
        later = log_in_page(explain_error(error), status=status_of(error))
        later.headers.update(error.headers)
        return later
    response = RedirectResponse("/", 303)
    set_cookie(response, studio.settings, secret)
    return response


@router.post("/log-out")
def leave(request: Request) -> Response:
    """Log out."""
    studio: Studio = request.state.studio
    log_out(studio, request.cookies.get(cookie_name(studio.settings), ""))
    response = RedirectResponse("/log-in", 303)
    forget_cookie(response, studio.settings)
    return response
