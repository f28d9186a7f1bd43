# SPDX-License-Identifier: Apache-2.0
"""The groups of an original table around the published ones.

Each published group is found in the original by its labels, or by its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diversa.counts import kernels
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.groups import Groups
from diversa.counts.supersets import supersets_of_parts
from diversa.counts.wide_keys import keys_at
from diversa.data.dictionary import Dictionary
from diversa.data.meaning import Places, format_label
from diversa.hierarchies.hierarchy import TOP, Hierarchy

if TYPE_CHECKING:
    from diversa.recodings.partition import Partition


def above_labels(
    original: Hierarchy, level: int, labels: Dictionary
) -> Hierarchy | None:
    """The hierarchy above labels of a level; None if it does not know one of them."""
    codes = label_codes(original.labels[level], [*labels.values])
    starred = np.array([label == TOP for label in labels.values], dtype=bool)
    if (codes[~starred] < 0).any():
        return None
    return Hierarchy.from_labels(
        labels,
        [
            [
                TOP if code < 0 else original.labels[upper][up]
                for code, up in zip(
                    codes, original.step(level, upper)[codes], strict=True
                )
            ]
            for upper in range(level + 1, original.height + 1)
        ],
    )


def supersets_in(
    around: FrequencySet, published: FrequencySet
) -> Iterator[tuple[NDArray[np.int64], Groups]]:
    """Walk over the coarser nodes of the original, for the published groups."""
    from diversa.counts.coarser_nodes import coarser_nodes  # few models ask for it

    place = places_in(around, published)
    place[lacks_rows(around.groups, published.groups, place)] = -1
    return supersets_of_parts(partial(coarser_nodes, around), place)


def lacks_rows(
    original: Groups, published: Groups, place: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Mark published groups with rows that the original lacks: nothing is around them.

    Args:
        original: The groups of the original.
        published: The groups of the release.
        place: The group of the original with the labels of each published one, or -1.
    """
    lacks = np.zeros(len(published), dtype=bool)
    for attribute in original.sensitive:
        size = attribute.dictionary.size
        ours, theirs = (
            groups.histogram(attribute.name) for groups in (published, original)
        )
        wanted = place[ours.group] * size + ours.values
        keys = np.append(theirs.group * size + theirs.values, -1)
        found = np.searchsorted(keys[:-1], wanted)
        rows = np.where(keys[found] == wanted, np.append(theirs.counts, 0)[found], 0)
        lacks[ours.group[rows < ours.counts]] = True
    return lacks


def places_in(around: FrequencySet, published: FrequencySet) -> NDArray[np.int64]:
    """The group of the original with the labels of each published group, or -1."""
    codes = np.array(
        [
            label_codes(theirs.labels[level], ours.labels[0])[line]
            for theirs, level, ours, line in zip(
                around.hierarchies,
                around.levels,
                published.hierarchies,
                published.codes,
                strict=True,
            )
        ],
        dtype=np.int32,
    ).reshape(len(around.levels), len(published))
    occurring = (codes >= 0).all(axis=0)
    both = np.concatenate([around.codes, codes[:, occurring]], axis=1)
    number, _ = kernels.group_keys(*keys_at(around.maps, around.levels, both))
    place = np.full(len(published), -1, dtype=np.int64)
    place[occurring] = number[len(around) :]  # the original has the first numbers
    return np.where(place < len(around), place, -1)


def label_codes(
    labels: Sequence[object], published: Sequence[object]
) -> NDArray[np.int32]:
    """The code of each published label, or -1."""
    places = Places.of(labels)
    codes = [places.the_one(label) for label in published]
    return np.array([-1 if code is None else code for code in codes], dtype=np.int32)


def with_ancestors(partition: Partition, published: FrequencySet) -> Groups:
    """Published groups, with the parts that they were cut from."""
    from diversa.recodings.partition import ancestors

    walk = partial(
        supersets_of_parts,
        partial(ancestors, partition),
        parts_in(partition, published),
    )
    return replace(published.groups, supersets=walk)


def parts_in(partition: Partition, published: FrequencySet) -> NDArray[np.int64]:
    """The part with the box or the number of each published group, or -1."""
    from diversa.recodings.boxes import boxes_of

    names = [axis.attribute for axis in partition.finest.hierarchies]
    boxes: Sequence[Sequence[object]] = boxes_of(partition)
    if [axis.attribute for axis in published.hierarchies] != names:
        boxes = ([*range(partition.parts)],)  # groups are published by number
    lines, labels = [], []
    for own, axis, codes in zip(
        boxes, published.hierarchies, published.codes, strict=True
    ):
        distinct = {format_label(label): label for label in own}
        number = {text: place for place, text in enumerate(distinct)}
        lines.append([number[format_label(label)] for label in own])
        labels.append(label_codes(list(distinct.values()), axis.labels[0])[codes])
    part_of = {box: part for part, box in enumerate(zip(*lines, strict=True))}
    published_boxes = zip(*(line.tolist() for line in labels), strict=True)
    places = [part_of.get(box, -1) for box in published_boxes]
    return np.array(places, dtype=np.int64)
