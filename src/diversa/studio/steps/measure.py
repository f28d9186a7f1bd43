# SPDX-License-Identifier: Apache-2.0
"""The step *measure*: the danger of the table, and the best release under its models.

Both come from counts, so that sliders are live. The forms of models are in
`model_forms`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Unpack

from diversa.attacks.battery import attacks_on
from diversa.audits.decision_labels import labels_of_decision
from diversa.counts.groups import Groups
from diversa.errors import DiversaError, InternalError
from diversa.models.model import Model
from diversa.models.verdict import Verdict
from diversa.open_tables.open_table import OpenTable
from diversa.open_tables.proposal import Proposal
from diversa.plan.keywords import PlanKeywords
from diversa.record.attack_record import ExposureRecord
from diversa.search.lattice.result import optimality_in_words
from diversa.studio.explanations import explain_error
from diversa.studio.steps.label_lines import LabelLine, line_of_decision
from diversa.sweeps.yardstick import risks_of


@dataclass(frozen=True)
class Danger:
    """The risk that people are found in a table, and what attacks learn of them."""

    rows: int
    groups: int
    smallest: int
    """Rows, or people, of the smallest group."""
    alone: int
    """Rows, or people, that are alone in their group."""
    highest_risk: float
    """The probability that the most exposed person is found."""
    average_risk: float
    """The probability that a person is found, on average."""
    exposed: tuple[ExposureRecord, ...]
    """The findings of each attack."""
    sentences: tuple[str, ...]
    """The danger in plain words, with numbers."""
    people: int | None = None
    """People of the table, where people are counted and not rows."""


def danger_of(groups: Groups) -> Danger:
    """Measure the danger of a table with these groups."""
    average, highest = risks_of(groups)
    exposures = tuple(attack.record for attack in attacks_on(groups))
    sizes, people = groups.sizes, groups.people
    own = sizes if people is None else people.by_least(sizes)
    alone, total = int(own[sizes == 1].sum()), int(own.sum())
    return Danger(
        total if people is None else int(people.rows.sum()),
        len(groups),
        int(sizes.min()) if len(sizes) else 0,
        alone,
        highest,
        average,
        exposures,
        tuple(sentences(alone, total, exposures, by_row=people is None)),
        None if people is None else total,
    )


def sentences(
    alone: int,
    rows: int,
    exposures: Sequence[ExposureRecord],
    *,
    by_row: bool = True,
) -> Iterator[str]:
    """The danger in sentences; `by_row` says that a person has one row."""
    if alone:
        verb = "person is" if alone == 1 else "people are"
        yield (
            f"{alone:,} of {rows:,} {verb} alone in their group: whoever knows these"
            f" facts about them finds {'their row' if by_row else 'them'}."
        )
    else:
        yield "Nobody is alone: everybody shares these facts with somebody else."
    for exposure in exposures:
        if exposure.attack == "homogeneity" and exposure.exposed:
            yield (
                f"For {exposure.exposed:,} people, everybody in the group has the same"
                f" {exposure.on}: whoever finds the group knows it."
            )


def danger_of_table(table: OpenTable) -> Danger:
    """The danger of the table as it is."""
    return danger_of(table.groups())


@dataclass(frozen=True)
class ModelState:
    """The verdict of a model on the table as it is."""

    spec: str
    verdict: Verdict
    """Holds, fails or undecided."""
    rows: int
    """Rows in groups in which it fails."""
    groups: int
    """Groups in which it fails."""
    words: str
    """The same in a sentence."""


def model_state(table: OpenTable, spec: str) -> ModelState:
    """Judge the table as it is by a model.

    Raises:
        ModelError: The model does not fit the table.
    """
    audit = table.audit(spec)
    found, total = audit.models[0], table.counted.cells.rows
    who = "people" if audit.people is None else "rows"
    words = {
        Verdict.HOLDS: "It already holds in the table as it is.",
        Verdict.FAILS: (
            f"In the table as it is, {found.failing_rows:,} of {total:,} {who} are"
            " in a group in which it does not hold."
        ),
        Verdict.UNDECIDED: f"In the table as it is, it is undecided{found.reason}.",
    }
    return ModelState(
        found.spec,
        found.verdict,
        found.failing_rows,
        found.failing_groups,
        words[found.verdict],
    )


# The best release


@dataclass(frozen=True)
class Forecast:
    """The best release under a plan, measured before it is published."""

    failure: str | None
    """The reason why there is none; None if there is one."""
    seconds: float
    """Seconds that search and measurement took."""
    method: str | None = None
    """The method that recodes the table."""
    levels: Mapping[str, int] | None = None
    """The level of each quasi-identifier, if the method has levels."""
    heights: Mapping[str, int] | None = None
    """The highest level of each."""
    loss: float | None = None
    """The loss, from 0 to 1; None where values are published as they are."""
    suppressed: int | None = None
    """Number of suppressed rows."""
    reached: str | None = None
    """Proven optimum or best found, with the reason."""
    attained: Mapping[str, str] = field(default_factory=dict)
    """The level that each model attains, in words; empty if only the audit can say."""
    danger: Danger | None = None
    """The danger of the release."""
    repeats: int = 0
    """Rows that are left out because other rows of the same person are published."""
    labels: LabelLine | None = None
    """What labels would tell of single rows."""


def forecast(
    table: OpenTable,
    levels: Mapping[str, int] | None = None,
    **words: Unpack[PlanKeywords],
) -> Forecast:
    """Search and measure the best release, or that of chosen levels.

    The words are those of `OpenTable.search`. A plan without a solution gives a
    `failure`.
    """
    begin = time.perf_counter()
    try:
        proposal = propose(table, levels, words)
    except InternalError:
        raise
    except DiversaError as error:
        return Forecast(explain_error(error), time.perf_counter() - begin)
    groups = table.groups(proposal)
    decision, danger = proposal.decision, danger_of(groups)
    repeats = 0
    if table.counted.kinds is not None:
        starred = proposal.plan.privacy.suppress_by == "star"
        gone = 0 if starred else decision.suppressed
        repeats = table.counted.cells.rows - gone - danger.rows
    return Forecast(
        None,
        time.perf_counter() - begin,
        decision.method,
        decision.recoding.levels,
        {one.attribute: one.height for one in table.counted.hierarchies},
        decision.metrics.get("loss"),  # two tables have none
        decision.suppressed,
        optimality_words(decision.reached.optimality, decision.reached.reason),
        level_words(proposal.plan.bound_models(), groups),
        danger,
        repeats,
        label_line_of(table, proposal),
    )


def label_line_of(table: OpenTable, proposal: Proposal) -> LabelLine:
    """What the labels of a proposal would tell of single rows."""
    decision = proposal.decision
    found = labels_of_decision(table.counted, proposal.plan, decision)
    return line_of_decision(decision, found)


def propose(
    table: OpenTable, levels: Mapping[str, int] | None, words: PlanKeywords
) -> Proposal:
    """The proposal of a search, or of chosen levels."""
    if levels is None:
        return table.search(**words)
    return table.choose(levels, **words)


def optimality_words(optimality: str, reason: str) -> str:
    """Proven optimum or best found, with the reason.

    >>> optimality_words("exact", "every node was counted")
    'Proven optimum: every node was counted'
    """
    return f"{optimality_in_words(optimality).capitalize()}: {reason}"


def level_words(models: Sequence[Model], groups: Groups) -> dict[str, str]:
    """The level that each model attains in the groups of a release, in words."""
    return {
        model.spec: model.describe(model.attained(groups))
        if is_judged_by_groups(model) and len(groups)
        else ""
        for model in models
    }


def is_judged_by_groups(model: Model) -> bool:
    """True if the groups alone decide that a model holds."""
    return model.local and not model.needs and not model.looks_around
