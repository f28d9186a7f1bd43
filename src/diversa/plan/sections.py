# SPDX-License-Identifier: Apache-2.0
"""The sections [people], [linked], [privacy], [search] and [report] of a plan.

A field is the declaration of its setting; nothing else has to be edited for a new one.
Nothing heavy is imported at the top: the help of the command line is made from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from diversa.data.missing import MissingPersonPolicy, MissingPolicy
from diversa.data.population_source import PeopleSource
from diversa.plan.kinds import (
    LINKED_MODELS,
    METRIC,
    MODELS,
    PERSON_ROWS,
    POPULATION,
    POSITIVE,
    ROWS_OF_A_PERSON,
    SECRET,
    SHARE,
    TABLE,
)
from diversa.setting import Section, setting, settings_of
from diversa.setting_kind import (
    COLUMN,
    COLUMNS,
    FLAG,
    LEVELS,
    TEXT,
    WEIGHTS,
    WHOLE,
    WORD,
)

if TYPE_CHECKING:
    from diversa.models.linked_privacy import LinkedModel
    from diversa.models.model import Model
    from diversa.models.needs import Need

PARTITIONS = ("mondrian", "local-recoding", "mdav", "dealing")
"""Methods whose groups have boxes of their own."""

BUCKETS = ("anatomy", "mbf")
"""Methods that publish two tables."""

AUTOMATIC = ("full-domain", "mondrian", "local-recoding", "dealing", *BUCKETS)
"""The methods that `auto` chooses among."""

METHODS = ("auto", "full-domain", *PARTITIONS, *BUCKETS)
"""The ways to recode a table, by the names they have in `methods`."""

REPUBLICATION = "m-invariance"
"""The method of `republish`. A plan cannot name it, but some settings belong to it."""


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


@dataclass(frozen=True)
class Search(Section, name="search"):
    """The method and the search by which a release is found."""

    method: str = setting(
        WORD,
        "How rows are recoded.",
        default="full-domain",
        choices={
            "full-domain": "one level for a whole column",
            "auto": "the one that suits the models",
            "mondrian": "a range or set for each group",
            "local-recoding": "the same, with rows moved between groups to lose less",
            "mdav": "the average of each group",
            "dealing": "near sensitive values in different groups",
            "anatomy": "exact values, and sensitive ones in a second table",
            "mbf": "the same, with similar values in different groups",
        },
        methods=METHODS,
    )
    algorithm: str = setting(
        WORD,
        "The search over the lattice.",
        default="auto",
        choices={
            "auto": "exact if possible",
            "optimal": "the best node",
            "exhaustive": "every node",
            "incognito": "every node that satisfies, by subsets of attributes",
            "samarati": "a node of the lowest height",
            "datafly": "greedy, most values first",
            "descent": "greedy, from the top",
            "anytime": "the best node found in a given time, with a proven bound",
        },
        methods=("full-domain",),
    )
    objective: str = setting(
        METRIC,
        "The metric that is minimized.",
        default="loss",
        choices={
            "loss": "detail that is lost",
            "precision": "share of levels that is lost",
            "discernibility": "sum of squared group sizes",
            "average-group-size": "rows per group",
            "height": "sum of levels",
        },
        methods=("full-domain",),
    )
    weights: tuple[tuple[str, Fraction], ...] = setting(
        WEIGHTS,
        "The weight of a quasi-identifier in the objective, such as 3 for one that must"
        " stay usable; others have 1.",
        default=(),
        methods=("full-domain", "mondrian", "local-recoding"),
        options=("--weight",),
    )
    least: tuple[tuple[str, int], ...] = setting(
        LEVELS,
        "The lowest level on which a quasi-identifier may be published.",
        default=(),
        methods=("full-domain",),
    )
    greatest: tuple[tuple[str, int], ...] = setting(
        LEVELS,
        "The highest level on which a quasi-identifier may be published.",
        default=(),
        methods=("full-domain",),
    )
    floor: tuple[tuple[str, int], ...] = setting(
        LEVELS,
        "The lowest level at which a quasi-identifier with too many values is counted"
        " and searched.",
        default=(),
        methods=("full-domain",),
    )
    time: int | None = setting(
        WHOLE,
        "CPU seconds of a search that can be stopped at any time: 30 by default for a"
        " lattice too large to enumerate, none by default for improving a local"
        " recoding, or the regions of mondrian.",
        default=None,
        low=0,
        methods=("full-domain", "mondrian", "local-recoding"),
    )
    seed: int = setting(
        WHOLE,
        "Seed of random choices; the same seed gives the same bytes. Rows of a person"
        " are drawn by it only if it is given, and else by a key that nobody knows.",
        default=0,
        low=0,
    )
    cut: str = setting(
        WORD,
        "Where groups are cut.",
        default="cheapest",
        choices={
            "cheapest": "where least is lost",
            "median": "at the median of the widest attribute",
        },
        methods=("mondrian", "local-recoding", "dealing"),
    )
    relaxed: bool = setting(
        FLAG,
        "A cut may separate rows that are alike.",
        default=False,
        methods=("mondrian",),
    )
    labels: str = setting(
        WORD,
        "What the published ranges and sets of a group span.",
        default="safe",
        choices={
            "safe": "a region of a public tree, which says nothing of single rows",
            "region": "the part of the table that was cut out for it, which may say"
            " something",
            "tight": "its values, which single rows may be told by",
        },
        methods=(*PARTITIONS, REPUBLICATION),
        formerly=("boxes",),
        former_words={"coded": "tight"},
    )
    epsilon: Fraction = setting(
        POSITIVE,
        "The privacy that the shape of the trees of safe labels may spend: more of it"
        " is less noise.",
        default=Fraction(1),
        methods=("mondrian",),
    )
    secret: Path | None = setting(
        SECRET,
        "A file with the key of the noise of safe labels, for the same bytes in another"
        " run; it is made where there is none, and stays with the owner.",
        default=None,
        methods=("mondrian",),
    )
    sets: str = setting(
        WORD,
        "What is published for several categories.",
        default="values",
        choices={
            "values": "their set",
            "ancestor": "their common ancestor",
            "star": "*",
        },
        methods=(*PARTITIONS, REPUBLICATION),
    )
    numbers: str = setting(
        WORD,
        "What is published for several numbers.",
        default="auto",
        choices={
            "auto": "their mean for mdav, else their range",
            "range": "their range",
            "mean": "their mean",
            "median": "their median",
            "star": "*",
        },
        methods=(*PARTITIONS, REPUBLICATION),
    )
    nearby: bool = setting(
        FLAG,
        "Buckets have rows with near quasi-identifiers; without it they have any rows,"
        " and as few as the models allow.",
        default=True,
        methods=BUCKETS,
        options=("--nearby", "--no-nearby"),
    )
    group_rows: int | None = setting(
        WHOLE,
        "The least rows of a bucket, or people where a row is a person's; by default"
        " four times as many as values must differ in it, if rows are near and merging"
        " buckets breaks no model. 0 leaves buckets as small as they are dealt.",
        default=None,
        low=0,
        methods=("anatomy",),
    )
    label: str = setting(
        COLUMN,
        "A column that a classifier learns from the release, to show in the report how"
        " well it can be predicted; needs scikit-learn.",
        default="",
        methods=METHODS,
    )


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


def with_tight_labels(search: Search) -> Search:
    """The settings with tight labels, unless others are given.

    For series, and for recodings that were saved before labels could be safe.
    """
    given = "labels" in search.explicit_settings
    return search if given else search.revise({"labels": "tight"})


def foreign_settings(search: Search, method: str) -> Iterator[str]:
    """The faults of settings that were given but belong to other methods.

    The method `auto` may choose several methods.
    """
    chosen = {method, *(AUTOMATIC if method == "auto" else ())}
    for key in search.explicit_settings:
        methods = settings_of(Search)[key].methods
        if methods and chosen.isdisjoint(methods):
            listed = " or ".join(name for name in methods if name in METHODS)
            yield (
                f"search.{key}: must come with the method {listed}, got {method}, which"
                " has no use for it; leave it out"
            )
