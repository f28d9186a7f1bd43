# SPDX-License-Identifier: Apache-2.0
"""Local recoding: every group is published with the box of its own values."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from diversa.engines.row_recoding import CountedTuples, Grouping
from diversa.hierarchies.safe_labels import SafeLabels
from diversa.metrics.recode_pieces import recode_pieces
from diversa.metrics.recoded import Recoded
from diversa.metrics.sides import Sides
from diversa.recodings.box_sides import sides_of
from diversa.recodings.boxes import boxes_of
from diversa.recodings.file_attribute import SavedAttribute
from diversa.recodings.file_boxes import SavedBoxes
from diversa.recodings.groupings import grouping_of, is_divided, select_cells
from diversa.recodings.partition import Partition
from diversa.recodings.picture import Picture
from diversa.recodings.recoding import Pictures, PublishedTables, Recoding
from diversa.recodings.release_tuples import (
    box_columns,
    box_tuples,
    group_parts,
)
from diversa.tables.count_table import CountTable

if TYPE_CHECKING:
    from diversa.recodings.earlier_boxes import TuplesInBoxes


@dataclass(frozen=True, eq=False, kw_only=True)
class BoxRecoding(Recoding):
    """Groups that are no products of levels, each with a box of its own.

    Where the number of the group is published, it is one of the columns.
    """

    partition: Partition | TuplesInBoxes = field(repr=False)
    """The group of each tuple; a tuple that occurs more than once is divided
    (`pieces`)."""

    @property
    @abstractmethod
    def boxes(self) -> tuple[Sequence[object], ...]:
        """Labels of the groups, attribute after attribute."""

    @property
    @abstractmethod
    def sides(self) -> tuple[Sides, ...]:
        """The values that the labels stand for, attribute after attribute."""

    @cached_property
    def grouping(self) -> Grouping | None:
        """The group of every published cell, and the boxes of the groups."""
        part, published = self.partition.part, self.partition.finest
        kept, by_rows = part >= 0, is_divided(published)
        if not kept.all():
            published = select_cells(published, kept)
        return grouping_of(
            published, part[kept], self.boxes, self.group_column, by_rows=by_rows
        )

    def tables_of_counts(
        self, counted: CountTable
    ) -> PublishedTables[CountedTuples] | None:
        """The released tuples with their counts; see `Recoding.tables_of_counts`."""
        finest, part = self.partition.finest, self.partition.part
        names = [hierarchy.attribute for hierarchy in self.hierarchies]
        boxes = box_columns(names, self.boxes, self.group_column)
        star = self.star and bool((part < 0).any())
        groups = group_parts(finest, part, self.partition.parts, counted, star=star)
        return box_tuples(self.columns, boxes, groups, star=star)

    def recode(self, counted: CountTable) -> Recoded:
        """The counted table beside its release; see `Recoding.recode`."""
        return recode_pieces(
            counted.cells,
            counted.sensitive,
            pieces=self.partition.finest,
            group=self.partition.part,
            sides=self.sides,
            star=self.star,
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class LocalRecoding(BoxRecoding):
    """The groups of a partition, each published with the box of its own values."""

    partition: Partition = field(repr=False)
    """The group of each tuple."""
    by_size: bool = True
    """True if nothing but a number of rows was asked of the groups."""

    @property
    def labels(self) -> str | None:
        """What labels span, as a plan calls it."""
        if self.partition.tree_regions is not None:
            return "safe"
        return self.partition.style.labels

    @property
    def safe_labels(self) -> SafeLabels | None:
        """The rule of the labels, if they are regions of public trees."""
        regions = self.partition.tree_regions
        return None if regions is None else regions.public(structure_only=self.by_size)

    @property
    def partition_with_trail(self) -> Partition | None:
        """The parts, if they were cut for a model that looks at their ancestors."""
        return self.partition if self.partition.trail else None

    @property
    def averages(self) -> str | None:
        """Mean or median, if numbers are published as such."""
        style = self.partition.style
        return style.numbers if style.averages else None

    @cached_property
    def boxes(self) -> tuple[Sequence[object], ...]:
        """Labels of the groups, attribute after attribute."""
        return boxes_of(self.partition)

    @property
    def sides(self) -> tuple[Sides, ...]:
        """The values that the labels stand for, attribute after attribute."""
        return sides_of(self.partition)

    @property
    def saving_obstacle(self) -> str | None:
        """Boxes can be saved if nothing else of a group is published."""
        if self.group_column is not None:
            return (
                "groups are told apart by number, and rows that come later have none;"
                " use a model and method without published groups"
            )
        averaged = self.partition.style.averages
        if averaged and any(hierarchy.is_number_line for hierarchy in self.hierarchies):
            return (
                f"a {self.partition.style.numbers} is one of the rows of its group and"
                " would be wrong for others; use numbers = range"
            )
        if is_divided(self.partition.finest):
            return (
                "rows that are alike went to different groups; leave relaxed out, or"
                " allow whole tuples to be suppressed"
            )
        return None

    def boxes_for_file(self, attributes: Sequence[SavedAttribute]) -> SavedBoxes:
        """The boxes of the groups, and the tuples outside of them."""
        regions, rule = self.partition.tree_regions, self.safe_labels
        if regions is not None and rule is not None:
            return SavedBoxes.of_regions(regions, rule)
        return SavedBoxes.of(self.partition, self.dictionaries, attributes)

    def picture(self, pictures: Pictures) -> Picture | None:
        """The boxes of the groups."""
        return pictures.boxes(self.partition.style)
