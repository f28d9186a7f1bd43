# SPDX-License-Identifier: Apache-2.0
"""Boxes of an earlier release applied to the tuples of a later table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.groups import Groups
from diversa.counts.light_numpy import dot_product
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.hierarchies.safe_labels import SafeLabels
from diversa.metrics.loss import costs
from diversa.metrics.sides import Sides
from diversa.recodings.box_style import BoxStyle
from diversa.recodings.file_attribute import SavedAttribute
from diversa.recodings.file_boxes import SavedBoxes
from diversa.recodings.local_recoding import BoxRecoding
from diversa.recodings.partition import merge_lines
from diversa.recodings.picture import Picture
from diversa.recodings.recoding import Pictures

OTHERS_ONLY = (
    "The regions were cut on an earlier table. Their labels imply nothing about single"
    " rows of people who are not in that table; of people who are in both tables"
    " nothing is proved."
)
"""Disclosure of safe labels that are applied to later rows."""


@dataclass(frozen=True, eq=False)
class TuplesInBoxes:
    """The tuples of a table in the boxes of an earlier one."""

    finest: FrequencySet = field(repr=False)
    """The tuples, at the bottom node."""
    boxes: Ints = field(repr=False)
    """The saved boxes that have tuples."""
    part: Codes = field(repr=False)
    """Place of each tuple's box among `boxes`; -1 for a suppressed tuple."""

    @classmethod
    def of(cls, finest: FrequencySet, box: Ints) -> TuplesInBoxes:
        """Number the boxes that have tuples; a negative box is none."""
        boxes, place = np.unique(box[box >= 0], return_inverse=True)
        part = np.full(len(box), -1, dtype=np.int32)
        part[box >= 0] = place
        return cls(finest, boxes, part)

    @cached_property
    def groups(self) -> Groups:
        """The groups that models judge."""
        lines = np.flatnonzero(self.part >= 0)
        part = self.part[lines]
        order = np.argsort(part, kind="stable")
        return merge_lines(self.finest.groups, lines[order], part[order], self.parts)

    def without(self, failing: Bools) -> TuplesInBoxes:
        """The tuples without those of some boxes."""
        box = np.append(np.where(failing, -1, self.boxes), -1)
        return TuplesInBoxes.of(self.finest, box[self.part])

    def with_the_rest(self) -> TuplesInBoxes:
        """The tuples with one more box, the last, for all that are in no box."""
        box = np.append(self.boxes, self.boxes.max(initial=-1) + 1)
        return TuplesInBoxes.of(self.finest, box[self.part])

    @property
    def parts(self) -> int:
        """Number of boxes that have tuples."""
        return len(self.boxes)

    @property
    def suppressed(self) -> int:
        """Rows that are in no box."""
        return int(self.finest.group_rows[self.part < 0].sum())

    @property
    def rows(self) -> Ints:
        """Rows of each box."""
        rows = np.bincount(self.part + 1, self.finest.group_rows, self.parts + 1)
        return rows[1:].astype(np.int64)


@dataclass(frozen=True, eq=False, kw_only=True)
class EarlierBoxes(BoxRecoding):
    """Tuples of a later table, published with the boxes of an earlier release."""

    partition: TuplesInBoxes = field(repr=False)
    """The box of every tuple."""
    saved: SavedBoxes = field(repr=False)
    """The boxes."""
    attributes: tuple[SavedAttribute, ...] = field(repr=False)
    """The labels of the values."""
    style: BoxStyle
    """The form in which several values are published."""
    by_size: bool = True
    """True if nothing but a number of rows was asked of the groups."""

    @property
    def labels(self) -> str | None:
        """What labels span: regions of an earlier table are not chosen anew."""
        return self.style.labels if self.saved.rule is None else "safe"

    @property
    def safe_labels(self) -> SafeLabels | None:
        """The rule of the earlier cuts, if the boxes are regions of public trees."""
        rule = self.saved.rule
        if rule is None:
            return None
        by_size = rule.structure_only and self.by_size
        return replace(rule, earlier=True, structure_only=by_size)

    @property
    def discloses(self) -> tuple[str, ...]:
        """The people of whom safe labels promise nothing."""
        return () if self.saved.rule is None else (OTHERS_ONLY,)

    @property
    def boxes(self) -> tuple[Sequence[object], ...]:
        """Labels of the boxes that have tuples."""
        return tuple(
            [sides[side].label for side in line]
            for sides, line in zip(self.saved.sides, self._lines, strict=True)
        )

    @property
    def _lines(self) -> list[list[int]]:
        """Side of every box that has tuples, attribute after attribute."""
        lines: list[list[int]] = self.saved.boxes[self.partition.boxes].T.tolist()
        return lines

    @cached_property
    def sides(self) -> tuple[Sides, ...]:
        """The values of this table that the published labels stand for."""
        covered = self.saved.coverage(
            self.dictionaries, self.attributes, self.hierarchies
        )
        return tuple(
            sides_among(
                hierarchy.without_coding, values, np.array(line, dtype=np.int64)
            )
            for hierarchy, values, line in zip(
                self.hierarchies, covered, self._lines, strict=True
            )
        )

    def metrics(self) -> dict[str, float]:
        """Metrics of the release; a suppressed row loses everything."""
        sizes = self.partition.rows
        rows = int(self.partition.finest.group_rows.sum())
        gone = self.partition.suppressed
        lost = dot_product(
            np.mean(
                [costs(side, by_level=False)[side.label] for side in self.sides], axis=0
            ),
            sizes,
        )
        return {
            "loss": (float(lost) + gone) / max(1, rows),
            "discernibility": float((sizes * sizes).sum() + gone * rows),
            "average-group-size": float(sizes.mean()) if len(sizes) else float(rows),
        }

    def picture(self, pictures: Pictures) -> Picture | None:
        """The boxes that have tuples."""
        return pictures.boxes(self.style)


def sides_among(hierarchy: Hierarchy, covered: Bools, line: Ints) -> Sides:
    """The sides in use, over the values of a table.

    `covered` has a line of values per saved side, `line` the side of each box.
    """
    used, label = np.unique(line, return_inverse=True)
    owner, codes = np.nonzero(covered[used])
    return Sides.of_values(hierarchy, label, owner, codes, len(used))
