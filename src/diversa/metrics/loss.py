# SPDX-License-Identifier: Apache-2.0
"""The loss metric LM."""

from __future__ import annotations

from diversa.array_types import Floats, Ints
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics.additive import Additive
from diversa.metrics.metric import Metric, mean_number
from diversa.metrics.recoded import Recoded
from diversa.metrics.sides import Sides


class Loss(Additive):
    """LM: the mean of (leaves - 1) / (domain - 1) over rows and quasi-identifiers.

    0 is the original table, 1 a table that says nothing. A suppressed row costs 1; an
    attribute with one value costs 0. Leaves are the values that occur in the table.

    Reference:
        V. Iyengar, Transforming data to satisfy privacy constraints, KDD 2002.
    """

    name = "loss"

    def parts(self, hierarchy: Hierarchy, level: int) -> Ints:
        return hierarchy.leaves(level) - 1

    def whole(self, hierarchy: Hierarchy) -> int:
        return max(1, len(hierarchy.maps[0]) - 1)


def loss_by_attribute(recoded: Recoded) -> dict[str, float]:
    """LM of each quasi-identifier: what its published labels hide, 0 to 1.

    A label of a hierarchy loses (values - 1) / (domain - 1), as the search counts it,
    and so does a set. A range of numbers that no hierarchy has loses its width by the
    range of all of them, which tells neighbours from numbers with a gap.
    """
    by_level = recoded.levels is not None or recoded.levelled
    return {
        side.hierarchy.attribute: recoded.mean_cost(
            side, costs(side, by_level=by_level)
        )
        for side in recoded.sides
    }


def costs(side: Sides, *, by_level: bool) -> Floats:
    """The loss of each label."""
    if side.widths is not None and not by_level:
        return side.widths
    return (side.sizes - 1) / max(1, side.domain - 1)


LOSS = Metric(
    "loss",
    "loss (LM)",
    "share of the detail that is hidden (LM); 0 is everything left",
    lambda recoded, _: loss_by_attribute(recoded),
    shape=mean_number,
    detail="loss_by_attribute",
    withheld="1",
)
