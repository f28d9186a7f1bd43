# SPDX-License-Identifier: Apache-2.0
"""The result of an attack: the number of exposed rows or people, and their groups."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from diversa.codec import to_json
from diversa.codec.numbers import plain
from diversa.counts.kinds_of_groups import Kinds
from diversa.record.attack_record import ExposureRecord

CERTAIN = 1 - 1e-9
"""Least posterior that counts as certain, up to rounding."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Exposure(ABC):
    """The result of one attack. It holds no sensitive value and no identifier."""

    name: ClassVar[str]
    """The attack, by the paper's word."""
    unit: ClassVar[str] = "row"
    """`row` or `person`."""

    on: str | None = None
    """The sensitive attribute, if the attack is on one."""
    exposed: int
    """Exposed rows, or people."""
    total: int
    """Rows, or people, under attack."""
    groups: int
    """Groups under attack."""
    affected: NDArray[np.int64] = field(repr=False)
    """Numbers of the groups with exposed rows, or people."""
    worst: float | None
    """The number of the attack in its worst case; None without a group."""

    @property
    def share(self) -> float:
        """The share of the rows, or people, that are exposed."""
        return self.exposed / self.total if self.total else 0.0

    def numbers(self) -> dict[str, Any]:
        """Further numbers of the attack, as plain values: its own fields."""
        shared = {one.name for one in fields(Exposure)}
        own = [one.name for one in fields(self) if one.name not in shared]
        return {name: plain_value(getattr(self, name)) for name in own}

    @abstractmethod
    def in_words(self) -> str:
        """The result in a sentence for people."""

    @property
    def record(self) -> ExposureRecord:
        """The result as a manifest stores it: numbers only."""
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


def plain_value(value: object) -> object:
    """A value of an attack for JSON: fractions as floats, tuples as lists.

    >>> plain_value((Fraction(1, 2), "zip"))
    [0.5, 'zip']
    """
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, tuple):
        return [plain_value(one) for one in value]
    return to_json(value) if is_dataclass(value) else value


def count_exposed(
    hit: NDArray[np.bool_], sizes: NDArray[np.int64], kinds: Kinds | None = None
) -> dict[str, Any]:
    """The fields of an `Exposure` that follow from the groups that an attack hits.

    With `kinds`, `hit` and `sizes` are those of one group of each kind.

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
    """Number of groups of each kind; one without kinds."""
    return np.ones(len(sizes), dtype=np.int64) if kinds is None else kinds.times


def largest(numbers: NDArray[np.float64]) -> float | None:
    """The largest number; None for an empty array."""
    return float(numbers.max()) if len(numbers) else None


def percent(share: float) -> str:
    """A share as text, never rounded up to 100 %.

    >>> percent(1 / 3), percent(1.0), percent(0.99996)
    ('33.3 %', '100 %', '99.9 %')
    """
    rounded = float(f"{100 * share:.3g}")
    return f"{min(rounded, 99.9) if share < CERTAIN else 100:.3g} %"


def how_sure(posterior: float) -> str:
    """A posterior in words.

    >>> how_sure(1.0), how_sure(0.5)
    ('certain', '50 % sure')
    """
    return "certain" if posterior >= CERTAIN else f"{percent(posterior)} sure"
