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
from diversa.counts.groups import Groups
from diversa.counts.kinds_of_groups import GroupKinds
from diversa.counts.people_of_groups import PeopleOfGroups
from diversa.record.attack_record import ExposureRecord

CERTAIN = 1 - 1e-9
"""Least posterior that counts as certain, up to rounding."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Exposure(ABC):
    """The result of one attack. It holds no sensitive value and no identifier."""

    name: ClassVar[str]
    """The attack, by the paper's word."""

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
    unit: str = "row"
    """`row` or `person`: what is counted."""

    @property
    def units(self) -> str:
        """What is counted, in the plural."""
        return "rows" if self.unit == "row" else "people"

    @property
    def share(self) -> float:
        """The share of the rows, or people, that are exposed."""
        return self.exposed / self.total if self.total else 0.0

    @property
    def exceeds_promise(self) -> bool:
        """True if more is learnt than the groups of a release seem to promise."""
        return False

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


@dataclass(frozen=True, eq=False)
class Crowd:
    """Those whom an attack may expose: the rows of groups, or people.

    With `kinds`, an attack looks at one group of each kind.
    """

    kinds: GroupKinds | None = None
    """The kinds of the groups."""
    people: PeopleOfGroups | None = None
    """The people behind the groups, where people are counted."""

    @classmethod
    def of(cls, groups: Groups, kinds: GroupKinds | None = None) -> Crowd:
        """The rows of groups, or their people where these are counted."""
        return cls(kinds, groups.people)

    @property
    def unit(self) -> str:
        """`row` or `person`."""
        return "row" if self.people is None else "person"

    def times(self, sizes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Number of groups of each kind; one without kinds."""
        if self.kinds is None:
            return np.ones(len(sizes), dtype=np.int64)
        return self.kinds.times

    def every(self, hit: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Mark all groups of the kinds that are marked."""
        return hit if self.kinds is None else hit[self.kinds.kind]

    def count(self, hit: NDArray[np.bool_], sizes: NDArray[np.int64]) -> int:
        """Those who are in groups that are marked; everybody is counted once."""
        if self.people is not None:
            return self.people.count(self.every(hit))
        return int(sizes[hit] @ self.times(sizes)[hit])

    def expose(
        self, hit: NDArray[np.bool_], sizes: NDArray[np.int64]
    ) -> dict[str, Any]:
        """The fields of an `Exposure` that follow from the groups that it hits.

        Example:
            >>> both = ROWS.expose(np.array([False, True]), np.array([4, 1]))
            >>> both["exposed"], both["total"], both["affected"].tolist()
            (1, 5, [1])
        """
        every = np.ones(len(sizes), dtype=np.bool_)
        return {
            "exposed": self.count(hit, sizes),
            "total": self.count(every, sizes),
            "groups": int(self.times(sizes).sum()),
            "affected": np.flatnonzero(self.every(hit)),
            "unit": self.unit,
        }


ROWS = Crowd()
"""The rows of groups."""


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
