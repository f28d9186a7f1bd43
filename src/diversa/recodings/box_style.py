# SPDX-License-Identifier: Apache-2.0
"""The style of boxes: what is published of several values of a group."""

from __future__ import annotations

from dataclasses import dataclass

from diversa.errors import PlanError
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


TIGHT = BoxStyle()
"""Ranges and sets, as tight as the data."""


def style_of(method: str, search: Search) -> BoxStyle:
    """What a plan publishes of a group; refuses what makes no sense together."""
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
    averaged = method == "mdav" and search.numbers == "range"
    numbers = "mean" if averaged else search.numbers
    return BoxStyle(search.sets, numbers, search.boxes == "region")
