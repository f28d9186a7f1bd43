# SPDX-License-Identifier: Apache-2.0
"""Needs of models beside the table that is published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from diversa.counts.groups import Groups
from diversa.counts.population import Population
from diversa.errors import ModelError

if TYPE_CHECKING:
    from diversa.models.model import Model

Need = Literal["population", "history"]
"""A need: a table of people, or earlier releases."""

NONE_GIVEN: dict[Need, str] = {
    "population": (
        "needs a table of the population, got none; name one by population= or in"
        " [privacy] of a plan"
    ),
    "history": (
        "needs every release of the series with a key of the people in it, got none;"
        " use diversa.m_invariance(releases, key=...), and diversa.republish to publish"
        " the next one"
    ),
}
"""Messages for missing needs."""


@dataclass(frozen=True)
class Gap:
    """A fact that a verdict depends on and that nobody gave."""

    missing: str
    """The missing fact."""
    needs: str
    """Advice on how to give it."""

    def __str__(self) -> str:
        return f"it depends on {self.missing}; {self.needs}"


@dataclass(frozen=True)
class Unknown:
    """The facts beside the groups that are not known to whoever judges them."""

    needs: tuple[Need, ...] = ()
    """Needs that were not met."""
    people: Gap | None = None
    """Why a population that was given is of no use, if so."""
    beliefs: Gap | None = None
    """Why the population does not tell what is known of whom, if so."""
    overlap: Gap | None = None
    """Why people are in no certain group, though every group has its number of them."""
    trees: tuple[str, ...] = ()
    """The sensitive attributes without a taxonomy."""
    trees_in_part: tuple[str, ...] = ()
    """Those of which it lacks values that only the original table has."""
    suppressed: int = 0
    """Rows of the original table that are not in the groups, with any values."""
    around: bool = False
    """True if the groups of the original around each group are not known."""
    persons: Gap | None = None
    """Why it is not known whose the rows are, where people are promised."""
    alike: Gap | None = None
    """Why it is not known how many rows a person has, where some of them look alike."""
    backing: Gap | None = None
    """Why it is not known how many rows are behind what labels state."""


NOT_GIVEN: dict[Need, Gap] = {
    "population": Gap(
        "a table of the population",
        "give the people whom the rows may be as the population (--population FILE)",
    ),
    "history": Gap(
        "every release of the series, with a key of the people in it",
        "use diversa.m_invariance(releases, key=...)",
    ),
}
"""The gap that each need leaves."""

AROUND = Gap(
    "the groups of the original table around each group",
    "give the original table as the reference (--reference FILE), and the hierarchies"
    " of all quasi-identifiers (--plan FILE, or --hierarchy COLUMN=FILE)",
)
"""The gap where only the groups themselves are known."""


ALIKE = Gap(
    "how many of the rows that look alike each person has",
    "audit a table in which nobody has the same row twice, as people.rows = distinct"
    " publishes it",
)
"""The gap of models of the rows of a person, where somebody has a row twice."""

NOT_SAID = Gap(
    "whose the rows are, which the table does not say",
    "audit a table that has the column of the person, or the release with the table"
    " that it was made from (--table FILE)",
)
"""The gap of a table that does not say whose a row is, where people are counted."""

NOT_SHOWN = Gap(
    "whose the rows are, which the release does not say",
    "give the table that it was made from (--table FILE)",
)
"""The gap of a release without its original."""


NOT_COUNTED = Gap(
    "how many rows have the ends and members of labels, which the file does not show",
    "labels that state nothing decide it (labels = safe or region, full-domain)",
)
"""The gap of tight labels with more rows behind them than a reader can see."""


def no_tree(attribute: str) -> Gap:
    """The gap that an attribute without a taxonomy leaves."""
    return Gap(
        f"the taxonomy of '{attribute}'",
        f"give it among the hierarchies (--hierarchy {attribute}=FILE)",
    )


def no_rows(suppressed: int) -> Gap:
    """The gap that suppressed rows leave."""
    return Gap(
        f"how the {suppressed:,} suppressed rows were distributed",
        "give the original table as the reference (--reference FILE)",
    )


def missing_need(needs: Sequence[Need], given: Sequence[Need]) -> str | None:
    """Say what is needed and not given, if so.

    >>> missing_need(["population"], ["population"]) is None
    True
    """
    return next((NONE_GIVEN[need] for need in needs if need not in given), None)


def population_of(groups: Groups, spec: str) -> Population:
    """The population that groups were matched with; refuse groups without one."""
    if groups.population is None:
        raise ModelError(f"{spec}: {NONE_GIVEN['population']}")
    return groups.population


def check_unnamed(models: Sequence[Model], groups: Groups) -> None:
    """Refuse models that are not decided by the most people who may have a value."""
    if groups.unnamed is None:
        return
    for model in models:
        if not model.bounds_unnamed:
            raise ModelError(
                f"{model.spec}: is not defined where rows do not say whose they are"
                " and anybody may have them (missing_person = worst); use k-anonymity,"
                " frequency, distinct or recursive diversity, or alpha-k-anonymity"
            )
