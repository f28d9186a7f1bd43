# SPDX-License-Identifier: Apache-2.0
"""Suggest a plan from the values and the names of the columns of a table.

The plan runs as it is, and every choice in it has its reason. No value is quoted. What
cannot be judged is not published: it gets no role, or is hidden in a single group.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Unpack

from diversa.counts.groups import Groups
from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPolicy
from diversa.data.roles import Roles
from diversa.data.variants import Variants, find_variants
from diversa.engines.engine import Engine, EngineChoice, Table
from diversa.engines.registry import open_engine
from diversa.engines.sources import source_of
from diversa.hierarchies import Dates, Intervals, Masking, Suppression
from diversa.hierarchies.automatic_hierarchy import automatic
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.models import DistinctLDiversity, EntropyLDiversity, KAnonymity, Model
from diversa.plan.file import key, plan_to_toml
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.plan.sections import Privacy
from diversa.plan.uses import check_used, settle
from diversa.suggestions.role_guess import OTHER, RoleGuess, guess_role
from diversa.tables.count_table import check_rows
from diversa.tables.table_input import TableInput
from diversa.version import __version__

K = 5
"""The group size that guidelines ask for most often."""

SUPPRESSION = Fraction(2, 100)
"""Without it a few unusual people cost everybody else's detail."""

ABSENT = frozenset({"?", "NA", "N/A", "NULL", "NaN"})
"""Texts by which files say that a value is missing."""

RARE = Fraction(5, 100)
"""The share of rows with another value than the commonest without which groups cannot
be mixed."""

HIDDEN = (
    "nothing looks like a quasi-identifier, so this one is hidden: name those that are"
)
"""Why a column that cannot be judged is a quasi-identifier."""

ALL_ROWS = (
    "all rows are one group until you name quasi-identifiers (--qi); then begin with"
    " k-anonymity:5"
)
"""Why the groups of such a plan are as large as the table."""

LADDER = ((4.0, 3), (2.6, 2))
"""Where the whole table attains the first number, groups can attain the second."""

ROLES = ("identifiers", "quasi_identifiers", "sensitive")
"""The roles that can be guessed: which columns are kept is for people to say."""

FEW_ROWS = "suppression: a few unusual rows may go; else they cost the others detail"
"""Why some rows may be suppressed."""

MEANINGS = {
    "identifiers": "Identifiers name a person; they are dropped.",
    "quasi_identifiers": "Quasi-identifiers may be known to others; they are"
    " generalized.",
    "sensitive": "Sensitive attributes must not be learned of a person.",
    OTHER: "Without a role, so withheld. Can others know one of them? Then it is a"
    "\nquasi-identifier. Must one stay secret? Then it is sensitive. What nobody can"
    "\nknow may be kept: name it in `kept`.",
}
"""What each role means for the people in the table."""

GENERALIZING = """\
How each quasi-identifier may be generalized. Where a value is only kept or suppressed,
a file with a line per value keeps more: { kind = "levels", file = "education.csv" }."""
"""What to know of hierarchies."""

DAY_OR_MONTH = (
    "does the day come first, or the month? Say it below [reading], or with --dates:"
    " dates = 'day-first' or 'month-first'"
)
"""What only the user can say of dates such as 03/04/2024."""

SAME = (
    "they count as one, of which one spelling is published; to keep them apart, say"
    '\n    equality = "exact" below [reading]'
)
"""What becomes of sensitive values that are written in several ways."""

APART = "they are different values; clean them where they should be one"
"""What becomes of them in other columns."""

HABITS: dict[type, str] = {
    Dates: "dates",
    Intervals: "numbers, in intervals that grow",
    Masking: "codes, hidden from the right",
}
"""What each kind of hierarchy does; the others keep a value or suppress it."""


VALUE_STARTS = re.compile(r" = \{")
"""What stands between a name and its hierarchy; a name in quotes may hold it too."""


