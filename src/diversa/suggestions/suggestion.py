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
from math import inf
from pathlib import Path
from typing import Any, Unpack

from diversa.data.variants import Variants
from diversa.engines.counting import Repeats
from diversa.engines.engine import EngineChoice
from diversa.engines.registry import open_engine
from diversa.engines.sources import source_of
from diversa.methods.explanation import check_seconds
from diversa.plan.file import key, plan_to_toml
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.plan.uses import check_used, settle
from diversa.suggestions.draft_trial import SECONDS, DraftTrial, try_draft
from diversa.suggestions.person_guess import PersonGuess
from diversa.suggestions.plan_draft import draft_plan
from diversa.suggestions.plan_words import (
    APART,
    COUNTS,
    DAY_OR_MONTH,
    GENERALIZING,
    MEANINGS,
    MISSING,
    PERSON,
    REPEATS,
    SAME,
    SAME_EVERYWHERE,
    habit,
)
from diversa.suggestions.repeating_columns import repeating
from diversa.suggestions.role_guess import ROLES, RoleGuess
from diversa.suggestions.table_survey import TableSurvey, survey
from diversa.tables.table_input import TableInput
from diversa.version import __version__

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
    trial: DraftTrial | None = field(default=None, repr=False)
    """The release that the plan would make; None if it was not tried."""

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
            "trial": None if self.trial is None else self.trial.to_json(),
            "plan": self.to_toml(),
        }

    def to_toml(self) -> str:
        """The plan as TOML, with every reason as a comment."""
        above = {
            "[roles]": self._about_roles(),
            "[hierarchies]": [GENERALIZING],
            "[privacy]": self._about_privacy(),
            "[search]": self._about_search(),
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
        meaning = MISSING.get(self.plan.privacy.missing)
        if meaning is not None:
            yield f"missing: {meaning}"
        if self.trial is not None and self.trial.loss_of_worst is not None:
            yield "  chosen by what it costs: " + self._cost_of_worst()
            yield from (f"  {one}" for one in self.trial.policies)

    def _cost_of_worst(self) -> str:
        loss = self.trial.loss_of_worst if self.trial is not None else None
        lost = "no solution" if loss in (None, inf) else f"loss {loss:.3g}"
        return f'any value (missing = "worst"): {lost}'

    def _about_search(self) -> Iterator[str]:
        if self.trial is not None:
            yield from self.trial.lines
        yield SAME_EVERYWHERE


def comments(texts: Iterable[str]) -> list[str]:
    """Write texts as comments."""
    return [f"# {line}" for text in texts for line in text.split("\n")]


def suggest(
    source: object,
    plan: Plan | Path | str | None = None,
    *,
    engine: EngineChoice = None,
    explain: float = SECONDS,
    **words: Unpack[PlanKeywords],
) -> Suggestion:
    """Propose a plan for a table: roles, hierarchies, and models that can hold.

    Args:
        source: A path (CSV, Parquet, JSON) or a pandas, Polars or PyArrow frame.
        plan: A plan or the path of a plan file, whose roles and reading are taken as
            they are; or give the words instead.
        engine: The engine that reads the table, or its name; DuckDB by default.
        explain: Seconds of processor time to try plans near the proposed one, which is
            tried itself; 0 tries nothing.
        words: The words of a plan, see `PlanKeywords`: quasi_identifiers, sensitive and
            identifiers that are known, and reading.

    Returns:
        The plan (`.plan`), the reasons, and both as a plan file (`.to_toml()`).
    """
    check_used("suggest", words)
    check_seconds(explain)
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
        trial = None
        if explain and not asks(seen, proposed):
            trial = try_draft(opened, seen.lines, proposed, seconds=explain)
    if trial is not None:
        proposed = trial.plan
    path = source_of(source).name
    name = path if path and path.isprintable() else "INPUT"
    return Suggestion(
        proposed,
        seen.guesses,
        draft.reasons,
        name,
        seen.variants,
        ambiguous_dates(seen, proposed),
        draft.person,
        repeating(seen.repeats, proposed),
        () if proposed.roles.count else tuple(seen.counts),
        trial,
    )


def ambiguous_dates(seen: TableSurvey, plan: Plan) -> tuple[str, ...]:
    """The columns of dates of which only the user can say if the day comes first."""
    return tuple(
        name
        for name in plan.roles.quasi_identifiers
        if seen.dictionaries[name].spelling.hint is not None
    )


def asks(seen: TableSurvey, plan: Plan) -> bool:
    """True if a plan needs an answer before it runs."""
    return bool(ambiguous_dates(seen, plan) or repeating(seen.repeats, plan))
