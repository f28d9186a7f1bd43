# SPDX-License-Identifier: Apache-2.0
"""Visits: a person at work in a studio, or on one of its projects.

Every use case takes a visit and refuses what the visitor may not do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from fastapi import Request

from diversa.studio.security.permissions import Action, Visitor
from diversa.studio.studio import Studio

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Visit:
    """A person at work in a studio."""

    studio: Studio
    visitor: Visitor

    def to(self, project: str) -> ProjectVisit:
        """The same person at work on the project with this number."""
        return ProjectVisit(self.studio, self.visitor, project)

    def may(self, action: Action) -> bool:
        """True if the person may do this."""
        return self.visitor.may(action)

    def must(self, action: Action) -> None:
        """Refuse what the person may not do."""
        self.visitor.must(action)

    async def run(
        self,
        use_case: Callable[..., Answer],
        *words: Any,  # noqa: ANN401 - those of any use case
        **more: Any,  # noqa: ANN401 - those of any use case
    ) -> Answer:
        """Run a use case as this person, in a thread: the server goes on meanwhile."""
        call = partial(use_case, self, *words, **more)
        return await self.studio.tables.ask_soon(call)


@dataclass(frozen=True)
class ProjectVisit(Visit):
    """A person at work on a project."""

    project: str


def visit_of(request: Request) -> Visit:
    """The visit that a request belongs to, as the door has found it."""
    return Visit(request.state.studio, request.state.visitor)
