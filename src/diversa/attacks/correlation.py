# SPDX-License-Identifier: Apache-2.0
"""The correlation attack: how quasi-identifiers go with values tells whose is which.

Rows of a group that differ need not have its values with the same probability. Three
adversaries guess: the *learner* has only the release, and learns from all its groups;
the *oracle* knows from elsewhere what goes with what; the third knows that and the
values of half of the people. The owner of the original measures how often they are
right.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from diversa.array_types import Floats
from diversa.attacks.best_guesses import guess
from diversa.attacks.class_rows import (
    ClassRows,
    TuplePlaces,
    class_rows,
)
from diversa.attacks.correlation_model import (
    Models,
    ReleaseLearner,
    guesses_without_groups,
    learner,
    oracle,
    random_numbers,
)
from diversa.attacks.exposure import Exposure, percent
from diversa.attacks.learning_limits import DEFAULT_LIMITS, EXCESS, LearningLimits

LIKELY, SURE = 0.5, 0.9
"""Beliefs above which guesses are counted."""


@dataclass(frozen=True, kw_only=True)
class RowGuesses:
    """The guesses of an adversary: for each row the value that is believed most."""

    expected: float
    """The mean of these beliefs: the share of right guesses that is expected."""
    right: float | None
    """The share of right guesses, ties counted in parts; None without the original."""
    likely: int
    """Rows with a belief above 0.5."""
    likely_right: float | None
    """How many of these guesses are right."""
    sure: int
    """Rows with a belief above 0.9."""
    sure_right: float | None
    """How many of these guesses are right."""
    worst: float
    """The surest belief."""

    @property
    def share(self) -> float:
        """The share of right guesses, or what is expected where nobody knows."""
        return self.expected if self.right is None else self.right


@dataclass(frozen=True, eq=False, kw_only=True)
class Correlation(Exposure):
    """Rows whose value somebody guesses who knows what goes with what.

    Rows are exposed if the learner or the oracle believes a value with more than 1/2;
    `worst` is the surest belief of either.

    Reference:
        D. Kifer, Attacks on Privacy and deFinetti's Theorem, SIGMOD 2009.
    """

    name = "correlation"

    attributes: int
    """Quasi-identifiers that were learnt from."""
    kept: int = 0
    """Kept columns that were learnt from: who knows them of a person uses them, too."""
    promised: float
    """The share of right guesses by the counts of a group alone."""
    temper: float
    """How far the learner trusts a model; 0 if nothing could be learnt."""
    learner: RowGuesses
    """The guesses of who has the release only."""
    control: float
    """What the learner expects of the same groups after the rows were shuffled."""
    oracle: RowGuesses | None = None
    """The guesses of who knows from elsewhere what goes with what."""
    half_known: float | None = None
    """The share right of who also knows half of the values, among the others."""
    without_groups: float | None = None
    """The share right of who knows what goes with what, and no group."""
    worst_group: int
    """Number of the group in which beliefs exceed its shares most."""
    learnt_groups: int
    """Groups that were learnt from."""
    approximate_groups: int
    """Groups whose beliefs are approximations: they have too many states."""
    limits: LearningLimits = field(default=DEFAULT_LIMITS)
    """How much a learner learns from."""

    @property
    def right(self) -> float:
        """The larger share of right guesses, of the learner and the oracle."""
        both = [self.learner] + ([] if self.oracle is None else [self.oracle])
        return max(one.share for one in both)

    @property
    def excess(self) -> float:
        """What an adversary gains over the promise of the groups."""
        return self.right - self.promised

    @property
    def exceeds_promise(self) -> bool:
        """True if an adversary gains so much that a reader must know."""
        return self.excess > EXCESS

    def numbers(self) -> dict[str, Any]:
        """The numbers of the attack, and of each adversary."""
        told = super().numbers()
        return {
            **told,
            "limits": asdict(self.limits),
            "right": self.right,
            "excess": self.excess,
        }

    def in_words(self) -> str:
        promise = (
            f"groups alone promise that a guess is right in {percent(self.promised)} of"
            " cases"
        )
        columns = f"{self.attributes} quasi-identifiers"
        if self.kept:
            columns += f" and {self.kept} kept columns"
        learnt = f"who learns from the release how {columns} go with '{self.on}'"
        if self.oracle is None or self.half_known is None:
            return f"{promise}; {learnt} expects {percent(self.learner.expected)}"
        return (
            f"{promise}; {learnt} is right in {percent(self.learner.share)}, who knows"
            f" it from elsewhere in {percent(self.oracle.share)} (without any groups"
            f" {percent(self.without_groups or 0.0)}), and who also knows half of the"
            f" values in {percent(self.half_known)} of the others"
        )


def correlation(
    places: TuplePlaces,
    on: str,
    limits: LearningLimits = DEFAULT_LIMITS,
    *,
    seed: int = 0,
) -> Correlation | str:
    """Make the attack, or say why it cannot be made."""
    histogram = places.table.histogram(on)
    if len(histogram) < limits.least_groups:
        return (
            f"needs at least {limits.least_groups:,} groups to learn from, got"
            f" {len(histogram):,}"
        )
    if histogram.unknown.any() or not histogram.is_exclusive:
        return f"needs one known value of '{on}' for everybody"
    rows = class_rows(places, on)
    found = attack_rows(rows, limits, seed=seed)
    if rows.truth is not None:
        found = with_oracle(found, rows, limits, seed=seed)
    kept = places.kept
    result, columns = found.result, len(places.dictionaries)
    return replace(result, on=on, attributes=columns - kept, kept=kept)


@dataclass(frozen=True, eq=False)
class RowBeliefs:
    """The result of the attack so far, and the surest beliefs about rows."""

    result: Correlation
    surest: Floats


def attack_rows(rows: ClassRows, limits: LearningLimits, *, seed: int) -> RowBeliefs:
    """The learner's part of the attack, with its control."""
    learnt = learner(rows, limits, seed=seed)
    surest, right, approximate = guess(rows, learnt.models, limits)
    groups = rows.rows.groups
    largest = np.maximum.reduceat(groups.counts, groups.values[:-1])
    shares = np.repeat(largest / rows.sizes, rows.sizes)
    gains = np.bincount(rows.group, surest - shares, len(rows))
    result = Correlation(
        attributes=len(rows.starts) - 1,
        promised=float(shares.mean()),
        temper=learnt.temper,
        learner=count_guesses(surest, right),
        control=control(rows, limits, float(shares.mean()), seed=seed),
        worst_group=int(gains.argmax()),
        learnt_groups=learnt.groups,
        approximate_groups=approximate,
        limits=limits,
        **exposure_fields(rows, surest),
    )
    return RowBeliefs(result, surest)


