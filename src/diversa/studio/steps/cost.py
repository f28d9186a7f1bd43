# SPDX-License-Identifier: Apache-2.0
"""The cost of a release explained, and the changes of the plan that cost less."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Unpack, cast

from diversa.errors import DiversaError, InternalError
from diversa.methods.explanation import Explanation, PlanTrial
from diversa.open_tables.open_table import OpenTable
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.studio.explanations import explain_error

MOST = 6
"""The most changes that are offered."""

BY_COLUMN = ("weights", "least", "greatest", "floor")
"""Settings of a search that name columns."""


@dataclass(frozen=True)
class CostChange:
    """A change of the plan, and what its release would lose."""

    change: str
    """The change in words."""
    loss: float
    suppressed: int
    """Rows that would be suppressed."""
    words: PlanKeywords
    """The words that make the change."""


@dataclass(frozen=True)
class CostView:
    """What binds a release, and what to try instead."""

    lines: tuple[str, ...]
    """What binds, in sentences."""
    changes: tuple[CostChange, ...] = ()
    """Changes that lose less, the best first."""


def explain_cost(table: OpenTable, **words: Unpack[PlanKeywords]) -> CostView:
    """Explain the loss of the best release; the words are those of `search`."""
    try:
        proposal = table.search(**words)
    except InternalError:
        raise
    except DiversaError as error:
        return CostView((explain_error(error),))
    if "loss" not in proposal.metrics:
        return CostView(("Values are published as they are: no detail is lost.",))
    explanation = proposal.explain()
    return CostView(tuple(binding_lines(explanation)), tuple(changes_of(explanation)))


def binding_lines(explanation: Explanation) -> list[str]:
    """What binds, in sentences."""
    lines = []
    if explanation.step is not None:
        step = str(explanation.step)
        lines.append(f"{step[0].upper()}{step[1:]}.")
    lines += [
        f"{trial.change[0].upper()}{trial.change[1:]}, {trial.loss:.1%} would be lost:"
        " it binds most."
        for trial in explanation.binding
        if trial.point == "model"
    ][:1]
    if not any(trial.loss is not None for trial in explanation.advice):
        lines.append("Nothing near this plan loses much less.")
    if explanation.left_out:
        lines.append(
            f"{explanation.left_out} more changes were not tried, for want of time."
        )
    return lines


def changes_of(explanation: Explanation) -> list[CostChange]:
    """The changes that lose less and keep every model, the best first."""
    columns = [trial for trial in explanation.binding if trial.point == "column"]
    every = dict.fromkeys([*explanation.advice, *columns])
    return [
        CostChange(trial.change, trial.loss, trial.suppressed, words_of(trial))
        for trial in every
        if trial.loss is not None and trial.plan is not None
    ][:MOST]


def words_of(trial: PlanTrial) -> PlanKeywords:
    """The words that make a plan that of a trial."""
    plan = cast(Plan, trial.plan)
    words: dict[str, dict[str, Any]] = {
        "method": {"method": plan.search.method},
        "missing": {"missing": plan.privacy.missing.value},
        "suppression": {"suppression": float(plan.privacy.suppression)},
        "model": {"models": plan.privacy.models},
        "column": {
            "quasi_identifiers": plan.roles.quasi_identifiers,
            **{key: dict(getattr(plan.search, key)) for key in BY_COLUMN},
        },
    }
    return cast(PlanKeywords, words[trial.point])
