# SPDX-License-Identifier: Apache-2.0
"""k-anonymity."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Self

from diversa.counts.groups import Groups
from diversa.models.group_numbers import Numbers
from diversa.models.model import Model
from diversa.models.parameters import Param


@dataclass(frozen=True)
class KAnonymity(Model):
    """Every group has at least k rows.

    An adversary who knows a person's quasi-identifiers cannot narrow that person down
    to fewer than k rows. Says nothing about sensitive values: k rows may share one.
    The measure is N, the size of the group.

    Edge cases: k = 1 always holds; several rows of one person count as several, unless
    the plan names the column of the person: then k people are in every group.

    Example:
        >>> groups = Groups.from_counts([{"flu": 3}, {"flu": 1, "cancer": 1}], on="ill")
        >>> KAnonymity(3).attained(groups), KAnonymity(3).holds(groups).tolist()
        (2.0, [True, False])

    Reference:
        P. Samarati, L. Sweeney, Protecting privacy when disclosing information:
        k-anonymity and its enforcement through generalization and suppression, 1998.
    """

    k: Annotated[int, Param("number of rows in every group", low=1)]

    union_closed = True  # N only grows
    absorbing = True  # N only grows
    in_people = "having"
    bounds_unnamed = True
    grows = True
    only_size = True
    distinct_suffices = True  # as any k rows do
    bounded = "k"
    stops = "linking a person to fewer than k rows"
    misses = "homogeneous groups: k rows with one sensitive value"

    @property
    def least_rows(self) -> int:
        return self.k

    def measure(self, groups: Groups) -> Numbers:
        return Numbers(groups.sizes)

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        return (cls(1),)


def largest_k(models: Iterable[Model]) -> int | None:
    """The k that models ask for, where one of them bounds nothing but group sizes.

    >>> largest_k([KAnonymity(3), KAnonymity(5)]), largest_k([])
    (5, None)
    """
    return max((model.least_rows for model in models if model.only_size), default=None)


def rows_behind(models: Sequence[Model]) -> int:
    """The rows that must have a value before it shapes what is published.

    As many as the models want in a group, at least 2.

    >>> from diversa.models import parse
    >>> rows_behind([parse("k-anonymity:5"), parse("t-closeness:0.3")]), rows_behind([])
    (5, 2)
    """
    return max([2, *(max(model.least_rows, model.least_people) for model in models)])
