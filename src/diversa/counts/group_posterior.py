# SPDX-License-Identifier: Apache-2.0
"""Beliefs about the rows of a group of which the values are known as counts only.

An adversary has a weight for each row and value: how well the value fits the row. A
world gives every row a value so that each value has its count; its probability is
proportional to the product of the weights. So a factor of a row or of a value cancels,
a weight of 0 rules a value out, and rows that look alike have the shares of the group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.kernels.posteriors import (
    BALANCED,
    CONTRADICTED,
    Effort,
    RowGroups,
    posteriors,
)
from diversa.errors import InputError

EVERY_EFFORT = Effort()
"""Sums over states where they are not too many."""


class ContradictionError(InputError):
    """What is known rules out every world of a group."""


@dataclass(frozen=True, eq=False)
class GroupBeliefs:
    """The beliefs about the rows of groups."""

    beliefs: Floats = field(repr=False)
    """For each weight, the probability that its row has its value."""
    logarithms: Floats = field(repr=False)
    """For each group, the logarithm of the weight of all worlds."""
    ways: Codes = field(repr=False)
    """For each group `EXACT` or `BALANCED`: how its beliefs were found."""

    @property
    def approximate(self) -> int:
        """The number of groups whose beliefs are approximations."""
        return int((self.ways == BALANCED).sum())


def row_groups(sizes: Ints, value_starts: Ints, counts: Ints) -> RowGroups:
    """Lay out groups of some sizes, of which each has some values with counts."""
    values = np.diff(value_starts)
    return RowGroups(
        np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]),
        value_starts.astype(np.int64),
        counts.astype(np.int64),
        np.concatenate([[0], np.cumsum(sizes * values, dtype=np.int64)]),
    )


def group_beliefs(
    groups: RowGroups, weights: Floats, effort: Effort = EVERY_EFFORT
) -> GroupBeliefs:
    """The beliefs about all rows of all groups.

    Groups of few states are exact. Others are balanced: no bound of the error is known,
    and the surest beliefs are too small rather than too large.
    """
    factors = np.ones(len(groups.counts))
    found = GroupBeliefs(*posteriors(groups, weights, factors, effort))
    contradicted = found.ways == CONTRADICTED
    balanced = found.ways == BALANCED
    for group in np.flatnonzero(balanced) if (weights == 0).any() else ():
        contradicted[group] = not has_world(*group_of(groups, weights, int(group)))
    if contradicted.any():
        raise ContradictionError(
            f"group {int(contradicted.argmax())}: the facts contradict the table; no"
            " row can get its values so that the counts come out. Check what is said"
            " to be known of people, and that they are in the table"
        )
    return found


def world_logarithms(groups: RowGroups, weights: Floats) -> Floats:
    """For each group the logarithm of the weight of all worlds, for half the work.

    It is -∞ where there is no world.
    """
    factors = np.ones(len(groups.counts))
    effort = EVERY_EFFORT._replace(with_beliefs=False)
    _, logarithms, _ = posteriors(groups, weights, factors, effort)
    return logarithms


def group_posterior(
    weights: Floats | Sequence[Sequence[float]], counts: Ints | Sequence[int]
) -> Floats:
    """The beliefs about the rows of one group: a line for each row.

    Example:
        >>> group_posterior([[9, 1], [1, 9]], [1, 1]).round(3).tolist()  # 81/82
        [[0.988, 0.012], [0.012, 0.988]]
    """
    lines, of_values = np.asarray(weights, np.float64), np.asarray(counts, np.int64)
    if lines.shape != (of_values.sum(), len(of_values)):
        raise InputError(
            f"weights: must have {of_values.sum():,} lines of {len(of_values):,}"
            f" numbers, as the counts say, got {lines.shape}"
        )
    groups = row_groups(
        np.array([len(lines)]), np.array([0, len(of_values)]), of_values
    )
    return group_beliefs(groups, lines.ravel()).beliefs.reshape(lines.shape)


def group_of(groups: RowGroups, weights: Floats, group: int) -> tuple[Floats, Ints]:
    """The lines of weights and the counts of one group."""
    first, last = groups.values[group : group + 2]
    begin, end = groups.weights[group : group + 2]
    return weights[begin:end].reshape(-1, last - first), groups.counts[first:last]


def has_world(lines: Floats, counts: Ints) -> bool:
    """True if rows can get values of weights above 0 so that the counts come out.

    Rows for which the same values are left are a kind; kinds send their rows to values
    (a flow), and rows make way for others as long as that helps.
    """
    kinds, rows = np.unique(lines > 0, axis=0, return_counts=True)
    if kinds.all():
        return True
    sent = np.zeros(kinds.shape, dtype=np.int64)
    while (to_send := rows - sent.sum(axis=1)).any():
        path = free_path(kinds, sent, to_send, counts - sent.sum(axis=0))
        if path is None:
            return False
        forward, backward = path[::2], path[1::2]
        most = min(
            int(to_send[path[0][0]]),
            int((counts - sent.sum(axis=0))[path[-1][1]]),
            *(int(sent[edge]) for edge in backward),
        )
        for edge in forward:
            sent[edge] += most
        for edge in backward:
            sent[edge] -= most
    return True


def free_path(
    kinds: np.ndarray, sent: Ints, to_send: Ints, to_take: Ints
) -> list[tuple[int, int]] | None:
    """The shortest way for rows of some kind to a value that takes more.

    Edges are (kind, value): one that is used, one that makes way, and so on in turn.
    """
    paths: list[list[tuple[int, int]]] = [
        [(int(kind), int(value))]
        for kind in np.flatnonzero(to_send)
        for value in np.flatnonzero(kinds[kind])
    ]
    seen = {int(kind) for kind in np.flatnonzero(to_send)}
    for path in paths:
        value = path[-1][1]
        if to_take[value] > 0:
            return path
        for kind in np.flatnonzero(sent[:, value]):
            if int(kind) not in seen:
                seen.add(int(kind))
                paths += [
                    [*path, (int(kind), value), (int(kind), int(other))]
                    for other in np.flatnonzero(kinds[kind])
                    if other != value
                ]
    return None
