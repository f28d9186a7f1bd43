# SPDX-License-Identifier: Apache-2.0
"""Beliefs about one person: in a value, in a kind of values, in an interval.

All of them are sums of the weights of values. Weights are whole numbers, so that a
belief is an exact fraction: one division at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from diversa.counts.sensitive import Sensitive

LONGEST = 10**9
"""Fractions with a larger denominator are shown as decimals only."""


@dataclass(frozen=True, kw_only=True)
class Sureness:
    """How sure an adversary is of a statement, with more and more knowledge."""

    prior: float
    """The belief without the release: the share in the whole table, or among people
    like the target in the population."""
    posterior: float
    """The belief by the rows that match the target."""
    with_facts: float
    """The posterior with all facts: values that the target does not have, and people
    whose values are known."""
    fraction: Fraction = field(repr=False)
    """`with_facts` as an exact fraction."""


@dataclass(frozen=True)
class Belief(Sureness):
    """The belief that the target has one sensitive value."""

    on: str
    """The sensitive attribute."""
    value: str | None
    """The value; None if missing."""

    def to_json(self) -> dict[str, object]:
        """The belief as plain values."""
        return {"on": self.on, "value": self.value, **sureness_to_json(self)}


@dataclass(frozen=True)
class KindBelief(Sureness):
    """The belief that the value of the target is of one kind."""

    on: str
    """The sensitive attribute."""
    kind: str
    """The node of the taxonomy that has the values of this kind below it."""
    height: int
    """Its height above the deepest value below it."""

    def to_json(self) -> dict[str, object]:
        """The belief as plain values."""
        about = {"on": self.on, "kind": self.kind, "height": self.height}
        return {**about, **sureness_to_json(self)}


@dataclass(frozen=True)
class IntervalBelief(Sureness):
    """The surest belief that a number of the target lies in a short interval."""

    on: str
    """The sensitive attribute."""
    low: str
    """The least number of the interval, as the table writes it."""
    high: str
    """Its largest number."""
    width: Fraction
    """The length of the closed intervals that were tried."""

    def to_json(self) -> dict[str, object]:
        """The belief as plain values."""
        about = {"on": self.on, "low": self.low, "high": self.high}
        return {**about, "width": float(self.width), **sureness_to_json(self)}


def sureness_to_json(belief: Sureness) -> dict[str, object]:
    """How sure a belief is, as plain values."""
    return {
        "prior": belief.prior,
        "posterior": belief.posterior,
        "with_facts": belief.with_facts,
        "exact": format_fraction(belief.fraction),
    }


def format_fraction(fraction: Fraction) -> str | None:
    """A fraction as text; None if it is too long to be read.

    >>> format_fraction(Fraction(49, 50)), format_fraction(Fraction(1, 10**12))
    ('49/50', None)
    """
    return str(fraction) if fraction.denominator <= LONGEST else None


@dataclass(frozen=True, eq=False)
class Weights:
    """Whole weights of all values of an attribute, and their total.

    The weights of people who have several values add up to more than the total.
    """

    of_value: Sequence[int] = field(repr=False)
    """The weight of each value code."""
    total: int
    """The weight of certainty; more than 0."""

    @classmethod
    def of(cls, weights: Sequence[int]) -> Weights:
        """Weights of which exactly one value is true."""
        return cls(weights, sum(weights))

    def share(self, codes: Sequence[int]) -> Fraction:
        """The belief that one of the values is true."""
        return Fraction(sum(self.of_value[code] for code in codes), self.total)


@dataclass(frozen=True, eq=False)
class Believer:
    """What is believed of one attribute: without the release, with it, with facts."""

    attribute: Sensitive
    """The attribute."""
    prior: Weights = field(repr=False)
    """The weights of values without the release."""
    posterior: Weights = field(repr=False)
    """The weights by the rows that match."""
    with_facts: Weights = field(repr=False)
    """The weights with all facts."""

    def values(self) -> list[Belief]:
        """The belief in every value, the surest first."""
        texts = (*self.attribute.dictionary.texts, None)
        sure, plain = self.with_facts.of_value, self.posterior.of_value
        every = range(self.attribute.dictionary.size)
        order = sorted(every, key=lambda code: (-sure[code], -plain[code]))
        name = self.attribute.name
        return [Belief(name, texts[code], **self._sureness([code])) for code in order]

    def kinds(self) -> list[KindBelief]:
        """The belief in every kind that is possible, by height, the surest first.

        The root of the taxonomy says nothing and is left out, as are single values.
        """
        if self.attribute.taxonomy is None:
            return []
        tree, of_node = self.attribute.tree, dict[int, list[int]]()
        for code, path in enumerate(tree.paths.tolist()):
            for node in path[1:]:
                if node >= 0 and tree.node_heights[node] > 0:
                    of_node.setdefault(node, []).append(code)
        beliefs = [
            KindBelief(
                self.attribute.name,
                str(tree.names[node]),
                int(tree.node_heights[node]),
                **self._sureness(codes),
            )
            for node, codes in of_node.items()
        ]
        possible = [one for one in beliefs if one.prior or one.posterior]
        return sorted(possible, key=lambda one: (one.height, -one.fraction))

    def interval(self, width: Fraction) -> IntervalBelief | None:
        """The surest closed interval of a width; the lowest of equally sure ones.

        None without a number that is possible.
        """
        attribute = self.attribute
        order = np.argsort(attribute.ranks, kind="stable").tolist()
        sure = self.with_facts.of_value
        present = [code for code in order if sure[code]]
        if not present:
            return None
        low, high = surest_window(
            [int(attribute.exact_numbers[code]) for code in present],
            [sure[code] for code in present],
            width * attribute.scale,
        )
        first, last = present[low], present[high]
        ranks = attribute.ranks
        inside = [code for code in order if ranks[first] <= ranks[code] <= ranks[last]]
        texts = attribute.dictionary.texts
        return IntervalBelief(
            attribute.name,
            texts[first],
            texts[last],
            width,
            **self._sureness(inside),
        )

    def _sureness(self, codes: Sequence[int]) -> dict[str, Any]:
        """How sure it is that one of the values is true."""
        exact = self.with_facts.share(codes)
        return {
            "prior": float(self.prior.share(codes)),
            "posterior": float(self.posterior.share(codes)),
            "with_facts": float(exact),
            "fraction": exact,
        }


def surest_kinds(kinds: Iterable[KindBelief]) -> list[KindBelief]:
    """The first of the kinds of each attribute and height: the surest one."""
    first: dict[tuple[str, int], KindBelief] = {}
    for kind in kinds:
        first.setdefault((kind.on, kind.height), kind)
    return list(first.values())


def surest_window(
    numbers: Sequence[int], weights: Sequence[int], width: Fraction
) -> tuple[int, int]:
    """First and last place of the heaviest window of ascending numbers.

    >>> surest_window([490, 500, 510, 1000], [1, 1, 1, 1], Fraction(20))
    (0, 2)
    """
    best, window, start, place = 0, 0, 0, (0, 0)
    for end, number in enumerate(numbers):
        window += weights[end]
        while number - numbers[start] > width:
            window -= weights[start]
            start += 1
        if window > best:
            best, place = window, (start, end)
    return place
