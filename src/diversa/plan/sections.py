# SPDX-License-Identifier: Apache-2.0
"""The sections [people], [linked], [privacy] and [report] of a plan.

A field is the declaration of its setting; nothing else has to be edited for a new one.
Nothing heavy is imported at the top: the help of the command line is made from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from diversa.data.missing import MissingPersonPolicy, MissingPolicy
from diversa.data.population_source import PeopleSource
from diversa.plan.kinds import (
    LINKED_MODELS,
    MODELS,
    PERSON_ROWS,
    POPULATION,
    ROWS_OF_A_PERSON,
    SHARE,
    TABLE,
)
from diversa.setting import Section, setting
from diversa.setting_kind import (
    COLUMN,
    COLUMNS,
    FLAG,
    TEXT,
    WHOLE,
    WORD,
)

if TYPE_CHECKING:
    from diversa.models.linked_privacy import LinkedModel
    from diversa.models.model import Model
    from diversa.models.needs import Need


@dataclass(frozen=True)
class People(Section, name="people"):
    """The people behind the rows, where a person may have several of them."""

    rows: int | str = setting(
        ROWS_OF_A_PERSON,
        "The rows of a person that are published; a number is the most of them.",
        default="distinct",
        choices=PERSON_ROWS,
        metavar="distinct|all|N",
        options=("--person-rows",),
        keyword="person_rows",
    )
    known: str = setting(
        WORD,
        "What others may know of a visit, where a person is in several groups.",
        default="any",
        choices={
            "any": "any part of it, such as the ward without the week",
            "whole-visits": "all of it or nothing, which promises less",
        },
        options=("--known-visits",),
        keyword="known_visits",
    )
    missing_person: MissingPersonPolicy = setting(
        WORD,
        "What a row means that does not say whose it is.",
        default=MissingPersonPolicy.RAISE,
        choices={
            "raise": "an error",
            "own": "a person of its own",
            "worst": "nobody is added, and anybody of its group may have its values",
        },
    )
    rows_are_people: bool = setting(
        FLAG,
        "Every row is another person, although an identifier repeats.",
        default=False,
    )
    not_the_subject: tuple[str, ...] = setting(
        COLUMNS,
        "Identifiers that repeat and name somebody else than the people of the table,"
        " such as a doctor. They are withheld.",
        default=(),
    )


@dataclass(frozen=True)
class Linked(Section, name="linked"):
    """A second table, of visits: a person of the first one may have several."""

    table: PeopleSource | None = setting(
        TABLE,
        "A table of visits of the people, to be published beside theirs.",
        default=None,
        options=("--with",),
        metavar="FILE[:COLUMN]",
        keyword="visits",
    )
    person: str | None = setting(
        COLUMN,
        "The column of the visits that says whose a visit is; that of the people by"
        " default.",
        default=None,
        options=("--visit-person",),
        keyword="visit_person",
    )
    quasi_identifiers: tuple[str, ...] = setting(
        COLUMNS,
        "What may be known of a visit; quasi-identifiers of the person may be copied to"
        " the visits by naming them here.",
        default=(),
        options=("--visit-qi",),
        keyword="visit_quasi_identifiers",
    )
    sensitive: tuple[str, ...] = setting(
        COLUMNS,
        "The sensitive attributes of a visit.",
        default=(),
        options=("--visit-sensitive",),
        keyword="visit_sensitive",
    )
    models: tuple[LinkedModel, ...] = setting(
        LINKED_MODELS,
        "A model under which both tables get a pseudonym of each person, such as"
        " km-anonymity:k=5,m=2; without one nobody can join them.",
        default=(),
        options=("--linked-model",),
        keyword="linked_models",
    )
    most_visits: int = setting(
        WHOLE,
        "The most visits of a person that are published with a pseudonym.",
        default=10,
        low=0,
    )


@dataclass(frozen=True)
class Privacy(Section, name="privacy"):
    """The models that must hold in the release, and the limits of suppression."""

    models: tuple[Model, ...] = setting(
        MODELS,
        "A privacy model that must hold, such as k-anonymity:5; `diversa models` lists"
        " them.",
        default=(),
        options=("--model",),
    )
    suppression: Fraction = setting(
        SHARE,
        "Share of the rows that may be suppressed, such as 0.02.",
        default=Fraction(0),
    )
    correlation_limit: Fraction | None = setting(
        SHARE,
        "The largest share of sensitive values that an adversary may guess right who"
        " learns from a release of two tables what goes with what, or knows it; groups"
        " grow until they keep it.",
        default=None,
    )
    suppress_by: Literal["drop", "star"] = setting(
        WORD,
        "What happens to suppressed rows.",
        default="drop",
        options=("--suppress-by", "--suppressed"),
        formerly=("suppressed",),
        choices={
            "drop": "left out",
            "star": "published with * in the quasi-identifiers",
        },
    )
    missing: MissingPolicy = setting(
        WORD,
        "What a missing sensitive value means.",
        default=MissingPolicy.RAISE,
        choices={
            "raise": "an error",
            "own": "a value of its own",
            "worst": "it could be any value",
            "drop": "its row is left out",
        },
    )
    population: PeopleSource | None = setting(
        POPULATION,
        "A table of all people who could be in the table, for models that need one.",
        default=None,
    )

    @property
    def needs_met(self) -> tuple[Need, ...]:
        """The needs of models that the plan meets beside the table."""
        return () if self.population is None else ("population",)

    def limit(self, rows: int) -> int:
        """The number of rows that may be suppressed."""
        return int(self.suppression * rows)


LANGUAGES = {"en": "English", "de": "German", "fr": "French"}
"""The languages of a report."""


@dataclass(frozen=True)
class ReportWords(Section, name="report"):
    """The title, the author and the language of the report."""

    title: str = setting(TEXT, "The title of the report.", default="")
    author: str = setting(
        TEXT, "The person or office that answers for the release.", default=""
    )
    language: str = setting(
        WORD, "The language of the report.", default="en", choices=LANGUAGES
    )
    rehearsal: Literal["plain", "adaptive", "none"] = setting(
        WORD,
        "Which attacks are rehearsed on a third of the people, for the report.",
        default="plain",
        choices={
            "plain": "those of an adversary who reads labels and counts people",
            "adaptive": "also learnt from a release of other people; needs"
            " scikit-learn, and minutes",
            "none": "none",
        },
    )
