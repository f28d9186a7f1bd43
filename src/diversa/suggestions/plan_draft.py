# SPDX-License-Identifier: Apache-2.0
"""The draft of a plan: roles, hierarchies and models that can hold, with reasons."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from diversa.counts.groups import Groups
from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPolicy
from diversa.data.roles import Roles
from diversa.data.spelling import Hints
from diversa.data.variants import Variants, find_variants
from diversa.engines.engine import Engine, Repeats, Table
from diversa.errors import NestedColumnError
from diversa.hierarchies import Dates, Intervals, Quantiles, Suppression
from diversa.hierarchies.automatic_hierarchy import automatic
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.hierarchies.ready_hierarchy import recognize
from diversa.models import DistinctLDiversity, EntropyLDiversity, KAnonymity, Model
from diversa.plan.file import key
from diversa.plan.plan import Plan
from diversa.plan.sections import People, Privacy
from diversa.suggestions.number_meaning import may_count
from diversa.suggestions.person_guess import PersonGuess, guess_person
from diversa.suggestions.role_guess import OTHER, ROLES, RoleGuess, guess_role
from diversa.tables.count_table import check_rows
from diversa.tables.expansion import expand_lines
from diversa.tables.table_input import TableInput

K = 5
"""The group size that guidelines ask for most often."""

SUPPRESSION = Fraction(2, 100)
"""Share of rows that may be suppressed, so that few unusual people cost no detail."""

ABSENT = frozenset({"?", "NA", "N/A", "NULL", "NaN"})
"""Texts that stand for a missing value in many files."""

RARE = Fraction(5, 100)
"""Least share of rows without the commonest value that can be mixed into groups."""

LADDER = ((4.0, 3), (2.6, 2))
"""Entropy of the whole table, and the l that groups can then attain."""

SKEW, MANY = 0.6, 8
"""Share of rows in one interval, and numbers in it, from which on intervals have
equally many rows instead of equal widths."""

NESTED = "lists or records, which have no role"
"""The reason to withhold values with parts."""

WEIGHTS = "sampling weights, as you said"
"""The reason to withhold the weight of a row."""

COUNTS = "numbers of people, as you said"
"""The reason why the count of a line has no other role."""


@dataclass(frozen=True, eq=False)
class TableSurvey:
    """The columns of a table: guesses, values and spellings."""

    table: Table
    guesses: dict[str, RoleGuess]
    """The role of every column."""
    dictionaries: dict[str, Dictionary] = field(repr=False)
    """The values of all columns but identifiers."""
    variants: tuple[Variants, ...]
    """The columns with several spellings of a value."""
    absent: frozenset[str]
    """Texts of a text file that stand for a missing value."""
    repeats: dict[str, Repeats] = field(default_factory=dict)
    """The times that the values of identifiers repeat."""
    counts: list[str] = field(default_factory=list)
    """Columns that may say how many people a line stands for."""


def survey(
    engine: Engine, table_input: TableInput, others: tuple[str, ...] = ()
) -> TableSurvey:
    """Guess the role of every column; values of identifiers are not kept.

    `others` are columns that name others than the people of the table.
    """
    reading, roles = table_input.reading, table_input.roles
    lines = engine.open(table_input.source, options=reading)
    table = people_of(engine, lines, roles)
    check_rows(table)
    sayings = stated_roles(roles, others)
    seen = TableSurvey(table, {}, {}, (), frozenset())
    variants: list[Variants] = []
    absent: set[str] = set()
    for name in table.columns:
        values = values_to_judge(
            engine, table, name, reading.hints, is_needed=name in sayings
        )
        if values is None:
            seen.guesses[name] = RoleGuess(OTHER, NESTED)
            continue
        guess = seen.guesses[name] = sayings.get(name) or guess_role(values)
        if table.source == "csv":
            absent |= ABSENT.intersection(values.values.tolist())
        if name not in sayings and may_count(values):
            seen.counts.append(name)
        if guess.role == "identifiers":
            seen.repeats.update(engine.repeats(lines, [name]))
            continue
        found = find_variants(values, missing=reading.missing)
        if found is not None and found.values:
            variants.append(found)
        if found is not None and guess.role == "sensitive" and reading.by_meaning:
            spelled = engine.respell(table, name, found.spellings, found.instead)
            values = replace(engine.values(spelled, name), hints=reading.hints)
        seen.dictionaries[name] = values
    return replace(seen, variants=tuple(variants), absent=frozenset(absent))


def people_of(engine: Engine, lines: Table, roles: Roles) -> Table:
    """The table with a row for each person, where its lines stand for several."""
    if roles.count not in lines.places:
        return lines
    return expand_lines(engine, lines, str(roles.count))


def stated_roles(roles: Roles, others: tuple[str, ...]) -> dict[str, RoleGuess]:
    """The roles that the user stated; `others` name others than the table's people."""
    sayings = {
        name: RoleGuess(role, "as you said")
        for role in ROLES
        for name in getattr(roles, role)
    } | {
        name: RoleGuess("identifiers", "as you said")
        for name in (*roles.columns_of("person"), *others)
        if name not in (*roles.columns_to_count, *roles.identifiers)
    }
    sayings |= {name: RoleGuess(OTHER, WEIGHTS) for name in roles.columns_of("weight")}
    return sayings | {
        name: RoleGuess(OTHER, COUNTS) for name in roles.columns_of("count")
    }


def values_to_judge(
    engine: Engine, table: Table, name: str, hints: Hints, *, is_needed: bool
) -> Dictionary | None:
    """The values of a column; None for lists and records, unless they are needed."""
    try:
        return replace(engine.values(table, name), hints=hints)
    except NestedColumnError:
        if is_needed:
            raise
        return None


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
    return PlanDraft(Plan(roles, privacy, hierarchies), reasons, person)


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


def choose_models(
    k: int, secrets: list[Dictionary], missing: MissingPolicy
) -> tuple[tuple[Model, ...], dict[str, str]]:
    """Choose models that the whole table satisfies with room to spare."""
    models: list[Model] = [KAnonymity(k)]
    reasons: dict[str, str] = {}
    for secret in secrets:
        model, why = diversity(secret, missing)
        if model is None:
            reasons[key(secret.column)] = why
        else:
            models.append(model)
            reasons[model.spec] = why
    return tuple(models), reasons


def diversity(secret: Dictionary, missing: MissingPolicy) -> tuple[Model | None, str]:
    """The strongest diversity that a sensitive attribute allows, and the reason."""
    values = [*secret.values, *([None] * (secret.missing_code is not None))]
    counts = dict(zip(values, secret.counts.tolist(), strict=True))
    whole = Groups.from_counts([counts], on=secret.column, missing=missing)
    entropy = EntropyLDiversity(Fraction(1), on=secret.column).attained(whole)
    for needed, l in LADDER:
        if entropy >= needed:
            model = EntropyLDiversity(Fraction(l), on=secret.column)
            return model, "no few values dominate among the rows that one finds"
    least = DistinctLDiversity(2, on=secret.column)
    if not least.holds(whole).all():
        return None, "one value only: nothing can keep it secret"
    unequal = "the values are too unequal for more"
    return least, f"these rows do not all share one value; {unequal}"
