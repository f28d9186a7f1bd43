# SPDX-License-Identifier: Apache-2.0
"""Which settings a command has no use for: those that are given are refused.

A plan file is written for `anonymize`, and other commands take from it what they need.
A word of Python or an option of the command line is meant for the command at hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diversa.errors import PlanError
from diversa.plan.settings import all_settings

PUBLISHED = ("report", "writing")
"""Sections about what is published."""

PUBLISHED_COLUMNS = ("roles.identifiers", "roles.kept", "roles.keep_anyway")
"""Columns that are dropped or published as they are."""

UNUSED: dict[str, tuple[str, ...]] = {
    "lattice": (*PUBLISHED_COLUMNS, "search.time", "search.seed", "search.label"),
    "sweep": (*PUBLISHED_COLUMNS, "search.label"),
}
"""For commands that publish nothing, the settings that they have no use for, besides
those of what is published."""

LISTING = ("auto", "incognito", "exhaustive")
"""Searches that find every node that satisfies."""

LATTICE_METHODS = ("auto", "full-domain")
"""Methods that go by a lattice."""


def check_used(command: str, words: Mapping[str, Any]) -> None:
    """Refuse words of a plan that a command has no use for.

    Args:
        command: The command, one of `UNUSED`.
        words: What was given, by the keywords of Python.
    """
    faults = [
        f"{place.key}: must be left out of {command}, which publishes nothing, got one"
        for place in all_settings()
        if (place.key in UNUSED[command] or place.section in PUBLISHED)
        and place.keyword in words
    ]
    if "identifiers_as" in words:
        faults.append(
            f"identifiers-as: must be left out of {command}, which publishes nothing,"
            " got one"
        )
    if command == "lattice":
        faults += lattice_faults(words)
    if faults:
        raise PlanError(faults)


def lattice_faults(words: Mapping[str, Any]) -> list[str]:
    """What is wrong with words on how every node of a lattice is found."""
    allowed = {"algorithm": LISTING, "method": LATTICE_METHODS}
    return [
        f"search.{name}: must be one of {', '.join(fitting)} to list every node of the"
        f" lattice, got '{words[name]}'; leave it out"
        for name, fitting in allowed.items()
        if name in words and words[name] not in fitting
    ]
