# SPDX-License-Identifier: Apache-2.0
"""The draft of a plan: roles, hierarchies and models that can hold, with reasons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPolicy
from diversa.data.roles import Roles
from diversa.engines.engine import Engine
from diversa.hierarchies import Dates, Intervals, Quantiles, Suppression
from diversa.hierarchies.automatic_hierarchy import automatic
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.hierarchies.ready_hierarchy import recognize
from diversa.plan.plan import Plan
from diversa.plan.search_section import Search
from diversa.plan.sections import People, Privacy
from diversa.suggestions.model_choice import choose_models
from diversa.suggestions.person_guess import PersonGuess, guess_person
from diversa.suggestions.role_guess import OTHER, ROLES, RoleGuess
from diversa.suggestions.table_survey import TableSurvey

K = 5
"""The group size that guidelines ask for most often."""

SUPPRESSION = Fraction(2, 100)
"""Share of rows that may be suppressed, so that few unusual people cost no detail."""

RARE = Fraction(5, 100)
"""Least share of rows without the commonest value that can be mixed into groups."""

SKEW, MANY = 0.6, 8
"""Share of rows in one interval, and numbers in it, from which on intervals have
equally many rows instead of equal widths."""


def hidden_column(seen: TableSurvey) -> str | None:
    """The column to hide in a single group, if there is no quasi-identifier.

    A plan needs one. Nobody has said that this one may be known, so all rows become one
    group, in which a column with several values is published as `*`.
    """
    if any(guess.role == "quasi_identifiers" for guess in seen.guesses.values()):
        return None
    unjudged = [
        seen.dictionaries[name]
        for name, guess in seen.guesses.items()
        if guess.role == OTHER
        and name in seen.dictionaries
        and seen.dictionaries[name].size > 1
    ]
    smallest = min(unjudged, key=lambda values: values.size, default=None)
    return None if smallest is None else smallest.column


def withhold_lopsided(seen: TableSurvey, stated: Roles) -> None:
    """Withhold sensitive columns in which nearly all rows share a value.

    Only one group of all rows could mix their values.
    """
    for name, guess in seen.guesses.items():
        if guess.role != "sensitive" or name in stated.sensitive:
            continue
        counts = seen.dictionaries[name].counts
        if 0 < counts.sum() - counts.max() < RARE * counts.sum():
            reason = f"{guess.reason}, but nearly all rows share one value"
            seen.guesses[name] = RoleGuess(OTHER, reason)


@dataclass(frozen=True)
class PlanDraft:
    """A plan, and why."""

    plan: Plan
    """The plan."""
    reasons: dict[str, str]
    """The reason for each model."""
    person: PersonGuess | None
    """The column that says who a row is about, if it was guessed."""


def draft_plan(
    engine: Engine, seen: TableSurvey, stated: Roles, people: People
) -> PlanDraft:
    """Draft a plan from what was seen and what is stated."""
    withhold_lopsided(seen, stated)
    hidden = hidden_column(seen)
    if hidden is not None:
        seen.guesses[hidden] = RoleGuess(
            "quasi_identifiers",
            "nothing looks like a quasi-identifier, so this one is hidden: name those"
            " that are",
        )
    guessed = {
        role: tuple(name for name, guess in seen.guesses.items() if guess.role == role)
        for role in ROLES
    }
    beside = {
        role: tuple(n for n in getattr(stated, role) if n not in guessed[role])
        for role in ROLES
    }
    every: dict[str, Any] = {role: guessed[role] + beside[role] for role in ROLES}
    roles = Roles(
        **every, person=stated.person, weight=stated.weight, count=stated.count
    )
    roles.check(seen.table.columns)
    secrets = [seen.dictionaries[name] for name in roles.sensitive]
    lost = any(secret.missing_code is not None for secret in secrets)
    missing = MissingPolicy.WORST if lost else MissingPolicy.RAISE
    person = guess_person_of(engine, seen, roles, people)
    roles = roles if person is None else roles.revise({"person": person.column})
    rows = seen.table.rows
    counted = rows if roles.person is None else seen.repeats[roles.person].different
    k = min(K, counted) if hidden is None else counted
    unit = "rows" if roles.person is None else "people"
    enough = f"who knows a person finds {k} {unit} or more"
    if hidden is not None:
        enough = (
            "all rows are one group until you name quasi-identifiers (--qi); then begin"
            " with k-anonymity:5"
        )
    models, reasons = choose_models(k, secrets, missing)
    reasons = {models[0].spec: enough, **reasons}
    hierarchies: dict[str, HierarchyKind] = {
        name: Suppression()
        if name == hidden
        else choose(seen.dictionaries[name], k, seen.absent)
        for name in roles.quasi_identifiers
    }
    suppression = SUPPRESSION if hidden is None else Fraction(0)
    privacy = Privacy(models, suppression, missing=missing)
    search = Search(method="auto")
    plan = Plan(roles, privacy, hierarchies, search=search)
    return PlanDraft(plan, reasons, person)


def guess_person_of(
    engine: Engine, seen: TableSurvey, roles: Roles, people: People
) -> PersonGuess | None:
    """Guess the column that says who a row is about, unless that is known."""
    if roles.person is not None or people.rows_are_people or roles.count is not None:
        return None
    repeats = {
        name: times
        for name, times in seen.repeats.items()
        if name in roles.identifiers and name not in people.not_the_subject
    }
    known = [seen.dictionaries[name] for name in roles.quasi_identifiers]
    return guess_person(engine, seen.table, repeats, known)


def choose(
    dictionary: Dictionary, k: int, absent: frozenset[str] = frozenset()
) -> HierarchyKind:
    """Choose a hierarchy; one of dates says their form if it is known."""
    if dictionary.spelling.hint is not None:
        return Dates()
    kind = recognize(dictionary, absent) or automatic(dictionary, k)
    if isinstance(kind, Dates) and kind.format is None:
        return replace(kind, format=dictionary.spelling.days)
    if isinstance(kind, Intervals) and is_skewed(dictionary, kind):
        return Quantiles()
    return kind


def is_skewed(dictionary: Dictionary, kind: Intervals) -> bool:
    """True if most rows are in one interval, with many numbers."""
    first = kind.build(dictionary).maps[1][: len(dictionary.values)]
    rows = np.bincount(first, dictionary.counts[: len(first)])
    values = np.bincount(first)
    return bool(rows.max() > SKEW * rows.sum() and values[rows.argmax()] >= MANY)
