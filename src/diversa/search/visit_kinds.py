# SPDX-License-Identifier: Apache-2.0
"""The kinds of visits that are left out where known visits tell too much."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.counts.histories import Histories, add_up
from diversa.models.linked_privacy import Judged


@dataclass(frozen=True, eq=False)
class Weakness:
    """The patterns by which a model fails: those of the last size, and shorter ones."""

    judged: list[Judged]
    """The patterns of each size, up to the first in which it fails."""

    @property
    def kinds(self) -> tuple[Ints, Ints, Ints]:
        """Each visit in a failing pattern: the pattern, its constants, the visit."""
        number = np.flatnonzero(self.judged[-1].fails)
        constants = self.judged[-1].patterns.constants[number]
        place, parts = number, []
        for one in self.judged[:0:-1]:
            shorter, visit = one.patterns.shorter, one.patterns.visit
            if shorter is None or visit is None:
                break
            parts.append(visit[place])
            place = shorter[place]
        times = len(parts)
        visits = np.concatenate(parts) if parts else number[:0]
        return np.tile(number, times), np.tile(constants, times), visits


def kinds_to_drop(left: Histories, weak: Weakness, budget: int) -> Bools | None:
    """The visits that go next; None where only people can.

    For each constants the kind of visit goes that is in the most failing patterns for
    each visit lost; kinds that fail by themselves go all.
    """
    number, constants, visits = weak.kinds
    if not len(visits):
        return None
    space = int(max(left.visits.max(initial=0), visits.max(initial=0))) + 1
    pattern_and_kind = np.unique(
        np.stack([number, constants * space + visits], axis=1), axis=0
    )
    kinds, hits = np.unique(pattern_and_kind[:, 1], return_counts=True)
    own = left.constants[left.owners] * space + left.visits
    place = np.searchsorted(kinds, own).clip(max=len(kinds) - 1)
    among = kinds[place] == own
    lost = add_up(place[among], left.people[left.owners][among], len(kinds))
    order = np.lexsort((lost, -hits / np.maximum(1, lost)))
    if len(weak.judged) > 2:  # one kind for each constants, the best
        _, first = np.unique(kinds[order] // space, return_index=True)
        order = order[np.sort(first)]
    fits = order[np.cumsum(lost[order]) <= budget]
    if not len(fits):
        return None
    gone = np.zeros(len(kinds), dtype=np.bool_)
    gone[fits] = True
    return among & gone[place]
