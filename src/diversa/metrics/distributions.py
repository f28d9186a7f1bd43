# SPDX-License-Identifier: Apache-2.0
"""Distributions of single attributes, in the table and as a release shows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar

import numpy as np

from diversa.array_types import Floats
from diversa.codec import After, Must
from diversa.metrics.recoded import Recoded
from diversa.metrics.value_classes import (
    ValueClasses,
    level_classes,
    raw_classes,
    raw_sensitive_classes,
    sensitive_classes,
)


@dataclass(frozen=True)
class Distribution:
    """The share of rows in each bucket of one attribute, before and after."""

    attribute: str
    """Name of the column."""
    buckets: tuple[str, ...]
    """Labels of a level; numbers for a sensitive attribute."""
    before: tuple[float, ...]
    """Shares of the table's rows."""
    after: tuple[float, ...]
    """Shares of the published rows, labels spread evenly over what they cover."""

    RULE: ClassVar = Must(
        "as many numbers as buckets",
        lambda spread: len(spread.buckets) == len(spread.before) == len(spread.after),
    )

    @property
    def distance(self) -> Annotated[float, After("after")]:
        """Half the sum of differences: the share of rows that seem to have moved."""
        both = zip(self.before, self.after, strict=True)
        return sum(abs(ours - theirs) for ours, theirs in both) / 2


@dataclass(frozen=True, eq=False)
class Bucketed:
    """A table and its release in buckets."""

    recoded: Recoded
    """Both."""
    raw: bool = False
    """True if buckets follow the values as they were, not what is published of them."""

    @cached_property
    def quasi_identifiers(self) -> tuple[ValueClasses, ...]:
        """The buckets of every quasi-identifier."""
        if self.raw:
            return tuple(
                raw_classes(hierarchy, self.recoded.rows_of(hierarchy.attribute))
                for hierarchy in self.recoded.hierarchies
            )
        levels = self.recoded.levels or (None,) * len(self.recoded.sides)
        return tuple(
            level_classes(hierarchy, self.recoded.rows_of(hierarchy.attribute), level)
            for hierarchy, level in zip(self.recoded.hierarchies, levels, strict=True)
        )

    @cached_property
    def secret(self) -> tuple[ValueClasses, ...]:
        """The buckets of every sensitive attribute."""
        classes = raw_sensitive_classes if self.raw else sensitive_classes
        return tuple(
            classes(attribute, self.recoded.rows_of(attribute.name))
            for attribute in self.recoded.sensitive
        )

    @property
    def every(self) -> tuple[ValueClasses, ...]:
        """The buckets of every attribute."""
        return (*self.quasi_identifiers, *self.secret)

    @cached_property
    def label_spreads(self) -> list[Floats]:
        """For each quasi-identifier, label by bucket: how the label spreads."""
        return [
            side.shares(classes.bucket, len(classes))
            for side, classes in zip(
                self.recoded.sides, self.quasi_identifiers, strict=True
            )
        ]

    @cached_property
    def secret_after(self) -> list[Floats]:
        """For each sensitive attribute, box by bucket: the rows that are expected."""
        box, combination, rows = self.recoded.expectation
        combinations = self.recoded.groups.combinations
        expected = []
        for place, classes in enumerate(self.secret):
            bucket = classes.bucket[combinations[combination, place]]
            size = self.recoded.boxes * len(classes)
            counted = np.bincount(
                box * len(classes) + bucket, weights=rows, minlength=size
            )
            shape = self.recoded.boxes, len(classes)
            expected.append(counted.astype(np.float64).reshape(shape))
        return expected


def distributions(bucketed: Bucketed) -> tuple[Distribution, ...]:
    """The distribution of every attribute, before and after."""
    pairs = zip(bucketed.every, after(bucketed), strict=True)
    return tuple(
        Distribution(
            classes.attribute,
            classes.labels,
            shares(before(bucketed, classes)),
            shares(theirs),
        )
        for classes, theirs in pairs
    )


def before(bucketed: Bucketed, classes: ValueClasses) -> Floats:
    """The rows of the table in each bucket of an attribute, by those of its values."""
    rows = bucketed.recoded.rows_of(classes.attribute)
    counted = np.bincount(classes.bucket, weights=rows, minlength=len(classes))
    return counted.astype(np.float64)


def after(bucketed: Bucketed) -> Iterator[Floats]:
    """The published rows that are expected in each bucket, attribute by attribute."""
    recoded = bucketed.recoded
    for side, spread in zip(recoded.sides, bucketed.label_spreads, strict=True):
        rows = np.bincount(
            side.label, weights=recoded.box_rows, minlength=len(side.sizes)
        )
        yield rows @ spread
    for counted in bucketed.secret_after:
        yield counted.sum(axis=0)


def shares(rows: Floats) -> tuple[float, ...]:
    """Rows as shares of all of them."""
    return tuple((rows / (rows.sum() or 1.0)).tolist())
