# SPDX-License-Identifier: Apache-2.0
"""Answers to requests that cannot be served; they hold no value of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from diversa.errors import DiversaError, InternalError, NoSolutionError
from diversa.studio.explanations import explain_error
from diversa.studio.security.permissions import (
    ForbiddenError,
    MissingError,
    UnknownVisitorError,
)
from diversa.studio.security.tries import BusyError, LaterError, TooManyTriesError
from diversa.studio.uploads import TooLargeError

STATUSES: dict[type[Exception], int] = {
    UnknownVisitorError: 401,
    TooManyTriesError: 429,
    BusyError: 503,
    ForbiddenError: 403,
    MissingError: 404,
    TooLargeError: 413,
    InternalError: 500,
    NoSolutionError: 409,
    DiversaError: 422,
}
"""The HTTP status of each error; the first that fits counts."""


class Problem(BaseModel):
    """The reason why a request was not served."""

    error: str
    """In words."""


RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": meaning}
    for status, meaning in {
        400: "It cannot be read.",
        401: "There is no log-in, or it has ended.",
        403: "The visitor's parts do not allow it.",
        404: "There is no such thing, or not for this visitor.",
        409: "No release satisfies the models.",
        413: "It is too large.",
        422: "What was sent cannot be used.",
        429: "There were too many tries; Retry-After says when to come back.",
        503: "Too many others ask for the same; Retry-After says when to come back.",
    }.items()
}
"""The answers that every route may give besides its own."""


def add_failures(app: FastAPI) -> None:
    """Answer errors in words."""
    app.add_exception_handler(DiversaError, answer_error)
    app.add_exception_handler(RequestValidationError, wrong_shape)
    app.add_exception_handler(HTTPException, plain_failure)


async def answer_error(request: Request, error: Exception) -> JSONResponse:
    """Answer an error of Diversa with its message."""
    del request
    headers = error.headers if isinstance(error, LaterError) else None
    return JSONResponse({"error": explain_error(error)}, status_of(error), headers)


def status_of(error: Exception) -> int:
    """The HTTP status of an error."""
    return next(code for kind, code in STATUSES.items() if isinstance(error, kind))


async def wrong_shape(request: Request, error: Exception) -> JSONResponse:
    """Answer a request of the wrong shape; its content is not repeated."""
    del request
    faults = error.errors() if isinstance(error, RequestValidationError) else []
    return JSONResponse({"error": "\n".join(map(fault_in_words, faults))}, 422)


def fault_in_words(fault: Mapping[str, Any]) -> str:
    """The place of a fault, and its kind."""
    where = ".".join(str(part) for part in fault["loc"][1:]) or "request"
    return f"{where}: {fault['type'].replace('_', ' ')}"


async def plain_failure(request: Request, error: Exception) -> JSONResponse:
    """Answer an unknown address or method."""
    del request
    told = error if isinstance(error, HTTPException) else HTTPException(500, "error")
    return JSONResponse({"error": str(told.detail)}, told.status_code, told.headers)
