# SPDX-License-Identifier: Apache-2.0
"""The intersection attack: the values that several releases leave for a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from diversa.attacks.exposure import Exposure
from diversa.models.republication import Membership, join, least_by, values_left


@dataclass(frozen=True, eq=False, kw_only=True)
class Intersection(Exposure):
    """People for whom all releases together leave one value, and none does alone.

    A value is left if every group of the person has it. `worst` is one over the fewest
    values left.

    Reference:
        X. Xiao, Y. Tao, m-Invariance: Towards Privacy Preserving Re-publication of
        Dynamic Datasets, SIGMOD 2007.
    """

    name = "intersection"
    unit: str = "person"

    releases: int
    """Releases of the series."""
    followed: int
    """People who are in more than one release."""
    narrowed: int
    """People for whom fewer values are left than in the best release alone."""
    least_left: int | None
    """The fewest values left for a person, of those with any; None without one."""
    changed: int
    """People for whom no value is left, because theirs has changed."""

    def in_words(self) -> str:
        return (
            f"{self.followed:,} people are in more than one of {self.releases:,}"
            f" releases; together these leave fewer values for {self.narrowed:,} of"
            f" them, and one for {self.exposed:,} whom no release alone gives away"
        )


def intersection(
    series: Sequence[Membership], *, on: str | None = None
) -> Intersection:
    """Intersect the values of every group that a person is in.

    The releases number people and values alike; `affected` are groups of the last one.

    Example:
        >>> from diversa.models.republication import series_of
        >>> first = [[("Bob", "flu"), ("Alice", "asthma")]]
        >>> second = [[("Bob", "flu"), ("Carl", "cancer")]]
        >>> exposure = intersection(series_of([first, second]))
        >>> exposure.exposed, exposure.least_left
        (1, 1)
    """
    whole = join(series)
    numbers, person = np.unique(whole.person, return_inverse=True)
    persons = len(numbers)
    alone = least_by(person, persons, np.diff(whole.starts)[whole.group])
    left = values_left(whole, person, np.ones(len(person), dtype=bool), persons)
    exposed = (left == 1) & (alone > 1)
    last = series[-1]
    among = np.isin(last.person, numbers[exposed])
    some = left[left > 0]
    least = int(some.min()) if len(some) else None
    return Intersection(
        on=on,
        exposed=int(exposed.sum()),
        total=persons,
        groups=len(last.sizes),
        affected=np.unique(last.group[among]),
        worst=None if least is None else 1 / least,
        releases=len(series),
        followed=int((np.bincount(person, minlength=persons) > 1).sum()),
        narrowed=int(((left < alone) & (left > 0)).sum()),
        least_left=least,
        changed=int((left == 0).sum()),
    )
