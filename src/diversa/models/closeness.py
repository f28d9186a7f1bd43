# SPDX-License-Identifier: Apache-2.0
"""The distance of two distributions, for t-closeness and (n,t)-closeness."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Protocol

from diversa.counts.histogram import Histogram
from diversa.counts.sensitive import Sensitive
from diversa.errors import ModelError
from diversa.models.comparison import DistributionModel, TableComparison
from diversa.models.distance_bounds import PublishedPart, Range, no_bounds
from diversa.models.group_numbers import Numbers
from diversa.models.jensen_shannon import SmoothedJS
from diversa.models.named_distances import DISTANCES
from diversa.models.parameters import Param

SMOOTHED = "smoothed-js"
"""The distance between distributions that is no Earth Mover's Distance."""


class BetweenDistributions(Protocol):
    """A distance between every group and its reference."""

    def work(self, comparison: TableComparison) -> Numbers:
        """One number per group."""
        ...


@dataclass(frozen=True)
class ClosenessModel(DistributionModel):
    """A model that bounds the distance between two distributions."""

    distance: Annotated[
        str,
        Param("distance between two distributions", choices=(DISTANCES, (SMOOTHED,))),
    ] = field(default="equal", kw_only=True)
    """equal: values are as far apart as any others. ordered: by rank, of numbers, of
    dates, or of `order`. numeric: by the gaps between numbers. hierarchical: by the
    taxonomy of the attribute. smoothed-js: Jensen-Shannon after smoothing by `ground`.
    Packages may add others (`diversa.models.named_distances`).
    """
    order: Annotated[
        tuple[str, ...], Param("list of all values from the first to the last")
    ] = field(default=(), kw_only=True)
    """The domain in order, for the ordered distance of text; unused values count."""
    ground: Annotated[
        str, Param("distance between values for smoothed-js", choices=(DISTANCES,))
    ] = field(default="ordered", kw_only=True)
    """The ground distance of values, for smoothed-js."""
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
    def _ground(self) -> str:
        return self.ground if self.distance == SMOOTHED else self.distance

    @property
    def subject(self) -> str:
        word = super().subject
        return word if self.distance == "equal" else f"{self.distance} {word}"

    @property
    def tree_of(self) -> str | None:
        return self.on if DISTANCES[self._ground].needs_taxonomy else None

    def lacks_of(self, attribute: Sensitive) -> str | None:
        return DISTANCES[self._ground].lacks(attribute, self.order)

    def between(self, attribute: Sensitive) -> BetweenDistributions:
        """The distance for the values of an attribute."""
        spread = self.bandwidth.numerator, self.bandwidth.denominator
        key = "distance", self.distance, self.order, self.ground, *spread
        return attribute.memo.once(key, lambda: self._make(attribute))

    def _make(self, attribute: Sensitive) -> BetweenDistributions:
        ground = DISTANCES[self._ground].make(attribute, self.order)
        if self.distance != SMOOTHED:
            return ground
        used = attribute.dictionary.counts > 0
        return SmoothedJS(ground, float(self.bandwidth), used)

    def from_table(self, histogram: Histogram) -> Numbers:
        """The distance of every group from the original table."""
        distance = self.between(histogram.sensitive)
        return distance.work(TableComparison.with_table(histogram))

    def range_from_table(self, histogram: Histogram, suppressed: int) -> Range:
        """The least and the largest distance of every group from the original table.

        The reference of the groups is the table without its `suppressed` rows, which
        may have any values.
        """
        near = self.from_table(histogram).floats
        smoothed = self.distance == SMOOTHED
        bounds = no_bounds if smoothed else DISTANCES[self.distance].bounds
        return bounds(PublishedPart(histogram, near, suppressed, self.order))
