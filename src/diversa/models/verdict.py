# SPDX-License-Identifier: Apache-2.0
"""The three verdicts: a model holds, it fails, or what was given does not decide it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NoReturn, Self


class Verdict(StrEnum):
    """A verdict on a promise; it is neither true nor false by itself.

    Example:
        >>> Verdict.HOLDS.holds, Verdict.FAILS.holds, Verdict.UNDECIDED.holds
        (True, False, None)
        >>> Verdict.worst([Verdict.HOLDS, Verdict.UNDECIDED])
        <Verdict.UNDECIDED: 'undecided'>
    """

    HOLDS = "holds"
    UNDECIDED = "undecided"
    FAILS = "fails"

    def __bool__(self) -> NoReturn:
        message = "a verdict is holds, fails or undecided; compare it with one of them"
        raise TypeError(message)

    @property
    def holds(self) -> bool | None:
        """True, False, or None where it is undecided."""
        return HOLDS[self]

    @property
    def word(self) -> str:
        """The verdict as the first word of a page."""
        return WORDS[self]

    @classmethod
    def of(cls, holds: bool | None) -> Self:  # noqa: FBT001 - what JSON holds
        """The verdict that `holds` of JSON stands for."""
        return next(verdict for verdict in cls if verdict.holds is holds)

    @classmethod
    def worst(cls, verdicts: Iterable[Verdict]) -> Verdict:
        """The verdict on all together: one that fails is worst, then an undecided one.

        Without any verdict, it holds.
        """
        found = set(verdicts)
        order = (cls.FAILS, cls.UNDECIDED, cls.HOLDS)
        return next((one for one in order if one in found), cls.HOLDS)


HOLDS = {Verdict.HOLDS: True, Verdict.UNDECIDED: None, Verdict.FAILS: False}
"""Each verdict as JSON has it under `holds`."""

WORDS = {
    Verdict.HOLDS: "HOLDS",
    Verdict.UNDECIDED: "UNDECIDED",
    Verdict.FAILS: "DOES NOT HOLD",
}
"""Each verdict as the first word of a page."""