@dataclass(frozen=True)
class Suggestion:
    """A plan that runs as it is, with the reason for every choice."""

    plan: Plan
    """The plan."""
    guesses: Mapping[str, RoleGuess]
    """The role of every column of the table."""
    reasons: Mapping[str, str] = field(repr=False)
    """Why there is each model, by its spec; why none, by the sensitive attribute."""
    source: str = field(default="INPUT", repr=False)
    """What the table is called."""
    variants: tuple[Variants, ...] = ()
    """The columns with values that are written in several ways."""
    asked: tuple[str, ...] = ()
    """The columns of dates that do not tell the day from the month."""

    def to_json(self) -> dict[str, Any]:
        """The suggestion as plain values; `plan` is what the plan file would hold."""
        return {
            "roles": {role: list(getattr(self.plan.roles, role)) for role in ROLES},
            "others": list(self.plan.roles.others(tuple(self.guesses))),
            "reasons": {name: guess.reason for name, guess in self.guesses.items()},
            "models": [model.spec for model in self.plan.privacy.models],
            "variants": [found.to_json() for found in self.variants],
            "plan": self.to_toml(),
        }

    def to_toml(self) -> str:
        """The plan as TOML, with every reason as a comment."""
        above = {
            "[roles]": self._about_roles(),
            "[hierarchies]": [GENERALIZING],
            "[privacy]": self._about_privacy(),
            "[reading]": ["How the file is read; `missing` are texts for no value."],
        }
        beside = {
            f"{key(name)} = {{": DAY_OR_MONTH
            if name in self.asked
            else HABITS.get(type(kind), "kept, or suppressed")
            for name, kind in self.plan.hierarchies.items()
        }
        lines = [*comments(self._about_plan()), ""]
        for line in plan_to_toml(self.plan).split("\n"):
            starts = (line[: mark.end()] for mark in VALUE_STARTS.finditer(line))
            notes = [beside[start] for start in starts if start in beside]
            lines += [*comments(above.get(line, ())), "  # ".join([line, *notes])]
        return "\n".join(lines)

    def _about_plan(self) -> Iterator[str]:
        yield f"A plan suggested by Diversa {__version__}. Only you know what others"
        yield "may know of these people: read every line, change it, then run"
        named = shlex.quote(self.source)
        yield f"  diversa anonymize {named} --plan plan.toml --out release"

    def _about_roles(self) -> Iterator[str]:
        for role, meaning in MEANINGS.items():
            yield meaning
            columns = [n for n, guess in self.guesses.items() if guess.role == role]
            yield from (f"  {key(n)}: {self.guesses[n].reason}" for n in columns)
            if not columns:
                yield "  (none)"
            by_meaning = role == "sensitive" and self.plan.reading.by_meaning
            for found in self.variants:
                if found.column in columns:
                    yield f"  {key(found.column)}: {found.words}:"
                    yield f"    {SAME if by_meaning else APART}"

    def _about_privacy(self) -> Iterator[str]:
        yield from (f"{what}: {why}" for what, why in self.reasons.items())
        if self.plan.privacy.suppression:
            yield FEW_ROWS
        if self.plan.privacy.missing is MissingPolicy.WORST:
            yield "missing: a sensitive value that is missing may be any value"


def comments(texts: Iterable[str]) -> list[str]:
    """Write texts as comments."""
    return [f"# {line}" for text in texts for line in text.split("\n")]


@dataclass(frozen=True, eq=False)
class Look:
    """What a look at every column has shown."""

    table: Table
    """The table."""
    guesses: dict[str, RoleGuess]
    """The role of every column."""
    dictionaries: dict[str, Dictionary] = field(repr=False)
    """The values of the columns that do not name people."""
    variants: tuple[Variants, ...]
    """Columns with values that are written in several ways."""
    absent: frozenset[str]
    """Texts among the values of a text file that say that a value is missing."""


