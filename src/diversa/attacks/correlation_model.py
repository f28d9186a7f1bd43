# SPDX-License-Identifier: Apache-2.0
"""Models of what goes with what: naive Bayes, learnt from groups or from true rows.

A value s fits a row with the classes q by Π P(q_j|s)^τ. The temper τ is below 1, as the
attributes are not independent; 0 means that there is nothing to learn. Who has only the
release begins with the shares of each group, and learns in rounds: beliefs make a
model, and a model makes beliefs (EM).

Reference:
    D. Kifer, Attacks on Privacy and deFinetti's Theorem, SIGMOD 2009.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Codes, Floats, Ints
from diversa.attacks.class_rows import ClassRows
from diversa.attacks.learning_limits import DEFAULT_LIMITS, LearningLimits
from diversa.attacks.rule_significance import log_factorials
from diversa.counts.group_posterior import GroupBeliefs, group_beliefs, world_logarithms
from diversa.counts.kernels.balance import TOLERANCE
from diversa.counts.kernels.correlations import (
    add_beliefs,
    norms_of_tuples,
    surest_values,
    weigh,
)
from diversa.counts.kernels.posteriors import MOST_STATES, Effort, posteriors

ROUNDS = 12
"""Rounds of beliefs and models."""

TEMPERS = (0.0, 0.4, 0.6, 0.8)
"""Tempers that a learner chooses from."""

CHANCE = 3
"""Standard errors of a gain that may be chance."""

ORACLE_TEMPER = 0.6
"""The temper of who knows what goes with what from elsewhere."""

FOLDS = 5
"""Parts of the rows, each of which is guessed by a model of the others."""

NEAR = 1e-3
"""How near the columns of balanced groups come to their counts, as a share of rows."""

JUDGED = 4
"""A temper is judged by a fourth of the states that may be summed."""

NO_NORMS = np.empty(0)

LEAST_SHARE = 1e-300
"""Share of a value that no row has."""


@dataclass(frozen=True, eq=False)
class Models:
    """One or several models, and which of them judges a row."""

    logarithms: Floats
    """Logarithms of P(class|value) times the temper: a model, class and value as
    axes."""
    of_row: NDArray[np.int8]
    """The model of each row."""


def random_numbers(seed: int, use: str) -> np.random.Generator:
    """Random numbers for one use: others than those by which groups were dealt."""
    return np.random.default_rng([seed, *use.encode()])


def smooth(rows: ClassRows, sums: Floats) -> Floats:
    """Logarithms of P(class|value), from the rows of each class and value.

    As many rows as an attribute has classes are added, with the shares of the table.
    """
    classes = np.diff(rows.starts)
    more = np.repeat(classes, classes)[:, None]
    of_value = sums[: rows.starts[1]].sum(axis=0)
    likely = (sums + more * rows.class_shares[:, None]) / (of_value + more)
    return np.log(likely)


def learn(
    rows: ClassRows,
    temper: float,
    limits: LearningLimits = DEFAULT_LIMITS,
    *,
    rounds: int = ROUNDS,
) -> Floats:
    """The model of who sees the release only: tempered logarithms of the last round."""
    effort = Effort(limits.large_group, NEAR)
    groups = rows.rows.groups
    one = np.zeros(len(rows.rows.tuples), dtype=np.int8)
    beliefs, factors = rows.shares, np.ones(len(groups.counts))
    for place in range(rounds):
        sums = no_model(rows)
        add_beliefs(rows.rows, beliefs, sums)
        model = temper * smooth(rows, sums)
        if place < rounds - 1:
            weights = weigh(rows.rows, model[None], one, NO_NORMS)
            beliefs, _, _ = posteriors(groups, weights, factors, effort)
    return model


def with_shares(rows: ClassRows, model: Floats) -> Floats:
    """The model times the share of each value; every tuple has a first class."""
    shared = model.copy()
    likely = np.log(np.maximum(rows.value_shares, LEAST_SHARE))
    shared[..., : rows.starts[1], :] += likely
    return shared


def likelihoods(rows: ClassRows, model: Floats) -> Floats:
    """For each group the logarithm of the probability that it has its counts.

    The values of a row are independent of those of others, given its classes.
    """
    with_prior = with_shares(rows, model)
    norms = norms_of_tuples(rows.rows.classes, with_prior)
    one = np.zeros(len(rows.rows.tuples), dtype=np.int8)
    weights = weigh(rows.rows, with_prior[None], one, norms)
    return world_logarithms(rows.rows.groups, weights)


def likelihoods_alike(rows: ClassRows) -> Floats:
    """The same for who has no model: rows are alike, so that worlds are counted.

    A group has its counts with the probability N! / Π c! · Π share^c.
    """
    groups = rows.rows.groups
    likely = np.log(np.maximum(rows.value_shares, LEAST_SHARE))[rows.rows.values]
    lines = groups.counts * likely - log_factorials(groups.counts)
    sums = np.concatenate([[0.0], np.cumsum(lines)])
    return np.diff(sums[groups.values]) + log_factorials(rows.sizes)


def choose_temper(rows: ClassRows, limits: LearningLimits, *, seed: int) -> float:
    """The temper under which the counts of other groups are the most likely.

    It needs no true value. One half of the groups is learnt from, the other is judged.
    A gain over 0 of less than some standard errors is taken for chance.
    """
    order = random_numbers(seed, "halves").permutation(len(rows))
    half = len(rows) // 2
    learnt, judged = (
        rows.select(np.sort(part)) for part in (order[:half], order[half:])
    )
    most = exact_states(judged, limits, limits.most_states_together // JUDGED)
    exact = np.flatnonzero(judged.states <= most)
    judged = judged.select(exact) if len(exact) else judged
    nothing = likelihoods_alike(judged)
    gains = {
        temper: likelihoods(judged, learn(learnt, temper, limits)) - nothing
        for temper in TEMPERS
        if temper
    }
    best = max(gains, key=lambda temper: float(gains[temper].sum()))
    error = float(gains[best].std()) * len(nothing) ** 0.5
    return best if gains[best].sum() > CHANCE * error else 0.0


def exact_states(rows: ClassRows, limits: LearningLimits, together: int) -> int:
    """Most states of groups that are exact, so that all of them have few together."""
    ordered = np.sort(rows.states)
    number = int(np.searchsorted(np.cumsum(ordered), together, side="right"))
    if number == len(ordered):
        return limits.most_states
    fewer = int(ordered[number]) - 1
    return min(limits.most_states, max(limits.large_group, fewer))


def learnt_groups(rows: ClassRows, limits: LearningLimits, *, seed: int) -> Ints:
    """The groups that a learner learns from: all of them, or some drawn by the seed."""
    random = random_numbers(seed, "groups")
    large = rows.states > limits.large_group
    chosen = np.ones(len(rows), dtype=np.bool_)
    for marks, most in (
        (large, limits.most_large_groups),
        (chosen, limits.most_groups),
    ):
        among = np.flatnonzero(marks & chosen)
        if len(among) > most:
            chosen[random.permutation(among)[most:]] = False
    return np.flatnonzero(chosen)


@dataclass(frozen=True, eq=False)
class ReleaseLearner:
    """Who sees the release only, after learning."""

    temper: float
    """The temper; 0 if there is nothing to learn."""
    groups: int
    """Groups that were learnt from."""
    models: Models
    """The model."""


def learner(
    rows: ClassRows, limits: LearningLimits = DEFAULT_LIMITS, *, seed: int
) -> ReleaseLearner:
    """Choose a temper, and learn with it from the groups of a release."""
    some = rows.select(learnt_groups(rows, limits, seed=seed))
    temper = choose_temper(some, limits, seed=seed)
    model = learn(some, temper, limits) if temper else no_model(rows)
    one = np.zeros(len(rows.rows.tuples), dtype=np.int8)
    return ReleaseLearner(temper, len(some), Models(model[None], one))


def no_model(rows: ClassRows) -> Floats:
    """The model of who believes that nothing goes with anything."""
    return np.zeros((int(rows.starts[-1]), len(rows.value_shares)))


def oracle(rows: ClassRows, *, seed: int) -> Models:
    """The models of who knows what goes with what: each row by those of other folds."""
    values, number = rows.true_values, len(rows.rows.tuples)
    fold = random_numbers(seed, "folds").permutation(number) % FOLDS
    shape = FOLDS, *no_model(rows).shape
    sums = np.zeros(shape)
    for place in range(len(rows.starts) - 1):
        classes = rows.rows.classes[rows.rows.tuples, place]
        keys = (fold * shape[1] + classes) * shape[2] + values
        sums += np.bincount(keys, minlength=sums.size).reshape(shape)
    others = sums.sum(axis=0) - sums
    models = np.stack([smooth(rows, one) for one in others])
    return Models(ORACLE_TEMPER * models, fold.astype(np.int8))


def beliefs_by(
    rows: ClassRows, models: Models, limits: LearningLimits = DEFAULT_LIMITS
) -> GroupBeliefs:
    """The beliefs about all rows, exact as far as the limits allow."""
    weights = weigh(rows.rows, models.logarithms, models.of_row, NO_NORMS)
    most = exact_states(rows, limits, limits.most_states_together)
    effort = Effort(most, NEAR if most < MOST_STATES else TOLERANCE)
    return group_beliefs(rows.rows.groups, weights, effort)


def guesses_without_groups(rows: ClassRows, models: Models) -> Codes:
    """The value that fits each row best, whatever its group."""
    with_prior = with_shares(rows, models.logarithms)
    return surest_values(rows.rows.classes, with_prior, rows.rows.tuples, models.of_row)
