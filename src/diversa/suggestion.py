# SPDX-License-Identifier: Apache-2.0
"""Suggest a plan from the names and the shapes of the columns of a table.

The plan runs as it is, and every choice in it has its reason. No value is quoted.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from diversa.counts.groups import Groups
from diversa.data.dictionary import Dictionary, Kind, as_decimal
from diversa.data.missing import MissingPolicy
from diversa.data.role_words import role_by_name
from diversa.data.roles import Roles
from diversa.engines.duckdb import DuckDBEngine
from diversa.engines.engine import Engine, ReadOptions, Table
from diversa.errors import RoleError
from diversa.hierarchies import Dates, Intervals, Masking, automatic
from diversa.hierarchies.automatic import is_code, is_date
from diversa.models import DistinctLDiversity, EntropyLDiversity, KAnonymity, Model
from diversa.plan import Plan, Privacy, section_fields
from diversa.plan_file import key, plan_to_toml
from diversa.plan_words import Names, names
from diversa.version import __version__

K = 5
"""The group size that guidelines ask for most often."""

SUPPRESSION = Fraction(2, 100)
"""Without it a few unusual people cost everybody else's detail."""

DISTINCT = 0.95
"""Share of the rows from which on a column tells nearly all of them apart."""

ENOUGH = 20
"""Rows below which a column may tell them apart by chance."""

LOOKED_AT = 1000
"""Values that are looked at to know whether all of them are whole numbers."""

ABSENT = frozenset({"?", "NA", "N/A", "NULL", "NaN"})
"""Texts by which files say that a value is missing."""

LADDER = ((4, 3), (2.6, 2))
"""Where the whole table attains the first number, groups can attain the second."""

OTHER = "other"
"""The role of a column that has none."""

MEANINGS = {
    "identifiers": "Identifiers name a person; they are dropped.",
    "quasi_identifiers": "Quasi-identifiers may be known to others; they are"
    " generalized.",
    "sensitive": "Sensitive attributes must not be learned of a person.",
    OTHER: "No role: published as they are. What others may know, or what must stay"
    " secret,\nneeds a role above.",
}
"""What each role means for the people in the table."""

HABITS: dict[type, str] = {
    Dates: "dates",
    Intervals: "numbers, in intervals that grow",
    Masking: "codes, hidden from the right",
}
"""What each kind of hierarchy does."""


@dataclass(frozen=True)
class Guess:
    """The role of a column, and why."""

    role: str
    """`identifiers`, `quasi_identifiers`, `sensitive` or `other`."""
    reason: str
    """For the person who must decide."""


@dataclass(frozen=True)
class Suggestion:
    """A plan that runs as it is, with the reason for every choice."""

    plan: Plan
    """The plan."""
    guesses: Mapping[str, Guess]
    """The role of every column of the table."""
    reasons: Mapping[str, str] = field(repr=False)
    """Why there is each model, by its spec, or none for a sensitive attribute."""
    source: str = field(default="INPUT", repr=False)
    """What the table is called."""

    def to_json(self) -> dict[str, Any]:
        """The suggestion as plain values; `plan` is what the plan file would hold."""
        roles = self.plan.roles
        return {
            "roles": {r: list(getattr(roles, r)) for r in section_fields(Roles)},
            "others": list(roles.others(tuple(self.guesses))),
            "reasons": {name: one.reason for name, one in self.guesses.items()},
            "models": [model.spec for model in self.plan.privacy.models],
            "plan": self.to_toml(),
        }

    def to_toml(self) -> str:
        """The plan as TOML, with every reason as a comment."""
        above = {
            "[roles]": self._about_roles(),
            "[hierarchies]": ["How each quasi-identifier may be generalized."],
            "[privacy]": self._about_privacy(),
        }
        beside = {
            f"{key(name)} = {{": HABITS.get(type(kind), "kept, or suppressed: *")
            for name, kind in self.plan.hierarchies.items()
        }
        lines = [*comments(self._about_plan()), ""]
        for line in plan_to_toml(self.plan).split("\n"):
            lines += comments(above.get(line, []))
            notes = [text for start, text in beside.items() if line.startswith(start)]
            lines.append("  # ".join([line, *notes]))
        return "\n".join(lines)

    def _about_plan(self) -> list[str]:
        return [
            f"A plan suggested by Diversa {__version__} from names and shapes of columns.",
            "Only you know what others may know of these people: read every line. Then",
            f"  diversa anonymize {shlex.quote(self.source)} --plan plan.toml --out release",
        ]

    def _about_roles(self) -> Iterator[str]:
        for role, meaning in MEANINGS.items():
            yield meaning
            found = [n for n, guess in self.guesses.items() if guess.role == role]
            yield from (f"  {key(n)}: {self.guesses[n].reason}" for n in found)
            if not found:
                yield "  none"

    def _about_privacy(self) -> Iterator[str]:
        yield from (f"{what}: {why}" for what, why in self.reasons.items())
        yield "suppression: a few unusual rows may go, else they cost the others detail"
        if self.plan.privacy.missing is not MissingPolicy.RAISE:
            yield "missing: a sensitive value that is missing may be any value"


def comments(texts: Sequence[str] | Iterator[str]) -> list[str]:
    """Write texts as comments."""
    return [f"# {line}" for text in texts for line in text.split("\n")]


def suggest(
    source: object,
    *,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    identifiers: Names = (),
    reading: ReadOptions | None = None,
) -> Suggestion:
    """Propose a plan for a table: roles, hierarchies and models that can hold.

    Args:
        source: A path (CSV, Parquet, JSON) or a pandas, Polars or PyArrow frame.
        quasi_identifiers: Columns that are known to be quasi-identifiers.
        sensitive: Columns that are known to be sensitive.
        identifiers: Columns that are known to be identifiers.
        reading: How a text file is read.
    """
    told = Roles(names(identifiers), names(quasi_identifiers), names(sensitive))
    with DuckDBEngine() as engine:
        look = look_at(engine, source, reading or ReadOptions())
        if look.absent:
            missing = (*look.reading.missing, *sorted(look.absent))
            look = look_at(engine, source, replace(look.reading, missing=missing))
    guesses = settle(look, told)
    roles = Roles(
        **{
            role: tuple(name for name, one in guesses.items() if one.role == role)
            or getattr(told, role)
            for role in section_fields(Roles)
        }
    )
    roles.check(look.table.columns)
    return propose(look, roles, guesses, called(source))


@dataclass(frozen=True, eq=False)
class Look:
    """What a look at every column has shown."""

    table: Table
    """The table."""
    reading: ReadOptions
    """How it was read."""
    guesses: Mapping[str, Guess]
    """The role of every column, by its name or its shape."""
    dictionaries: Mapping[str, Dictionary] = field(repr=False)
    """The values of the columns that do not name people."""
    absent: frozenset[str]
    """Texts among the values that say that a value is missing."""