def suggest(
    source: object,
    plan: Plan | Path | str | None = None,
    *,
    engine: EngineChoice = None,
    **words: Unpack[PlanKeywords],
) -> Suggestion:
    """Propose a plan for a table: roles, hierarchies, and models that can hold.

    Args:
        source: A path (CSV, Parquet, JSON) or a pandas, Polars or PyArrow frame.
        plan: A plan or the path of a plan file, whose roles and reading are taken as
            they are; or give the words instead.
        engine: The engine that reads the table, or its name; DuckDB by default.
        words: The words of a plan, see `PlanKeywords`: quasi_identifiers, sensitive and
            identifiers that are known, and reading.

    Returns:
        The plan (`.plan`), the reasons, and both as a plan file (`.to_toml()`).
    """
    check_used("suggest", words)
    known = settle(plan, words)
    roles = Roles(*(getattr(known.roles, role) for role in ROLES))
    table = TableInput(source, roles, reading=known.reading, engine=engine)
    with open_engine(engine, source) as opened:
        look = look_at(opened, table)
        if look.absent:  # read again: a number beside "?" is a number
            missing = (*table.reading.missing, *sorted(look.absent))
            table = replace(table, reading=replace(table.reading, missing=missing))
            look = look_at(opened, table)
    proposed, reasons = propose(look, table.roles)
    path = source_of(source).name
    name = path if path and path.isprintable() else "INPUT"
    asked = tuple(
        name
        for name in proposed.roles.quasi_identifiers
        if look.dictionaries[name].spelling.hint is not None
    )
    proposed = replace(proposed, reading=table.reading)
    return Suggestion(proposed, look.guesses, reasons, name, look.variants, asked)


def look_at(engine: Engine, table_input: TableInput) -> Look:
    """Look at every column; the values of identifiers are not kept."""
    reading, roles = table_input.reading, table_input.roles
    table = engine.open(table_input.source, options=reading)
    check_rows(table)
    sayings = {
        name: RoleGuess(role, "as you said")
        for role in ROLES
        for name in getattr(roles, role)
    }
    look = Look(table, {}, {}, (), frozenset())
    variants: list[Variants] = []
    absent: set[str] = set()
    for name in table.columns:
        values = replace(engine.values(table, name), hints=reading.hints)
        guess = look.guesses[name] = sayings.get(name) or guess_role(values)
        if table.source == "csv":
            absent |= ABSENT.intersection(values.values.tolist())
        if guess.role == "identifiers":
            continue
        found = find_variants(values, missing=reading.missing)
        if found is not None and found.values:
            variants.append(found)
        if found is not None and guess.role == "sensitive" and reading.by_meaning:
            spelled = engine.respell(table, name, found.spellings, found.instead)
            values = replace(engine.values(spelled, name), hints=reading.hints)
        look.dictionaries[name] = values
    return replace(look, variants=tuple(variants), absent=frozenset(absent))


def hidden_column(look: Look) -> str | None:
    """The column to hide in a single group where nothing is a quasi-identifier.

    A plan needs one. Nobody has said that this one may be known, so all rows become one
    group, in which a column with two values or more is published as `*`.
    """
    if any(guess.role == "quasi_identifiers" for guess in look.guesses.values()):
        return None
    unjudged = [
        look.dictionaries[name]
        for name, guess in look.guesses.items()
        if guess.role == OTHER and look.dictionaries[name].size > 1
    ]
    smallest = min(unjudged, key=lambda values: values.size, default=None)
    return None if smallest is None else smallest.column


def withhold_lopsided(look: Look, stated: Roles) -> None:
    """Take the role from sensitive columns in which nearly all rows share a value.

    No grouping could mix their values, short of one group of all rows; without a role
    they stay unpublished.
    """
    for name, guess in look.guesses.items():
        if guess.role != "sensitive" or name in stated.sensitive:
            continue
        counts = look.dictionaries[name].counts
        if 0 < counts.sum() - counts.max() < RARE * counts.sum():
            reason = f"{guess.reason}, but nearly all rows share one value"
            look.guesses[name] = RoleGuess(OTHER, reason)


