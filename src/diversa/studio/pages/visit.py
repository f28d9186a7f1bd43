# SPDX-License-Identifier: Apache-2.0
"""Who looks at a page, and of which studio."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request

from diversa.studio.security.permissions import Visitor
from diversa.studio.studio import Studio


@dataclass(frozen=True)
class Visit:
    """A page that somebody has opened; what it does later is still theirs."""

    studio: Studio
    """The studio."""
    visitor: Visitor
    """Who looks at it."""


def visit(request: Request) -> Visit:
    """Who asks for a page; the door has found it out."""
    return Visit(request.state.studio, request.state.visitor)
