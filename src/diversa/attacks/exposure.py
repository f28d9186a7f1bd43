# SPDX-License-Identifier: Apache-2.0
"""What an attack found: how many are exposed, in which groups, how badly at worst."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from diversa.codec import to_json
from diversa.codec.numbers import plain
from diversa.counts.kinds_of_groups import Kinds
from diversa.record.evidence_record import ExposureRecord

CERTAIN = 1 - 1e-9
"""A posterior from here on is certainty; what is less is rounding."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Exposure(ABC):
    """What one attack found. It holds no sensitive value and no identifier."""

    name: ClassVar[str]
    """The attack, by the paper's word."""
    unit: ClassVar[str] = "row"
    """What is exposed."""

    on: str | None = None
    """The sensitive attribute, if the attack is on one."""
    exposed: int
    """Rows, or people, that are exposed."""
    total: int
    """Rows, or people, that the attack looked at."""
    groups: int
    """Groups that the attack looked at."""
    affected: NDArray[np.int64] = field(repr=False)
    """The groups of those who are exposed, as numbers of the groups attacked."""
    worst: float | None
    """What the attack is about at its worst, see each one; None without a group."""

    @property
    def share(self) -> float:
        """The share of the rows, or people, that are exposed."""
        return self.exposed / self.total if self.total else 0.0

    def numbers(self) -> dict[str, Any]:
        """What the attack counts beside, as plain values."""
        return {}

    @abstractmethod
    def in_words(self) -> str:
        """What it means, in a sentence for people."""

    @property
    def record(self) -> ExposureRecord:
        """Numbers only: no value, and no group by name or number."""
        return ExposureRecord(
            attack=self.name,
            on=self.on,
            unit=self.unit,
            exposed=self.exposed,
            total=self.total,
            share=self.share,
            affected_groups=len(self.affected),
            groups=self.groups,
            worst=plain(self.worst),
            words=self.in_words(),
            numbers=self.numbers(),
        )

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return to_json(self.record)


def count_exposed(
    hit: NDArray[np.bool_], sizes: NDArray[np.int64], kinds: Kinds | None = None
) -> dict[str, Any]:
    """The fields that follow from the groups that an attack hits.

    Args:
        hit: The groups, or one of each kind, that it hits.
        sizes: Their rows.
        kinds: The kinds of groups, where one of each kind was looked at.

    Example:
        >>> both = count_exposed(np.array([False, True]), np.array([4, 1]))
        >>> both["exposed"], both["total"], both["affected"].tolist()
        (1, 5, [1])
    """
    times = copies(sizes, kinds)
    return {
        "exposed": int(sizes[hit] @ times[hit]),
        "total": int(sizes @ times),
        "groups": int(times.sum()),
        "affected": np.flatnonzero(hit if kinds is None else hit[kinds.kind]),
    }


def copies(sizes: NDArray[np.int64], kinds: Kinds | None) -> NDArray[np.int64]:
    """How many groups there are of each kind; one where groups are looked at."""
    return np.ones(len(sizes), dtype=np.int64) if kinds is None else kinds.times


def largest(numbers: NDArray[np.float64]) -> float | None:
    """The largest number; None for an empty array."""
    return float(numbers.max()) if len(numbers) else None


def percent(share: float) -> str:
    """Write a share for people, never rounded up to certainty.

    >>> percent(1 / 3), percent(1.0), percent(0.99996)
    ('33.3 %', '100 %', '99.9 %')
    """
    rounded = float(f"{100 * share:.3g}")
    return f"{min(rounded, 99.9) if share < CERTAIN else 100:.3g} %"


def how_sure(posterior: float) -> str:
    """Write a posterior for people: certainty is said in a word.

    >>> how_sure(1.0), how_sure(0.5)
    ('certain', '50 % sure')
    """
    return "certain" if posterior >= CERTAIN else f"{percent(posterior)} sure"
