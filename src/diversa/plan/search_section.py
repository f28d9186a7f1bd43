# SPDX-License-Identifier: Apache-2.0
"""The section [search] of a plan: the method, and what each method can be told.

A field is the declaration of its setting; nothing else has to be edited for a new one.
Nothing heavy is imported at the top: the help of the command line is made from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from diversa.plan.kinds import (
    METRIC,
    POSITIVE,
    SECRET,
)
from diversa.setting import Section, setting, settings_of
from diversa.setting_kind import (
    COLUMN,
    FLAG,
    LEVELS,
    WEIGHTS,
    WHOLE,
    WORD,
)

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


def settings_of_levels(search: Search) -> Iterator[str]:
    """The settings that were given and that only a search for levels has."""
    for key in search.explicit_settings:
        methods = settings_of(Search)[key].methods
        if "full-domain" in methods and "mondrian" not in methods:
            yield key
