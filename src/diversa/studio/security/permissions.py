# SPDX-License-Identifier: Apache-2.0
"""Parts and actions: the permissions, declared once.

Every use case names the action it is (`Visitor.must`); so do the routes of REST and the
pages, which answer 403 before they read anything. A user may have several parts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from diversa.errors import InputError


class Part(StrEnum):
    """The part of a user in a studio."""

    ADMINISTRATOR = "administrator"
    CURATOR = "curator"
    REVIEWER = "reviewer"
    READER = "reader"


class Action(StrEnum):
    """An action in a studio."""

    SEE_OWN = "see who one is, and manage one's own password, tokens and log-ins"
    MANAGE_USERS = "see, make and change users"
    READ_LOG = "read the log"
    LIST_PROJECTS = "see projects"
    MAKE_PROJECT = "make projects and name them"
    DELETE_PROJECT = "delete projects"
    SET_FOUR_EYES = "say whether a project's releases need an approval"
    READ_DATA = "see the data: columns, previews, evaluations, people"
    READ_PLAN = "see the plan"
    CHANGE_PLAN = "change the plan"
    RUN_SURVEY = "make a survey and close it"
    PUBLISH = "make releases"
    WATCH_JOBS = "see jobs"
    SEE_RELEASES = "see approved releases with their evidence, and download them"
    SEE_EVIDENCE = "see the evidence of every release"
    DECIDE_RELEASE = "approve and refuse releases"
    WITHDRAW_RELEASE = "withdraw releases"


PARTS_OF: dict[Action, frozenset[Part]] = {
    Action.SEE_OWN: frozenset(Part),
    Action.MANAGE_USERS: frozenset({Part.ADMINISTRATOR}),
    Action.READ_LOG: frozenset({Part.ADMINISTRATOR}),
    Action.LIST_PROJECTS: frozenset(Part),
    Action.MAKE_PROJECT: frozenset({Part.CURATOR}),
    Action.DELETE_PROJECT: frozenset({Part.ADMINISTRATOR, Part.CURATOR}),
    Action.SET_FOUR_EYES: frozenset({Part.ADMINISTRATOR}),
    Action.READ_DATA: frozenset({Part.CURATOR}),
    Action.READ_PLAN: frozenset({Part.CURATOR, Part.REVIEWER}),
    Action.CHANGE_PLAN: frozenset({Part.CURATOR}),
    Action.RUN_SURVEY: frozenset({Part.CURATOR}),
    Action.PUBLISH: frozenset({Part.CURATOR}),
    Action.WATCH_JOBS: frozenset({Part.CURATOR}),
    Action.SEE_RELEASES: frozenset(Part),
    Action.SEE_EVIDENCE: frozenset({Part.ADMINISTRATOR, Part.CURATOR, Part.REVIEWER}),
    Action.DECIDE_RELEASE: frozenset({Part.REVIEWER}),
    Action.WITHDRAW_RELEASE: frozenset({Part.ADMINISTRATOR, Part.CURATOR}),
}
"""The parts that may do each action."""


class ForbiddenError(InputError):
    """A visitor may not do this."""


class MissingError(InputError):
    """There is no such thing, or the visitor may not know of it."""


class UnknownVisitorError(InputError):
    """Nobody is logged in, or the log-in has ended."""


@dataclass(frozen=True)
class Visitor:
    """A person who uses the studio."""

    name: str
    """The name of the user; "local" in a studio for one person."""
    parts: frozenset[Part]
    user: str | None = None
    """The number of the user; None in a studio for one person."""
    is_still_in: Callable[[], bool] = field(
        default=lambda: True, repr=False, compare=False
    )
    """Asked at every action: pages stay open longer than log-ins last."""

    def may(self, action: Action) -> bool:
        """True if a part of the visitor may do an action."""
        return bool(self.parts & PARTS_OF[action])

    def must(self, action: Action) -> None:
        """Refuse what the visitor may not do.

        Raises:
            UnknownVisitorError: The log-in has ended meanwhile.
            ForbiddenError: None of the visitor's parts may do it.
        """
        if not self.is_still_in():
            raise UnknownVisitorError("log-in: it has ended; log in again")
        if not self.may(action):
            parts = ", ".join(sorted(PARTS_OF[action]))
            raise ForbiddenError(
                f"permission: to {action.value} one must be {parts},"
                f" got {', '.join(sorted(self.parts)) or 'no part'}"
            )


LOCAL = Visitor("local", frozenset(Part))
"""The one person of a local studio, who may do everything."""
