# SPDX-License-Identifier: Apache-2.0
"""The boxes of a recoding file, and the box of a later tuple.

A tuple goes to the first box that covers it; the narrowest boxes come first. `*` covers
every value. Tuples of the first table that went to another box (a group may take a
tuple that two boxes cover) or to none are exceptions, which later tuples of the same
values follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools, Ints
from diversa.codec import Must
from diversa.codec.arrays import Lines
from diversa.counts import kernels
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.wide_keys import keys_at
from diversa.data.dictionary import Dictionary, as_text
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.hierarchies.safe_labels import SafeLabels
from diversa.recodings.box_sides import sides_of
from diversa.recodings.boxes import boxes_of
from diversa.recodings.file_attribute import SavedAttribute
from diversa.recodings.file_sides import SavedSide, cover, cover_cells, save_sides
from diversa.recodings.partition import Partition
from diversa.recodings.public_cells import NO_CELL, PublicCells
from diversa.recodings.public_trees import TreeRegions

NO_BOX = -2
"""Box number of a tuple that no box covers."""

MOST_BITS = 2**24
"""Most boxes times tuples that are compared at once."""

Coverage = list[Bools]
"""For each attribute, side by value code: True if the side stands for the value."""


@dataclass(frozen=True, eq=False)
class SavedBoxes:
    """The boxes of a published partition."""

    sides: tuple[tuple[SavedSide, ...], ...] = field(repr=False)
    """Labels of each attribute."""
    boxes: Lines = field(repr=False)
    """The sides of each box: a line per box, a column per attribute."""
    exceptions: Lines = field(repr=False)
    """Tuples that do not go to the first box that covers them: the place of each
    value among the lowest labels of its attribute (-1 is a missing one), and last
    their box, -1 where they were suppressed."""

    cells: tuple[PublicCells, ...] = field(default=(), repr=False)
    """The cells of each attribute, if the boxes are regions of public trees."""
    rule: SafeLabels | None = field(default=None, repr=False)
    """The rule that cut these regions."""

    RULE: ClassVar = Must(
        "boxes that are made of the sides of the file",
        lambda boxes: boxes.is_complete,
    )

    def __post_init__(self) -> None:
        width = len(self.sides)
        for name, columns in (("boxes", width), ("exceptions", width + 1)):
            if not getattr(self, name).size:  # of no line, a file does not say how long
                none = np.empty((0, columns), dtype=np.int64)
                object.__setattr__(self, name, none)

    @property
    def is_complete(self) -> bool:
        """True if boxes and exceptions refer to sides and boxes that exist."""
        limits = np.array([len(attribute) for attribute in self.sides])
        boxes, lines = self.boxes, self.exceptions
        if boxes.shape[1:] != limits.shape or lines.shape[1] != len(limits) + 1:
            return False
        if (self.rule is None) != (not self.cells) or (
            self.cells and len(self.cells) != len(limits)
        ):
            return False
        inside = (boxes >= 0) & (boxes < limits)
        return bool(inside.all() and (lines[:, -1] < len(boxes)).all())

    @classmethod
    def of(
        cls,
        partition: Partition,
        dictionaries: Sequence[Dictionary],
        attributes: Sequence[SavedAttribute],
    ) -> SavedBoxes:
        """Save the boxes of a partition, the narrowest first."""
        saved = [
            save_sides(*parts, ancestors=partition.style.sets == "ancestor")
            for parts in zip(
                boxes_of(partition),
                sides_of(partition),
                dictionaries,
                attributes,
                strict=True,
            )
        ]
        boxes = np.stack([side for _, side, _ in saved], axis=1)
        widths = sum(np.log(width) for _, _, width in saved)
        order = np.lexsort((*boxes.T[::-1], widths))
        rank = np.append(np.argsort(order), -1)
        plain = cls(
            tuple(sides for sides, _, _ in saved),
            boxes[order],
            np.empty((0, boxes.shape[1] + 1), dtype=np.int64),
        )
        finest = partition.finest
        box, own = plain.place(finest, dictionaries, attributes), rank[partition.part]
        places = np.stack(
            [
                lowest_places(attribute, hierarchy)[codes]
                for attribute, hierarchy, codes in zip(
                    attributes, finest.hierarchies, finest.codes, strict=True
                )
            ],
            axis=1,
        )
        lines = np.concatenate([places, own[:, None]], axis=1)[box != own]
        return cls(plain.sides, plain.boxes, lines)

    @classmethod
    def of_regions(cls, regions: TreeRegions, rule: SafeLabels) -> SavedBoxes:
        """Save regions of public trees; every later value of a cell is in them."""
        sides, boxes = [], []
        for axis, tree in enumerate(regions.trees.trees):
            nodes, which = np.unique(regions.nodes[:, axis], return_inverse=True)
            boxes.append(which)
            sides.append(
                tuple(
                    SavedSide(
                        label_text(tree.labels[node]),
                        first=int(tree.lows[node]),
                        last=int(tree.highs[node]),
                    )
                    for node in nodes.tolist()
                )
            )
        none = np.empty((0, len(sides) + 1), dtype=np.int64)
        cells = tuple(tree.cells for tree in regions.trees.trees)
        lines = np.stack(boxes, axis=1).astype(np.int64)
        return cls(tuple(sides), lines, none, cells, rule)

    def coverage(
        self,
        dictionaries: Sequence[Dictionary],
        attributes: Sequence[SavedAttribute],
        hierarchies: Sequence[Hierarchy],
    ) -> Coverage:
        """Values of a table that each side stands for."""
        if self.cells:
            return [
                cover_cells(sides, cells.place(hierarchy)[hierarchy.maps[0]])
                for sides, cells, hierarchy in zip(
                    self.sides, self.cells, hierarchies, strict=True
                )
            ]
        return [
            cover(sides, dictionary, attribute.look_up(dictionary))
            for sides, dictionary, attribute in zip(
                self.sides, dictionaries, attributes, strict=True
            )
        ]

    def place(
        self,
        finest: FrequencySet,
        dictionaries: Sequence[Dictionary],
        attributes: Sequence[SavedAttribute],
    ) -> Ints:
        """The box of each tuple; -1 if it was suppressed before, or `NO_BOX`."""
        covered = self.coverage(dictionaries, attributes, finest.hierarchies)
        bits = [
            np.packbits(values[:, representatives(hierarchy)].T[:, sides], axis=1)
            for values, hierarchy, sides in zip(
                covered, finest.hierarchies, self.boxes.T, strict=True
            )
        ]
        box = np.concatenate(
            [np.empty(0, dtype=np.int64), *first_boxes(bits, finest, len(self.boxes))]
        )
        lines, places = self._exceptions(finest, attributes)
        box[lines] = places
        if self.cells:  # a region that was withheld stays so
            inside = np.ones(len(box), dtype=bool)
            for cells, hierarchy, codes in zip(
                self.cells, finest.hierarchies, finest.codes, strict=True
            ):
                inside &= (cells.place(hierarchy) != NO_CELL)[codes]
            box[inside & (box == NO_BOX)] = -1
        return box

    def _exceptions(
        self, finest: FrequencySet, attributes: Sequence[SavedAttribute]
    ) -> tuple[Ints, Ints]:
        """The tuples of a table that are exceptions, and the box of each."""
        codes = np.stack(
            [
                codes_of(attribute, hierarchy)[places]
                for attribute, hierarchy, places in zip(
                    attributes, finest.hierarchies, self.exceptions.T[:-1], strict=True
                )
            ]
        ).reshape(len(attributes), len(self.exceptions))
        here = (codes >= 0).all(axis=0)
        both = np.concatenate([finest.codes, codes[:, here]], axis=1).astype(np.int32)
        number, _ = kernels.group_keys(*keys_at(finest.maps, finest.levels, both))
        # Every tuple of the table is there once, and so has its place as a number.
        line = number[len(finest) :].astype(np.int64)
        own = line < len(finest)
        return line[own], self.exceptions[here][own, -1]


def label_text(label: object) -> str | None:
    """A label as a file has it."""
    return None if label is None else as_text(label)


def first_boxes(
    bits: Sequence[NDArray[np.uint8]], finest: FrequencySet, boxes: int
) -> Iterator[Ints]:
    """The first box that covers each tuple, or `NO_BOX`, some tuples at a time."""
    step = max(1, MOST_BITS // max(1, boxes))
    for begin in range(0, len(finest), step):
        codes = finest.codes[:, begin : begin + step]
        sets = [own[line] for own, line in zip(bits, codes, strict=True)]
        covering = np.unpackbits(np.bitwise_and.reduce(sets), axis=1, count=boxes)
        yield np.where(covering.any(axis=1), covering.argmax(axis=1), NO_BOX)


def representatives(hierarchy: Hierarchy) -> Ints:
    """A value of each label of the lowest level; all its values are covered alike."""
    return np.unique(hierarchy.maps[0], return_index=True)[1]


def lowest_places(attribute: SavedAttribute, hierarchy: Hierarchy) -> Ints:
    """The place of each lowest code of a hierarchy among the saved labels, or -1."""
    place = {label: number for number, label in enumerate(attribute.lowest)}
    names = [None if name is None else as_text(name) for name in hierarchy.labels[0]]
    return np.array([-1 if name is None else place[name] for name in names])


def codes_of(attribute: SavedAttribute, hierarchy: Hierarchy) -> Ints:
    """The lowest code of each saved label, last of a missing value; -2 for none."""
    names = [None if name is None else as_text(name) for name in hierarchy.labels[0]]
    code = {name: number for number, name in enumerate(names)}
    return np.array([code.get(label, -2) for label in (*attribute.lowest, None)])
