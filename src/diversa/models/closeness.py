# SPDX-License-Identifier: Apache-2.0
"""What t-closeness and (n,t)-closeness share: how far two distributions are apart."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from diversa.counts.groups import Histogram
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Kind
from diversa.errors import ModelError
from diversa.models.comparison import Comparison, DistributionModel
from diversa.models.ground_distance import (
    EqualDistance,
    GroundDistance,
    LineDistance,
    TreeDistance,
)
from diversa.models.group_numbers import Numbers
from diversa.models.parameters import Param
from diversa.models.smoothed_js import SmoothedJS

Ground = Literal["equal", "ordered", "hierarchical", "numeric"]
"""How far apart two values are."""

Distance = Literal["equal", "ordered", "hierarchical", "numeric", "smoothed-js"]
"""How far apart two distributions are: the Earth Mover's Distance, or smoothed-js."""


class BetweenDistributions(Protocol):
    """How far every group is from its reference."""

    def work(self, comparison: Comparison) -> Numbers:
        """One number per group."""
        ...


@dataclass(frozen=True)
class ClosenessModel(DistributionModel):
    """A model that bounds the distance between two distributions."""

    distance: Annotated[Distance, Param("distance between two distributions")] = field(
        default="equal", kw_only=True
    )
    """equal: values are as far apart as any others. ordered: by rank, of numbers, of
    dates, or of `order`. numeric: by the gaps between numbers. hierarchical: by the
    taxonomy of the attribute. smoothed-js: Jensen-Shannon after smoothing by `ground`.
    """
    order: Annotated[
        tuple[str, ...], Param("list of all values from the first to the last")
    ] = field(default=(), kw_only=True)
    """The domain in order, for the ordered distance of text; unused values count."""
    ground: Annotated[Ground, Param("distance between values for smoothed-js")] = field(
        default="ordered", kw_only=True
    )
    """How far apart values are, for smoothed-js."""
    bandwidth: Annotated[
        Fraction, Param("distance over which smoothed-js spreads a value", above=0)
    ] = field(default=Fraction(1, 2), kw_only=True)
    """Values nearer than this share their mass, for smoothed-js."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.order and self._ground != "ordered":
            raise ModelError(
                f"{self.name()}: order must be left out for the distance"
                f" {self.distance}, got {len(self.order)} values; it belongs to ordered"
            )

    @property
    def _ground(self) -> Ground:
        return self.ground if self.distance == "smoothed-js" else self.distance

    @property
    def subject(self) -> str:
        word = super().subject
        return word if self.distance == "equal" else f"{self.distance} {word}"

    def lacks_of(self, attribute: Sensitive) -> str | None:
        lacks = {"ordered": lacks_order, "numeric": lacks_numbers}
        if self._ground == "hierarchical" and attribute.taxonomy is None:
            return (
                f"'{attribute.name}' must have a taxonomy, got none; declare one as its"
                " hierarchy"
            )
        if self._ground in lacks:
            return lacks[self._ground](attribute, self.order)
        return None

    def between(self, attribute: Sensitive) -> BetweenDistributions:
        """The distance for the values of an attribute."""
        key = (self.distance, self.order, self.ground, self.bandwidth)
        made = attribute.__dict__.setdefault("_distances", {})
        if key not in made:
            made[key] = self._make(attribute)
        return made[key]

    def _make(self, attribute: Sensitive) -> BetweenDistributions:
        ground = ground_distance(attribute, self._ground, self.order)
        if self.distance != "smoothed-js":
            return ground
        used = attribute.dictionary.counts > 0
        return SmoothedJS(ground, float(self.bandwidth), used)

    def from_table(self, histogram: Histogram) -> Numbers:
        """The distance of every group from the original table."""
        distance = self.between(histogram.sensitive)
        return distance.work(Comparison.with_table(histogram))


def ground_distance(
    attribute: Sensitive, ground: Ground, order: tuple[str, ...] = ()
) -> GroundDistance:
    """The distance between the values of an attribute."""
    if ground == "equal":
        return EqualDistance(attribute.dictionary.size)
    if ground == "hierarchical":
        if attribute.taxonomy is None:
            raise ModelError(f"'{attribute.name}' must have a taxonomy, got none")
        return TreeDistance(attribute.taxonomy.tree)
    if ground == "numeric":
        return LineDistance(numeric_positions(attribute))
    if order:
        return LineDistance(declared_positions(attribute, order), len(order) - 1)
    return LineDistance(ordered_positions(attribute))


def declared_positions(
    attribute: Sensitive, order: tuple[str, ...]
) -> NDArray[np.int64]:
    """The place of every value in a declared order."""
    place = {text: rank for rank, text in enumerate(order)}
    ranks = [place.get(text, 0) for text in attribute.dictionary.texts]
    return with_missing(attribute, np.array(ranks, dtype=np.int64))


def ordered_positions(attribute: Sensitive) -> NDArray[np.int64]:
    """The rank of every value among those that the table has.

    Numbers stand in their order whatever the kind of the column, all else in the order
    of the dictionary. A value that no row has stands where the one before it does.
    """
    size = attribute.dictionary.size
    known = attribute.ranks if attribute.is_numeric else np.arange(size)
    places = with_missing(attribute, known)
    used = np.zeros(size + 1, dtype=np.int64)
    used[places[attribute.dictionary.counts > 0]] = 1
    return np.maximum(np.cumsum(used)[places] - 1, 0)


def numeric_positions(attribute: Sensitive) -> NDArray[Any]:
    """Every value as a whole number, as small as the gaps between them allow.

    A value that no row has stands inside the range of those that the table has.
    """
    numbers = with_missing(attribute, attribute.exact_numbers)
    used = numbers[attribute.dictionary.counts > 0]
    if len(used) == 0:
        return np.zeros(len(numbers), dtype=np.int64)
    inside = np.clip(numbers, used.min(), used.max()) - used.min()
    return inside // max(1, np.gcd.reduce(inside))


def with_missing(attribute: Sensitive, positions: NDArray[Any]) -> NDArray[Any]:
    """Give the missing value, where it has a code, a place at the end."""
    lost = attribute.dictionary.size - len(positions)
    end = positions.max() + 1 if len(positions) else 0
    return np.append(positions, [end] * lost).astype(positions.dtype)


def lacks_order(attribute: Sensitive, order: tuple[str, ...]) -> str | None:
    """What is missing for values to stand in an order."""
    dictionary = attribute.dictionary
    if order:
        known = attribute.mask(order) | (dictionary.counts == 0)
        strange = int((~known[: len(dictionary.texts)]).sum())
        if strange:
            return (
                f"order must name every value of '{attribute.name}', got {strange}"
                " that it does not name"
            )
    elif not attribute.is_numeric and dictionary.kind is not Kind.DATE:
        return (
            f"'{attribute.name}' must hold numbers or dates to be in order, got text;"
            " write order=first|second|…"
        )
    return lacks_place(attribute)


def lacks_numbers(attribute: Sensitive, order: tuple[str, ...]) -> str | None:
    """What is missing for gaps between values to mean something."""
    del order
    if not attribute.is_numeric:
        return f"'{attribute.name}' must hold numbers, got others; use another distance"
    return lacks_place(attribute)


def lacks_place(attribute: Sensitive) -> str | None:
    """Refuse missing values, which have no place in any order."""
    if attribute.dictionary.missing_code is None:
        return None
    return (
        f"'{attribute.name}' must have no missing value to be in order, got"
        f" {attribute.dictionary.counts[-1]} rows; use the policy drop or the equal"
        " distance"
    )
