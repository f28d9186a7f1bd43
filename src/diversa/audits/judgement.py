# SPDX-License-Identifier: Apache-2.0
"""Judgements: the verdict on each model that was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.audits.distribution import distribution
from diversa.audits.level import Level
from diversa.codec import to_json
from diversa.codec.numbers import plain
from diversa.counts.groups import Groups
from diversa.counts.kinds_of_groups import GroupKinds
from diversa.models.group_numbers import Numbers
from diversa.models.model import Model
from diversa.models.needs import Gap, Unknown
from diversa.models.proof import Proof
from diversa.models.verdict import Verdict
from diversa.record.audit_record import Bin, JudgementRecord, ModelMeaning

KNOWN = Unknown()
"""No unknown fact."""


@dataclass(frozen=True, eq=False)
class Measurement:
    """A model's number in every group, and the verdict there."""

    model: Model
    """The model, bound to its sensitive attribute."""
    numbers: NDArray[np.float64] | None = field(repr=False)
    """One number per group; None if it depends on a missing fact."""
    proof: Proof = field(repr=False)
    """The verdict on each group, decided without rounding."""
    gap: Gap | None = None
    """The missing fact that the model depends on, if any."""

    def number(self, group: int) -> float | None:
        """The number of a group; None if it is not known."""
        return None if self.numbers is None else float(self.numbers[group])

    def distribution(
        self, chosen: NDArray[np.bool_], sizes: NDArray[np.int64]
    ) -> tuple[Bin, ...]:
        """The numbers of some groups, in bins."""
        if self.numbers is None:
            return ()
        return distribution(self.numbers[chosen], sizes[chosen])

    @property
    def attained(self) -> float | None:
        """The worst number of all groups, or the bound if only that is known.

        None without a group, and if nothing is known.
        """
        if self.numbers is None:
            holds = len(self.proof.holds) > 0 and self.proof.holds.all()
            return float(self.model.bound) if holds else None
        worst = Numbers(self.numbers).worst
        return worst(self.model.sense) if len(self.numbers) else None


@dataclass(frozen=True)
class Judgement:
    """The verdict of an audit on one model that was asked for."""

    model: Model
    """The model, bound to its sensitive attribute."""
    attained: float | None
    """The worst number of all groups; None without a group or if unknown."""
    failing_groups: int
    """Groups in which the model fails."""
    failing_rows: int
    """Rows of these groups."""
    failing: tuple[Bin, ...] = field(repr=False)
    """The numbers of the groups in which the model fails."""
    holding: tuple[Bin, ...] = field(repr=False)
    """The numbers of the groups in which the model holds."""
    exact: bool = True
    """False if the level is not known: only the bound, or nothing."""
    undecided_groups: int = 0
    """Groups without a verdict, for lack of a fact."""
    gap: Gap | None = None
    """The fact that would decide these groups."""
    fails_for: tuple[str, ...] = ()
    """The fact that readers of groups together, in which the model fails, lack."""
    in_rows: float | None = None
    """The worst number of all groups by their rows, where people are counted."""

    @property
    def spec(self) -> str:
        """The model as one line of text."""
        return self.model.spec

    @property
    def verdict(self) -> Verdict:
        """HOLDS in every group, FAILS in one, or UNDECIDED."""
        if self.failing_groups or self.fails_for:
            return Verdict.FAILS
        return Verdict.UNDECIDED if self.undecided_groups else Verdict.HOLDS

    @property
    def holds(self) -> bool | None:
        """The verdict as JSON has it: true, false, or null if undecided."""
        return self.verdict.holds

    def __str__(self) -> str:
        facts = [] if self.attained is None else [self.level.words]
        if self.failing_groups:
            facts += [f"groups {self.failing_groups:,}", f"rows {self.failing_rows:,}"]
        return f"{self.spec} {self.verdict}{in_brackets(facts)}{self.reason}"

    @property
    def level(self) -> Level:
        """The level that the groups attain."""
        return Level(self.model, self.attained, self.in_rows)

    @property
    def reason(self) -> str:
        """The missing fact, or what is combined, as words after a verdict."""
        if self.verdict is Verdict.UNDECIDED:
            return f": {self.gap}"
        if not self.fails_for:
            return ""
        more = len(self.fails_for) - 1
        others = f", nor for {more:,} others who know less" if more else ""
        return (
            f": it does not hold for whoever does not know {self.fails_for[0]} and sees"
            f" the groups that differ in it together{others}"
        )

    @property
    def record(self) -> JudgementRecord:
        """The judgement as a manifest stores it."""
        undecided = self.verdict is Verdict.UNDECIDED
        gap = self.gap if undecided else None
        return JudgementRecord(
            spec=self.spec,
            holds=self.holds,
            attained=plain(self.attained),
            failing_groups=self.failing_groups,
            failing_rows=self.failing_rows,
            exact=self.exact,
            undecided_groups=self.undecided_groups if undecided else 0,
            missing="" if gap is None else gap.missing,
            needs="" if gap is None else gap.needs,
            fails_for=self.fails_for,
            in_rows=plain(self.in_rows),
        )

    def to_json(self) -> dict[str, Any]:
        """The judgement with the keys that other programs rely on."""
        return to_json(self.record)

    @property
    def meaning(self) -> ModelMeaning:
        """The model in words, for readers who do not have it installed."""
        level = float("inf") if self.attained is None else self.attained
        unknown = self.attained is None and not self.exact
        return ModelMeaning(
            "not known" if unknown else self.model.describe(level),
            self.model.stops,
            self.model.misses,
        )


def in_brackets(facts: Sequence[str]) -> str:
    """Facts in brackets, after a blank; empty without facts."""
    return f" ({', '.join(facts)})" if facts else ""


def find_level(model: Model, groups: Groups, kinds: GroupKinds | None = None) -> Level:
    """Measure the level that the groups attain by a model."""
    if kinds is not None and model.judges_alone:
        groups = kinds.groups
    return Level(model, model.attained(groups) if len(groups) else None)


def measure(
    model: Model,
    groups: Groups,
    kinds: GroupKinds | None = None,
    unknown: Unknown = KNOWN,
) -> Measurement:
    """Measure and judge every group; with `kinds`, one group of each kind."""
    if len(groups) == 0:
        return Measurement(model, np.empty(0), Proof.nothing(0))
    gap = model.gap(unknown)
    if gap is not None:
        return Measurement(model, None, model.prove(groups, unknown), gap)
    if kinds is not None and model.judges_alone:
        few = measure(model, kinds.groups)
        numbers = None if few.numbers is None else few.numbers[kinds.kind]
        return Measurement(model, numbers, few.proof.take(kinds.kind))
    proof = Proof.complete(model.holds(groups))
    return Measurement(model, model.measure(groups).floats, proof)


def judge(measured: Measurement, rows: NDArray[np.int64]) -> Judgement:
    """Sum up a measurement over all groups, which have so many rows."""
    proof = measured.proof
    return Judgement(
        measured.model,
        measured.attained,
        int(proof.fails.sum()),
        int(rows[proof.fails].sum()),
        measured.distribution(proof.fails, rows),
        measured.distribution(proof.holds, rows),
        exact=measured.numbers is not None,
        undecided_groups=int(proof.open_groups.sum()),
        gap=measured.gap,
    )
