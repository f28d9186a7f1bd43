# SPDX-License-Identifier: Apache-2.0
"""Corruption: an adversary who knows the sensitive values of some people.

Whoever knows the values of a share of the people takes their rows out of the groups,
and is surer of the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from diversa.array_types import Ints
from diversa.attacks.exposure import ROWS, Crowd, Exposure, percent
from diversa.counts.groups import Groups
from diversa.counts.histogram import Histogram, reduce_groups
from diversa.record.attack_record import NotMade

SHARE = 0.5
"""Default share of the people who are known."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Corruption(Exposure):
    """People whose value becomes certain by those of others in their group.

    People who are known are drawn by a seed; they are not counted, nor is who is in a
    group of one value, which is certain anyway. `worst` is the surest belief about
    anybody else.

    Reference:
        Y. Tao, X. Xiao, J. Li, D. Zhang, On Anti-Corruption Privacy Preserving
        Publication, ICDE 2008.
    """

    name = "corruption"

    known_share: float
    """The share of people whose values are known."""
    known: int
    """Rows, or people, that are known."""
    certain_without: int
    """Others whose value is certain by their group alone."""
    right: float
    """The share of the others whose surest value is true."""
    right_without: float
    """The same by the whole groups."""

    def in_words(self) -> str:
        if self.worst is None:
            return "nobody is left whose value is not known"
        certain = self.exposed + self.certain_without
        return (
            f"who knows the '{self.on}' of {percent(self.known_share)} of the"
            f" {self.units} is certain of {certain:,} others"
            f" ({self.certain_without:,} without), and guesses {percent(self.right)} of"
            f" them right ({percent(self.right_without)} without)"
        )


def corruptions(
    groups: Groups, share: float, seed: int
) -> Iterator[Corruption | NotMade]:
    """The attack on each sensitive attribute; none for a share of 0."""
    people = groups.people
    divided = people is not None and people.visits is not None
    for attribute in groups.sensitive if share else ():
        histogram = groups.histogram(attribute.name)
        if divided or not histogram.is_exclusive:
            why = "needs people who are in one group and have one value each"
            yield NotMade(Corruption.name, attribute.name, why)
        elif histogram.unknown.any():
            why = "needs values that are known, got missing ones that may be any value"
            yield NotMade(Corruption.name, attribute.name, why)
        else:
            crowd = Crowd.of(groups)
            yield corruption(histogram, share=share, seed=seed, crowd=crowd)


def corruption(
    histogram: Histogram, *, share: float = SHARE, seed: int = 0, crowd: Crowd = ROWS
) -> Corruption:
    """Draw people whose values are known, and count what is certain of the others.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"flu": 1, "HIV": 1}], on="ill")
        >>> corruption(groups.histogram(), share=0).exposed
        0
    """
    drawn = np.random.default_rng(seed).binomial(histogram.counts, share)
    return corrupt(histogram, drawn.astype(np.int64), share=share, crowd=crowd)


def corrupt(
    histogram: Histogram, known: Ints, *, share: float, crowd: Crowd = ROWS
) -> Corruption:
    """What is certain of others, if `known` rows of each entry are known."""
    left = histogram.counts - known
    others = histogram.sum(left)
    surest = histogram.max(left)
    mode = histogram.counts == histogram.max(histogram.counts)[histogram.group]
    ties = histogram.sum(mode.astype(np.int64))
    guessed = reduce_groups(np.add, np.where(mode, left, 0), histogram.starts) / ties
    alone = histogram.distinct == 1
    hit = (surest == others) & (others > 0) & ~alone
    total = int(others.sum())
    shared: dict[str, Any] = crowd.expose(hit, histogram.sizes)
    some = others > 0
    return Corruption(
        **{**shared, "exposed": int(others[hit].sum()), "total": total},
        on=histogram.sensitive.name,
        worst=float((surest[some] / others[some]).max()) if total else None,
        known_share=share,
        known=int(known.sum()),
        certain_without=int(others[alone].sum()),
        right=float(surest.sum() / max(1, total)),
        right_without=float(guessed.sum() / max(1, total)),
    )
