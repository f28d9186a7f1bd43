# SPDX-License-Identifier: Apache-2.0
"""What a model may need beside the table that is published."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from diversa.counts.groups import Groups
from diversa.counts.population import Population
from diversa.errors import ModelError

Need = Literal["population", "history"]
"""What may be needed: a table of people, or earlier releases."""

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
"""How it is said that something is missing."""


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
