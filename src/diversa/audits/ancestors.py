# SPDX-License-Identifier: Apache-2.0
"""The ancestors of published groups in the partition tree that they come from."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from diversa.counts.frequency_set import FrequencySet
from diversa.counts.groups import Groups
from diversa.counts.supersets import supersets_of_parts
from diversa.hierarchies.coverage import plain_text
from diversa.recodings.boxes import boxes_of
from diversa.recodings.partition import Partition, ancestors


def with_ancestors(partition: Partition, found: FrequencySet) -> Groups:
    """Published groups, with the ancestors of the parts that they are.

    Args:
        partition: The parts, with the trail of the cuts that made them.
        found: What was counted of the release.
    """
    walk = partial(
        supersets_of_parts, partial(ancestors, partition), parts_in(partition, found)
    )
    return replace(found.groups, supersets=walk)


def parts_in(partition: Partition, found: FrequencySet) -> NDArray[np.int64]:
    """For each published group the part with its box, or with its number, or -1."""
    names = [one.attribute for one in partition.finest.hierarchies]
    boxes = boxes_of(partition)
    if [one.attribute for one in found.hierarchies] != names:
        boxes = ([*range(partition.parts)],)  # groups are published by number
    known = {
        tuple(map(written, box)): part
        for part, box in enumerate(zip(*boxes, strict=True))
    }
    labels = [
        [written(one.labels[0][code]) for code in codes.tolist()]
        for one, codes in zip(found.hierarchies, found.codes, strict=True)
    ]
    places = [known.get(box, -1) for box in zip(*labels, strict=True)]
    return np.array(places, dtype=np.int64)


def written(label: object) -> str | None:
    """A label as text; None stands for a missing value."""
    return None if label is None else plain_text(label)
