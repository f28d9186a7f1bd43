# SPDX-License-Identifier: Apache-2.0
"""The step *measure*: what models cost and stop on this table.

The forms of models are in `model_forms`. `before` says how dangerous the table is as it
is, `after` what the best release for a plan would be; both from counts, so that sliders
are live.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Unpack

from diversa.attacks.battery import attacks_on
from diversa.attacks.exposure import Exposure
from diversa.counts.groups import Groups
from diversa.errors import DiversaError, InternalError
from diversa.methods.decision import Decision
from diversa.models.model import Model
from diversa.models.verdict import Verdict
from diversa.open_tables.open_table import OpenTable
from diversa.open_tables.proposal import Proposal
from diversa.plan.keywords import PlanKeywords
from diversa.report.adversary_section import for_a_person
from diversa.studio.explanations import explain_error
from diversa.sweeps.yardstick import risks_of


@dataclass(frozen=True)
class Exposed:
    """How many people an attack exposes."""

    attack: str
    """The attack."""
    on: str | None
    """The sensitive column that it finds out; None where it is about identity."""
    exposed: int
    """Rows, or people, that are exposed."""
    share: float
    """The same as a share."""
    words: str
    """What that means for a person."""


@dataclass(frozen=True)
class Danger:
    """How easily people are found in a table, and what is learnt of them."""

    rows: int
    """Rows."""
    groups: int
    """Groups of rows that look alike."""
    smallest: int
    """Rows of the smallest group."""
    alone: int
    """Rows that are alone in their group."""
    highest_risk: float
    """The chance of the most endangered person to be found."""
    average_risk: float
    """The chance of a person to be found, on average."""
    exposed: tuple[Exposed, ...]
    """What each attack finds out."""
    sentences: tuple[str, ...]
    """The danger in plain words, with numbers."""


def danger_of(groups: Groups) -> Danger:
    """How dangerous a table of these groups is."""
    average, highest = risks_of(groups)
    exposures = tuple(exposed_by(attack) for attack in attacks_on(groups))
    sizes = groups.sizes
    alone = int((sizes == 1).sum())
    return Danger(
        groups.rows,
        len(groups),
        int(sizes.min()) if len(sizes) else 0,
        alone,
        highest,
        average,
        exposures,
        tuple(sentences(alone, groups.rows, exposures)),
    )


def exposed_by(attack: Exposure) -> Exposed:
    """What an attack finds out, in plain words."""
    words = for_a_person(attack.record)
    return Exposed(attack.name, attack.on, attack.exposed, attack.share, words)


def sentences(alone: int, rows: int, exposures: Sequence[Exposed]) -> Iterator[str]:
    """The danger in sentences, as a person would tell it."""
    if alone:
        verb = "person is" if alone == 1 else "people are"
        yield (
            f"{alone:,} of {rows:,} {verb} alone in their group: whoever knows these"
            " facts about them finds their row."
        )
    else:
        yield "Nobody is alone: everybody shares these facts with somebody else."
    for exposure in exposures:
        if exposure.attack == "homogeneity" and exposure.exposed:
            yield (
                f"For {exposure.exposed:,} everybody in the group has the same"
                f" {exposure.on}: to find the group is to know it."
            )


def before(table: OpenTable) -> Danger:
    """How dangerous the table is as it is."""
    return danger_of(table.groups())


@dataclass(frozen=True)
class Failing:
    """How a model does on the table as it is."""

    spec: str
    """The model."""
    verdict: Verdict
    """Whether it holds, fails or is undecided."""
    rows: int
    """People in groups in which it fails."""
    groups: int
    """Such groups."""
    words: str
    """That in a sentence."""


def as_it_is(table: OpenTable, spec: str) -> Failing:
    """How many people of the table a model would have to protect.

    Raises:
        ModelError: The model does not fit the table.
    """
    found = table.audit(spec).models[0]
    total = table.counted.cells.rows
    words = {
        Verdict.HOLDS: "It already holds in the table as it is.",
        Verdict.FAILS: (
            f"In the table as it is, {found.failing_rows:,} of {total:,} people are"
            " in a group in which it does not hold."
        ),
        Verdict.UNDECIDED: f"In the table as it is, it is undecided{found.reason}.",
    }
    return Failing(
        found.spec,
        found.verdict,
        found.failing_rows,
        found.failing_groups,
        words[found.verdict],
    )


# What the best release for a plan would be


@dataclass(frozen=True)
class Attained:
    """What a model attains in the release."""

    spec: str
    """The model."""
    level: str
    """What it attains, in words; empty where only the audit can say."""


@dataclass(frozen=True)
class After:
    """What the best release would be."""

    failure: str | None
    """Why there is none; None where there is one."""
    seconds: float
    """How long the search and the measuring took."""
    method: str | None = None
    """How the table would be recoded."""
    levels: Mapping[str, int] | None = None
    """The level of each quasi-identifier, where there are levels."""
    heights: Mapping[str, int] | None = None
    """The highest level of each."""
    loss: float | None = None
    """How much of the detail is lost."""
    suppressed: int | None = None
    """Rows that are withheld."""
    suppressed_share: float | None = None
    """The same as a share."""
    reached: str | None = None
    """Whether it is proven to be the best, and why."""
    attained: tuple[Attained, ...] = ()
    """What each model attains."""
    danger: Danger | None = None
    """How dangerous the release would be."""


def after(
    table: OpenTable,
    levels: Mapping[str, int] | None = None,
    **words: Unpack[PlanKeywords],
) -> After:
    """The best release for a plan, or that of chosen levels, measured.

    What cannot be searched or has no solution is told as a failure.

    Args:
        table: The open table.
        levels: The level of each quasi-identifier, where they were chosen.
        words: The models and settings, as for `OpenTable.search`.
    """
    begin = time.perf_counter()
    try:
        proposal = propose(table, levels, words)
    except InternalError:
        raise
    except DiversaError as error:
        return After(explain_error(error), time.perf_counter() - begin)
    groups = table.groups(proposal)
    decision = proposal.decision
    return After(
        None,
        time.perf_counter() - begin,
        decision.method,
        decision.recoding.levels,
        {one.attribute: one.height for one in table.counted.hierarchies},
        decision.metrics["loss"],
        decision.suppressed,
        decision.suppressed / max(1, table.rows),
        reached_in_words(decision),
        tuple(attained(proposal.plan.bound_models(), groups)),
        danger_of(groups),
    )


def propose(
    table: OpenTable, levels: Mapping[str, int] | None, words: PlanKeywords
) -> Proposal:
    """What a search finds, or what is made of chosen levels."""
    if levels is None:
        return table.search(**words)
    return table.choose(levels, **words)


def reached_in_words(decision: Decision) -> str:
    """How a decision was reached."""
    return f"{decision.reached.optimality}: {decision.reached.reason}"


def attained(models: Sequence[Model], groups: Groups) -> Iterator[Attained]:
    """What each model attains in the groups of a release."""
    for model in models:
        alone = not model.needs and not model.looks_around and model.local
        level = model.describe(model.attained(groups)) if alone and len(groups) else ""
        yield Attained(model.spec, level)
