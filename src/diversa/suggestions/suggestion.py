# SPDX-License-Identifier: Apache-2.0
"""Suggest a plan from the values and the names of the columns of a table.

The plan says why for every choice, and quotes no value. A column that cannot be
judged is not published. It runs as it is, unless identifiers repeat and nothing shows
who a row is about: then it asks.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Unpack

from diversa.data.missing import MissingPolicy
from diversa.data.variants import Variants
from diversa.engines.counting import Repeats
from diversa.engines.engine import EngineChoice
from diversa.engines.registry import open_engine
from diversa.engines.sources import source_of
from diversa.hierarchies import Dates, Intervals, Masking, Quantiles
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.hierarchies.ready_hierarchy import Ready, ready_tree
from diversa.plan.file import key, plan_to_toml
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.plan.uses import check_used, settle
from diversa.suggestions.person_guess import PersonGuess
from diversa.suggestions.plan_draft import draft_plan
from diversa.suggestions.repeating_columns import repeating
from diversa.suggestions.role_guess import OTHER, ROLES, RoleGuess
from diversa.suggestions.table_survey import survey
from diversa.tables.table_input import TableInput
from diversa.version import __version__

MEANINGS = {
    "identifiers": "Identifiers name a person; they are dropped.",
    "quasi_identifiers": "Quasi-identifiers may be known to others; they are"
    " generalized.",
    "sensitive": "Sensitive attributes must not be learned of a person.",
    OTHER: "Without a role, so withheld. Can others know one of them? Then it is a"
    "\nquasi-identifier. Must one stay secret? Then it is sensitive. What nobody can"
    "\nknow may be kept: name it in `kept`.",
}
"""The meaning of each role for the people in the table."""

PERSON = (
    "The person says who a row is about: models count people, and the column is"
    "\nwithheld. Is every row another person? Then leave it out, and say"
    "\nrows_are_people = true below [people]."
)
"""The meaning of the person."""

REPEATS = (
    "Identifiers that repeat: a person may have several rows. Say who a row is about"
    '\n(person = "..." here); or below [people] that every row is another person'
    "\n(rows_are_people = true), or that they name somebody else"
    '\n(not_the_subject = ["..."]).'
)
"""The question about identifiers that repeat."""

COUNTS = (
    "Does a line stand for several people, and one of these columns say how many? Then"
    '\nsay it here (count = "...").'
)
"""The question about columns that look like counts."""

GENERALIZING = """\
How each quasi-identifier may be generalized. Where a value is only kept or suppressed,
a file with a line per value keeps more: { kind = "levels", file = "education.csv" }."""
"""The comment above the hierarchies."""

DAY_OR_MONTH = (
    "does the day come first, or the month? Say it below [reading], or with --dates:"
    " dates = 'day-first' or 'month-first'"
)
"""The question about dates such as 03/04/2024."""

SAME = (
    "they count as one, of which one spelling is published; to keep them apart, say"
    '\n    equality = "exact" below [reading]'
)
"""The fate of sensitive values with several spellings."""

APART = "they are different values; clean them where they should be one"
"""The fate of other values with several spellings."""

HABITS: dict[type, str] = {
    Dates: "dates",
    Intervals: "numbers, in intervals that grow",
    Masking: "codes, hidden from the right",
    Quantiles: "numbers, in intervals with equally many rows",
}
"""The kinds of hierarchies in words; others keep a value or suppress it."""


def habit(kind: HierarchyKind) -> str:
    """A hierarchy in words."""
    if isinstance(kind, Ready):
        return f"these are {ready_tree(kind.name).title}"
    return HABITS.get(type(kind), "kept, or suppressed")


VALUE_STARTS = re.compile(r" = \{")
"""The sign between a name and its hierarchy; a name in quotes may hold it too."""


@dataclass(frozen=True)
class Suggestion:
    """A plan, with the reason for every choice."""

    plan: Plan
    """The plan."""
    guesses: Mapping[str, RoleGuess]
    """The role of every column of the table."""
    reasons: Mapping[str, str] = field(repr=False)
    """The reason for each model, by its spec, or for none, by sensitive attribute."""
    source: str = field(default="INPUT", repr=False)
    """Name of the table."""
    variants: tuple[Variants, ...] = ()
    """The columns with several spellings of a value."""
    asked: tuple[str, ...] = ()
    """The columns of dates in which day and month are ambiguous."""
    person: PersonGuess | None = None
    """The column that says who a row is about, if it was guessed."""
    repeats: Mapping[str, Repeats] = field(default_factory=dict, repr=False)
    """Identifiers that repeat, where the plan does not say whose the rows are."""
    counts: tuple[str, ...] = ()
    """Columns that may say how many people a line stands for."""

    def __str__(self) -> str:
        """The text of a plan file, with every reason."""
        return self.to_toml()

    def to_json(self) -> dict[str, Any]:
        """The suggestion as plain values; `plan` is the text of the plan file."""
        return {
            "roles": {role: list(getattr(self.plan.roles, role)) for role in ROLES},
            "person": self.plan.roles.person,
            "count": self.plan.roles.count,
            "may_count": list(self.counts),
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
            f"{key(name)} = {{": DAY_OR_MONTH if name in self.asked else habit(kind)
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
        yield from self._about_people()

    def _about_people(self) -> Iterator[str]:
        if self.person is not None:
            yield PERSON
            yield f"  {key(self.person.column)}: {self.person.reason}"
            yield from (f"  {line}" for line in self.person.differences)
        if self.repeats:
            yield REPEATS
            for name, times in self.repeats.items():
                yield (
                    f"  {key(name)}: {times.present:,} rows have"
                    f" {times.different:,} different values"
                )
        if self.counts:
            yield COUNTS
            yield from (f"  {key(name)}" for name in self.counts)

    def _about_privacy(self) -> Iterator[str]:
        yield from (f"{what}: {why}" for what, why in self.reasons.items())
        if self.plan.privacy.suppression:
            yield (
                "suppression: a few unusual rows may go; else they cost the others"
                " detail"
            )
        if self.plan.privacy.missing is MissingPolicy.WORST:
            yield "missing: a sensitive value that is missing may be any value"


def comments(texts: Iterable[str]) -> list[str]:
    """Write texts as comments."""
    return [f"# {line}" for text in texts for line in text.split("\n")]


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
    roles = known.roles.without(("kept", "keep_anyway"))
    table = TableInput(source, roles, reading=known.reading, engine=engine)
    others = known.people.not_the_subject
    with open_engine(engine, source) as opened:
        seen = survey(opened, table, others)
        if seen.absent:  # read again: a number beside "?" is a number
            missing = (*table.reading.missing, *sorted(seen.absent))
            table = replace(table, reading=replace(table.reading, missing=missing))
            seen = survey(opened, table, others)
        draft = draft_plan(opened, seen, table.roles, known.people)
    proposed = replace(draft.plan, reading=table.reading, people=known.people)
    proposed.check_columns(seen.table.columns)
    path = source_of(source).name
    name = path if path and path.isprintable() else "INPUT"
    asked = tuple(
        name
        for name in proposed.roles.quasi_identifiers
        if seen.dictionaries[name].spelling.hint is not None
    )
    return Suggestion(
        proposed,
        seen.guesses,
        draft.reasons,
        name,
        seen.variants,
        asked,
        draft.person,
        repeating(seen.repeats, proposed),
        () if proposed.roles.count else tuple(seen.counts),
    )