def propose(look: Look, stated: Roles) -> tuple[Plan, dict[str, str]]:
    """Make a plan of what was seen, and say why there is each model."""
    withhold_lopsided(look, stated)
    hidden = hidden_column(look)
    if hidden is not None:
        look.guesses[hidden] = RoleGuess("quasi_identifiers", HIDDEN)
    guessed = {
        role: tuple(name for name, guess in look.guesses.items() if guess.role == role)
        for role in ROLES
    }
    beside = {
        role: tuple(n for n in getattr(stated, role) if n not in guessed[role])
        for role in ROLES
    }
    every: dict[str, Any] = {role: guessed[role] + beside[role] for role in ROLES}
    roles = Roles(**every)
    roles.check(look.table.columns)
    secrets = [look.dictionaries[name] for name in roles.sensitive]
    lost = any(secret.missing_code is not None for secret in secrets)
    missing = MissingPolicy.WORST if lost else MissingPolicy.RAISE
    rows = look.table.rows
    k = min(K, rows) if hidden is None else rows
    models, reasons = choose_models(k, secrets, missing)
    if hidden is not None:
        reasons[models[0].spec] = ALL_ROWS
    hierarchies: dict[str, HierarchyKind] = {
        name: Suppression() if name == hidden else choose(look.dictionaries[name], k)
        for name in roles.quasi_identifiers
    }
    suppression = SUPPRESSION if hidden is None else Fraction(0)
    privacy = Privacy(models, suppression, missing=missing)
    return Plan(roles, privacy, hierarchies), reasons


def choose(dictionary: Dictionary, k: int) -> HierarchyKind:
    """A hierarchy that says how dates are written, where the values tell it."""
    if dictionary.spelling.hint is not None:
        return Dates()
    kind = automatic(dictionary, k)
    if isinstance(kind, Dates) and kind.format is None:
        return replace(kind, format=dictionary.spelling.days)
    return kind


def choose_models(
    k: int, secrets: list[Dictionary], missing: MissingPolicy
) -> tuple[tuple[Model, ...], dict[str, str]]:
    """Choose models that the fully generalized table satisfies with room to spare."""
    smallest = KAnonymity(k)
    reasons = {smallest.spec: f"who knows a person finds {smallest.k} rows or more"}
    models: list[Model] = [smallest]
    for secret in secrets:
        model, why = diversity(secret, missing)
        if model is None:
            reasons[key(secret.column)] = why
        else:
            models.append(model)
            reasons[model.spec] = why
    return tuple(models), reasons


NOT_FEW = "no few values dominate among the rows that one finds"
"""Why an entropy l-diversity is suggested."""

NOT_ONE = "these rows do not all share one value; the values are too unequal for more"
"""Why a distinct l-diversity is suggested."""

NOTHING = "one value only: nothing can keep it secret"
"""Why nothing is suggested."""


def diversity(secret: Dictionary, missing: MissingPolicy) -> tuple[Model | None, str]:
    """The strongest diversity that a sensitive attribute allows, and why this one."""
    values = [*secret.values, *([None] * (secret.missing_code is not None))]
    counts = dict(zip(values, secret.counts.tolist(), strict=True))
    whole = Groups.from_counts([counts], on=secret.column, missing=missing)
    entropy = EntropyLDiversity(Fraction(1), on=secret.column).attained(whole)
    for needed, l in LADDER:
        if entropy >= needed:
            return EntropyLDiversity(Fraction(l), on=secret.column), NOT_FEW
    least = DistinctLDiversity(2, on=secret.column)
    return (least, NOT_ONE) if least.holds(whole).all() else (None, NOTHING)