def with_oracle(
    found: RowBeliefs, rows: ClassRows, limits: LearningLimits, *, seed: int
) -> RowBeliefs:
    """Add the adversaries of whom only the owner knows how they would do."""
    models = oracle(rows, seed=seed)
    surest, right, _ = guess(rows, models, limits)
    known = random_numbers(seed, "known").permutation(len(surest)) % 2 == 0
    others = rows.without(known)
    left = Models(models.logarithms, models.of_row[~known])
    _, right_of_others, _ = guess(others, left, limits)
    either = np.maximum(found.surest, surest)
    alone = guesses_without_groups(rows, models) == rows.true_values
    result = replace(
        found.result,
        oracle=count_guesses(surest, right),
        half_known=None if right_of_others is None else float(right_of_others.mean()),
        without_groups=float(alone.mean()),
        **exposure_fields(rows, either),
    )
    return RowBeliefs(result, either)


def control(
    rows: ClassRows, limits: LearningLimits, promised: float, *, seed: int
) -> float:
    """What the learner expects where nothing goes with anything: rows are shuffled."""
    order = random_numbers(seed, "control").permutation(len(rows.rows.tuples))
    shuffled = rows.shuffle(order)
    learnt: ReleaseLearner = learner(shuffled, limits, seed=seed)
    if learnt.temper == 0:
        return promised
    surest, _, _ = guess(shuffled, learnt.models, limits)
    return float(surest.mean())


def count_guesses(surest: Floats, right: Floats | None) -> RowGuesses:
    """Count the guesses of an adversary."""

    def right_above(belief: float) -> float | None:
        return None if right is None else float(right[surest > belief].sum())

    return RowGuesses(
        expected=float(surest.mean()),
        right=None if right is None else float(right.mean()),
        likely=int((surest > LIKELY).sum()),
        likely_right=right_above(LIKELY),
        sure=int((surest > SURE).sum()),
        sure_right=right_above(SURE),
        worst=float(surest.max()),
    )


def exposure_fields(rows: ClassRows, surest: Floats) -> dict[str, Any]:
    """The fields of an `Exposure` that follow from the surest beliefs about rows."""
    hit = surest > LIKELY
    return {
        "exposed": int(hit.sum()),
        "total": len(surest),
        "groups": len(rows),
        "affected": np.flatnonzero(np.bincount(rows.group[hit], minlength=len(rows))),
        "worst": float(surest.max()),
    }
