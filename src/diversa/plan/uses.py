# SPDX-License-Identifier: Apache-2.0
"""The settings that each function uses; others that are given are refused.

A plan is written for `anonymize`, and other functions take from it what they use. A
word of Python or an option of a command is meant for the function at hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from diversa.errors import PlanError
from diversa.plan.former_names import former_keywords
from diversa.plan.keywords import PlanKeywords, make_plan, revise
from diversa.plan.plan import Plan

PUBLISHED = (
    *("identifiers", "keep", "keep_anyway", "label", "weight"),
    *("title", "author", "language", "rehearsal"),
    *("spreadsheet_safe", "taxonomies"),
)
"""Words on what is published."""

UNUSED: dict[str, tuple[str, ...]] = {
    "lattice": (*PUBLISHED, "time", "seed"),
    "sweep": PUBLISHED,
}
"""For functions that publish nothing, the words that they have no use for."""

GROUPS = ("quasi_identifiers", "kinds", "reading")
"""Words that say which rows look alike."""

PEOPLE = ("population", "population_count")
"""Words that say whom the rows may be."""

WHOSE = ("person", "missing_person")
"""Words that say whose the rows are."""

PERSON = (*WHOSE, "known_visits")
"""Words that say whose the rows are, and how people are counted."""

SEVERAL_ROWS = ("rows_are_people", "not_the_subject")
"""Words that answer for identifiers that repeat."""

TABLE = (*GROUPS, "sensitive", "missing", "hierarchies")
"""Words that say which table is meant, and what is secret in it."""

USED: dict[str, tuple[str, ...]] = {
    "audit_linked": ("person", "visits", "visit_person"),
    "audit": (*TABLE, *PEOPLE, *PERSON, "count", "models"),
    "audit_release": ("models", "hierarchies", "seed", *PEOPLE),
    "attack": (*TABLE, *PEOPLE, *WHOSE, "count", "models", "seed"),
    "risk": (*GROUPS, *PEOPLE, *WHOSE, "count", "weight"),
    "compare": (*TABLE, *WHOSE, "count", "seed"),
    "write_report": (
        *(*TABLE, *PEOPLE, *WHOSE, "count"),
        *("models", "title", "author", "language"),
    ),
    "suggest": (
        *("quasi_identifiers", "sensitive", "identifiers"),
        *("person", "weight", "count"),
        *SEVERAL_ROWS,
        "reading",
    ),
    "m_invariance": (*GROUPS, "sensitive", "missing"),
    "apply": ("keep_anyway", "suppression", *SEVERAL_ROWS),
    "append": ("keep_anyway", *SEVERAL_ROWS),
}
"""For functions that look at a table, and for later rows, the words that they use."""

LISTING = ("auto", "incognito", "exhaustive")
"""Searches that find every node that satisfies."""

LATTICE_METHODS = ("auto", "full-domain")
"""Methods that go by a lattice."""


def check_used(command: str, words: Mapping[str, Any]) -> None:
    """Refuse words of a plan that a function or command has no use for."""
    former = former_keywords()
    words = {
        former[word].name if word in former else word: value
        for word, value in words.items()
    }
    every = PlanKeywords.__annotations__
    known = USED.get(command, every.keys() - {*UNUSED.get(command, ())})
    why = "publishes nothing" if command in UNUSED else "has no use for it"
    unused = [word for word in every if word in words and word not in known]
    if "identifiers_as" in words and "identifiers" not in known:
        unused.append("identifiers-as")
    faults = [
        f"{word}: must be left out of {command}, which {why}, got one"
        for word in unused
    ]
    if command == "lattice":
        faults += lattice_faults(words)
    if faults:
        raise PlanError(faults)


def settle(plan: Plan | Path | str | None, words: PlanKeywords) -> Plan:
    """The plan that was given or read, with the keywords in place of its settings."""
    if plan is None:
        return make_plan(**words)
    if not isinstance(plan, Plan):
        from diversa.plan.file import read_plan  # with all that reads TOML

        plan = read_plan(plan)
    return revise(plan, **words) if words else plan


def lattice_faults(words: Mapping[str, Any]) -> list[str]:
    """The faults of settings that cannot list every node of a lattice."""
    allowed = {"algorithm": LISTING, "method": LATTICE_METHODS}
    return [
        f"search.{name}: must be one of {', '.join(fitting)} to list every node of the"
        f" lattice, got '{words[name]}'; leave it out"
        for name, fitting in allowed.items()
        if name in words and words[name] not in fitting
    ]
