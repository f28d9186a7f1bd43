# SPDX-License-Identifier: Apache-2.0
"""The frontier of a setting: the cost of each of its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from diversa.errors import NoSolutionError, PlanError
from diversa.models import models_from
from diversa.models.model import Model
from diversa.open_tables.proposal import Proposal
from diversa.plan.keywords import PlanKeywords
from diversa.plan.search_section import Search
from diversa.setting import settings_of

ASKED = frozenset({"models", "suppression", "suppress_by", *settings_of(Search)})
"""The words of a plan that a search may say; all others say how a table is opened."""

VARIED = "{}"
"""Stands in the spec of a model for the parameter that a frontier varies."""


@dataclass(frozen=True)
class FrontierPoint:
    """The cost of one value of a setting."""

    value: Any
    """The value that was tried."""
    loss: float | None
    """The loss of the best release; None where there is no release."""
    suppressed: int | None = None
    """Rows that are suppressed in it."""
    levels: Mapping[str, int] | None = None
    """Its levels, to publish them; None where groups are no levels."""
    failure: str | None = field(default=None, repr=False)
    """Why there is no release."""


def with_value(vary: str, value: object, words: PlanKeywords) -> PlanKeywords:
    """The words with one of them, or the parameter of a model, set to a value.

    >>> with_value("k-anonymity:{}", 5, {"suppression": 0.1})
    {'suppression': 0.1, 'models': ('k-anonymity:5',)}
    >>> with_value("suppression", 0.2, {"models": "k-anonymity:5"})
    {'models': 'k-anonymity:5', 'suppression': 0.2}
    """
    if VARIED in vary:
        models = models_from(words.get("models", ()))
        return {**words, "models": (*models, vary.replace(VARIED, str(value)))}
    if vary not in ASKED:
        raise PlanError(
            f"vary: must be one of {', '.join(sorted(ASKED))}, or a model such as"
            f" k-anonymity:{VARIED}, got '{vary}'"
        )
    changed: Any = {**words, vary: value}
    return cast("PlanKeywords", changed)


def with_other_models(
    models: Sequence[Model], vary: str, words: PlanKeywords
) -> PlanKeywords:
    """The words with the models of the plan, but for the one that varies.

    Models among the words take their place, as in a search.
    """
    if VARIED not in vary or "models" in words:
        return words
    name = vary.partition(":")[0]
    others = tuple(model for model in models if model.name() != name)
    return {**words, "models": others}


def find_point(
    search: Callable[..., Proposal], value: object, words: PlanKeywords
) -> FrontierPoint:
    """Search a table by words in which a setting has a value."""
    try:
        proposal = search(**words)
    except NoSolutionError as error:
        return FrontierPoint(value, None, failure=str(error))
    return FrontierPoint(
        value, proposal.decision.loss, proposal.suppressed, proposal.levels
    )
