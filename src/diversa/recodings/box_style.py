# SPDX-License-Identifier: Apache-2.0
"""The style of boxes: the form in which several values of a group are published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diversa.errors import PlanError
from diversa.models.k_anonymity import rows_behind
from diversa.models.model import Model
from diversa.plan.search_section import Search


@dataclass(frozen=True)
class BoxStyle:
    """Labels of groups, in the words of a plan."""

    sets: str = "values"
    """Several categories: a set of values, their common ancestor, or `*`."""
    numbers: str = "range"
    """Several numbers: a range, their mean or median, or `*`."""
    region: bool = False
    """True to publish the region that was cut instead of the values in it."""
    least: int = 1
    """Least rows of the table behind each end of a range and each member of a set."""
    is_read: bool = False
    """True if a model judges what labels state of the rows of their group."""

    @property
    def has_coded_ends(self) -> bool:
        """True if ends and members that few rows have are hidden."""
        return self.least > 1

    @property
    def labels(self) -> str:
        """What labels span, as a plan calls it."""
        return "region" if self.region else "tight"

    @property
    def averages(self) -> bool:
        """True if several numbers become one."""
        return self.numbers in ("mean", "median")


TIGHT = BoxStyle()
"""Ranges and sets, as tight as the data."""


def style_of(
    method: str, search: Search, models: Sequence[Model] | None = None
) -> BoxStyle:
    """The style of a plan; refuses settings that contradict each other.

    Without models, which say how large groups are, ends are not coded.
    """
    if search.labels != "tight" and method != "mondrian":
        raise PlanError(
            f"search.labels: must be tight with the method {method}, got"
            f" {search.labels}; it moves rows between groups, so labels must follow"
            " them and show values of single rows; use mondrian, or say labels = tight"
        )
    if search.labels == "region":
        require_regions(search)
    reads = [model for model in models or () if model.reads_labels]
    if search.labels == "tight" and reads:
        require_readable(method, search, reads[0])
    own = "mean" if method == "mdav" else "range"
    numbers = own if search.numbers == "auto" else search.numbers
    coded = search.labels == "tight" and models is not None
    least = rows_behind(models or ()) if coded else 1
    region = search.labels != "tight"
    is_read = bool(reads) and search.labels == "tight"
    return BoxStyle(search.sets, numbers, region, least, is_read)


def require_readable(method: str, search: Search, model: Model) -> None:
    """Refuse a model of what labels state where it cannot be judged at each cut."""
    plain = search.sets == "values" and search.numbers in ("auto", "range")
    if method != "mondrian" or not plain or search.relaxed or search.time is not None:
        raise PlanError(
            f"search.labels: {model.spec} with tight labels must come with the method"
            f" mondrian that cuts at once (no time, relaxed, sets or numbers), got"
            f" {method}; use it so, or mondrian with labels = region, or full-domain"
        )


def require_regions(search: Search) -> None:
    """Refuse settings that have no meaning where regions are published."""
    plain = {
        "sets": ("values",),
        "numbers": ("auto", "range"),
        "cut": ("cheapest",),
    }
    faults = [
        f"search.{key}: must be {words[-1]} with labels = region, got"
        f" {getattr(search, key)}; all cuts are searched, and a region is a range or"
        " a set; leave it out, or say labels = tight"
        for key, words in plain.items()
        if getattr(search, key) not in words
    ]
    if faults:
        raise PlanError(faults)
