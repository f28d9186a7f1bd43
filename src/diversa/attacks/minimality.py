# SPDX-License-Identifier: Apache-2.0
"""The minimality attack: a merged group tells that a finer release would have failed.

The adversary knows the people of a group and their values, and that the publisher
merges no more than the models ask for. Only inputs are possible for which a finer
release fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from diversa.attacks.exposure import CERTAIN, Exposure, how_sure
from diversa.attacks.matches import Matches
from diversa.attacks.possible_worlds import worlds_of
from diversa.counts.groups import Groups
from diversa.counts.histogram import Histogram
from diversa.models.model import Model

MOST_ROWS = 40
"""Most rows of a simulated group; larger ones seldom tell anything."""

MOST_GROUPS = 256
"""Most small groups that are looked at, smallest first."""

MOST_CASES = 32
"""Most different groups that are simulated, smallest first."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Minimality(Exposure):
    """Rows of small groups about which the algorithm tells more than the counts.

    `worst` is the belief to which knowing the algorithm adds most.

    Reference:
        R. Wong, A. Fu, K. Wang, J. Pei, Minimality Attack in Privacy Preserving Data
        Publishing, VLDB 2007.
    """

    name = "minimality"

    naive: float | None
    """The same belief from the counts alone."""
    certain: int
    """Rows of groups in which somebody's value becomes certain."""

    def in_words(self) -> str:
        if self.worst is None or self.naive is None:
            return "no small group was merged of people who can be told apart"
        if not self.exposed:
            return f"knowing the models adds nothing in {self.groups:,} small groups"
        return (
            f"who knows that no more was merged than the models ask for is"
            f" {how_sure(self.worst)} of a '{self.on}' where the counts alone say"
            f" {how_sure(self.naive)}"
        )


def minimality(
    histogram: Histogram,
    parts: Sequence[tuple[int, Sequence[int]]],
    models: Sequence[Model],
    *,
    seed: int = 0,
) -> Minimality:
    """Simulate small groups, given with the sizes of their distinguishable parts."""
    cases = small_cases(histogram, parts)
    worlds = {
        case: worlds_of(case[0], case[1], histogram.sensitive, models, seed=seed)
        for case in sorted(cases, key=lambda case: (sum(case[0]), case))[:MOST_CASES]
    }
    guesses = {case: world.guess for case, world in worlds.items()}
    more = [case for case, guess in guesses.items() if guess.gain > 0]
    sure = [case for case in more if guesses[case].posterior >= CERTAIN]
    hit = sorted(group for case in more for group in cases[case])
    most = max(guesses.values(), key=lambda world: (world.gain, world), default=None)
    looked = [group for case in worlds for group in cases[case]]
    return Minimality(
        on=histogram.sensitive.name,
        exposed=int(histogram.sizes[hit].sum()),
        total=int(histogram.sizes[looked].sum()),
        groups=len(looked),
        affected=np.array(hit, dtype=np.int64),
        worst=None if most is None else most.posterior,
        naive=None if most is None else most.naive,
        certain=sum(int(histogram.sizes[cases[case]].sum()) for case in sure),
    )


Case = tuple[tuple[int, ...], tuple[int, ...]]
"""Sizes of the parts, and rows of each value."""


def small_cases(
    histogram: Histogram, parts: Sequence[tuple[int, Sequence[int]]]
) -> dict[Case, list[int]]:
    """The groups that can be simulated; equal ones are simulated once."""
    cases: dict[Case, list[int]] = {}
    size = histogram.sensitive.dictionary.size
    for group, sizes in parts:
        rows = int(histogram.sizes[group])
        whole = sum(sizes) == rows and histogram.unknown[group] == 0
        if whole and len(sizes) > 1 and rows <= MOST_ROWS:
            entries = slice(histogram.starts[group], histogram.starts[group + 1])
            counts = np.zeros(size, dtype=np.int64)
            counts[histogram.values[entries]] = histogram.counts[entries]
            case = tuple(sorted(sizes)), tuple(counts.tolist())
            cases.setdefault(case, []).append(group)
    return cases


def parts_of_groups(groups: Groups, matches: Matches) -> list[tuple[int, list[int]]]:
    """Small groups whose people are all known, with the sizes of their parts.

    People of a part have the same values.
    """
    alone = np.diff(matches.starts) == 1
    group = matches.groups[matches.starts[:-1][alone]]
    people = matches.people[alone]
    parts = np.bincount(group, minlength=len(groups))
    rows = np.bincount(group, people, len(groups))
    whole = (rows == groups.sizes) & (parts > 1) & (groups.sizes <= MOST_ROWS)
    small = np.flatnonzero(whole)
    small = small[np.argsort(groups.sizes[small], kind="stable")][:MOST_GROUPS]
    order = np.argsort(group, kind="stable")
    begins = np.searchsorted(group[order], small)
    return [
        (
            int(small_group),
            people[order][begin : begin + int(parts[small_group])].tolist(),
        )
        for small_group, begin in zip(small.tolist(), begins.tolist(), strict=True)
    ]
