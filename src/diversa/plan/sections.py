# SPDX-License-Identifier: Apache-2.0
"""The sections [privacy], [search] and [report] of a plan.

A field is the declaration of its setting; nothing else has to be edited for a new one.
Nothing heavy is imported at the top: the help of the command line is made from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from diversa.data.missing import MissingPolicy
from diversa.data.population_source import PeopleSource
from diversa.plan.kinds import METRIC, MODELS, POPULATION, SHARE
from diversa.setting import Section, setting, settings_of
from diversa.setting_kind import (
    COLUMN,
    FLAG,
    LEVELS,
    TEXT,
    WEIGHTS,
    WHOLE,
    WORD,
)

if TYPE_CHECKING:
    from diversa.models.model import Model
    from diversa.models.needs import Need

PARTITIONS = ("mondrian", "local-recoding", "mdav", "dealing")
"""Methods whose groups have boxes of their own."""

BUCKETS = ("anatomy", "mbf")
"""Methods that publish two tables."""

AUTOMATIC = ("full-domain", "local-recoding", "dealing", *BUCKETS)
"""The methods that `auto` chooses among."""

METHODS = ("auto", "full-domain", *PARTITIONS, *BUCKETS)
"""The ways to recode a table, by the names they have in `methods`."""

REPUBLICATION = "m-invariance"
"""The method of `republish`. A plan cannot name it, but some settings belong to it."""


@dataclass(frozen=True)
class Privacy(Section, name="privacy"):
    """The models that must hold in the release, and the limits of suppression."""

    models: tuple[Model, ...] = setting(
        MODELS,
        "A privacy model such as k-anonymity:5, all of which must hold; `diversa"
        " models` lists them.",
        default=(),
        options=("--model",),
    )
    suppression: Fraction = setting(
        SHARE,
        "Share of the rows that may be suppressed, such as 0.02.",
        default=Fraction(0),
    )
    suppress_by: Literal["drop", "star"] = setting(
        WORD,
        "What happens to suppressed rows.",
        default="drop",
        options=("--suppress-by", "--suppressed"),
        formerly=("suppressed",),
        choices={
            "drop": "dropped",
            "star": "published with * in the quasi-identifiers",
        },
    )
    missing: MissingPolicy = setting(
        WORD,
        "What a missing sensitive value means.",
        default=MissingPolicy.RAISE,
        choices={
            "raise": "an error",
            "own": "one more value",
            "worst": "any value",
            "drop": "its row goes",
        },
    )
    population: PeopleSource | None = setting(
        POPULATION,
        "A table of the people whom the rows may be, for models that ask for it.",
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
            "full-domain": "a column has one level everywhere",
            "auto": "the models choose",
            "mondrian": "parts of the table, cut",
            "local-recoding": "cut, then moved to lose least",
            "mdav": "near rows, averaged",
            "dealing": "for models of proximity",
            "anatomy": "two tables",
            "mbf": "two tables, similar values apart",
        },
        methods=METHODS,
    )
    algorithm: str = setting(
        WORD,
        "The search over the lattice.",
        default="auto",
        choices={
            "auto": "exact where it can be",
            "optimal": "the best node",
            "exhaustive": "every node",
            "incognito": "all that satisfy, by subsets of attributes",
            "samarati": "the lowest height",
            "datafly": "greedy, most values first",
            "descent": "greedy, from the top",
            "anytime": "the best node found in a time, with a proven bound",
        },
        methods=("full-domain",),
    )
    objective: str = setting(
        METRIC,
        "What is minimized.",
        default="loss",
        choices={
            "loss": "detail that is hidden",
            "precision": "levels gone up",
            "discernibility": "squared group sizes",
            "average-group-size": "rows per group",
            "height": "sum of levels",
        },
        methods=("full-domain",),
    )
    weights: tuple[tuple[str, Fraction], ...] = setting(
        WEIGHTS,
        "How much a quasi-identifier counts in the objective, 1 where nothing is said;"
        " 3 for what must stay usable.",
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
        "The level from which on a quasi-identifier is counted and searched, where its"
        " values are too many; nothing below is looked at.",
        default=(),
        methods=("full-domain",),
    )
    time: int | None = setting(
        WHOLE,
        "Seconds of processor time for a search that could go on: over a lattice too"
        " large to enumerate (30 where nothing is said), and for local recoding with"
        " less loss (none where nothing is said).",
        default=None,
        low=0,
        methods=("full-domain", "local-recoding"),
    )
    seed: int = setting(
        WHOLE,
        "What random choices are drawn with; the same seed gives the same bytes.",
        default=0,
        low=0,
    )
    cut: str = setting(
        WORD,
        "Where parts are cut.",
        default="cheapest",
        choices={
            "cheapest": "where it loses least",
            "median": "at the median of the widest axis",
        },
        methods=("mondrian", "local-recoding", "dealing"),
    )
    relaxed: bool = setting(
        FLAG,
        "A cut may divide rows that are alike.",
        default=False,
        methods=("mondrian",),
    )
    boxes: str = setting(
        WORD,
        "What the box of a group spans.",
        default="coded",
        choices={
            "coded": "its values; ends that few rows have are moved outwards",
            "tight": "its values, which shows the extremes",
            "region": "what it was cut to",
        },
        methods=(*PARTITIONS, REPUBLICATION),
    )
    sets: str = setting(
        WORD,
        "What is published of several categories.",
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
        "What is published of several numbers.",
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
        "Buckets join rows that are near in quasi-identifiers, instead of any.",
        default=False,
        methods=BUCKETS,
    )
    label: str = setting(
        COLUMN,
        "A column whose prediction from the release is tried, for the report; needs"
        " scikit-learn.",
        default="",
        methods=METHODS,
    )


LANGUAGES = {"en": "English", "de": "German", "fr": "French"}
"""The languages of a report."""


@dataclass(frozen=True)
class ReportWords(Section, name="report"):
    """The title, the author and the language of the report."""

    title: str = setting(TEXT, "What the report is called.", default="")
    author: str = setting(
        TEXT, "Who answers for the release, on the report.", default=""
    )
    language: str = setting(
        WORD, "The language of the report.", default="en", choices=LANGUAGES
    )


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
