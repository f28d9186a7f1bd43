# SPDX-License-Identifier: Apache-2.0
"""The style of boxes: what is published of several values of a group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diversa.errors import PlanError
from diversa.models.model import Model
from diversa.models.rows_behind import rows_behind
from diversa.plan.sections import Search


@dataclass(frozen=True)
class BoxStyle:
    """What is published of a group; the words are those of a plan."""

    sets: str = "values"
    """Several categories: a set of values, their common ancestor, or `*`."""
    numbers: str = "range"
    """Several numbers: a range, their mean or median, or `*`."""
    region: bool = False
    """Publish the region that was cut, instead of the values that lie in it."""
    least: int = 1
    """How many rows of the table have each end of a range and each member of a set."""

    @property
    def has_coded_ends(self) -> bool:
        """Whether ends and members that few rows have are not shown."""
        return self.least > 1

    @property
    def averages(self) -> bool:
        """Whether several numbers become one."""
        return self.numbers in ("mean", "median")


TIGHT = BoxStyle()
"""Ranges and sets, as tight as the data."""


def style_of(
    method: str, search: Search, models: Sequence[Model] | None = None
) -> BoxStyle:
    """What a plan publishes of a group; refuses what makes no sense together.

    Args:
        method: How groups are made.
        search: The section of the plan.
        models: The models of the plan, which say how large groups are; without them
            boxes are as tight as the data, unless they are regions.
    """
    if search.boxes == "region" and method != "mondrian":
        raise PlanError(
            f"search.boxes: region must come with the method mondrian, got {method};"
            " it moves tuples out of the region that was cut"
        )
    if search.boxes == "region" and search.numbers in ("mean", "median"):
        raise PlanError(
            f"search.boxes: region must come with numbers = range or star, got"
            f" {search.numbers}; a {search.numbers} is one of the rows, not of a region"
        )
    own = "mean" if method == "mdav" else "range"
    numbers = own if search.numbers == "auto" else search.numbers
    coded = search.boxes == "coded" and models is not None
    least = rows_behind(models or ()) if coded else 1
    return BoxStyle(search.sets, numbers, search.boxes == "region", least)
