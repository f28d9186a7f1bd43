# SPDX-License-Identifier: Apache-2.0
"""Relayering: an open-ended search for groups in the words of the hierarchies.

In every round some groups of one block are dissolved and layered anew (`layers`), with
other weights of the axes in the order of the nodes; then they are cut, and tuples are
moved. The block keeps its old groups unless the new ones lose less. So the loss never
grows, and every model holds all the time. Everything is drawn with a seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from diversa.array_types import Bools, Codes, Floats, Ints
from diversa.progress import unseen
from diversa.recodings.partition import Partition
from diversa.search.partitions.layers import layers
from diversa.search.partitions.local_recoding import improve
from diversa.search.partitions.mondrian import mondrian
from diversa.search.task import Task

BLOCKS = (3000, 1000)
"""Most tuples of a block in which groups are layered anew, in turn."""

SHARES = (0.3, 0.6, 1.0)
"""Shares of the groups of a block that are dissolved."""

SPREAD = 0.4
"""Spread of the logarithms of the weights."""

WORTH = 1e-9
"""Least gain of a round; smaller ones are rounding."""


def relayering(task: Task, partition: Partition, *, seed: int) -> Iterator[Partition]:
    """Yield partitions, none with more loss than the one before.

    Suppressed tuples stay suppressed, and no others are.
    """
    fixed = replace(task, limit=0, progress=unseen)
    random = np.random.default_rng(seed)
    whole = replace(partition, part=np.minimum(partition.part, 0), parts=1, trail=())
    whole = replace(whole, regions=None)
    blocks = [mondrian(fixed, begin=whole, most=most).part for most in BLOCKS]
    while True:
        block = blocks[int(random.integers(len(blocks)))]
        inside = groups_in_a_block(partition, block, random)
        before = only(partition, inside)
        chosen = random.random(before.parts) < random.choice(SHARES)
        factors = np.exp(random.normal(0, SPREAD, len(partition.axes.kinds)))
        after = layer_anew(fixed, before, chosen, factors)
        if after is not None and total_loss(after) < total_loss(before) - WORTH:
            partition = put_in_place(partition, inside, after)
        yield partition


def groups_in_a_block(
    partition: Partition, block: Codes, random: np.random.Generator
) -> Bools:
    """Mask of the groups whose first tuple is in a block that is drawn."""
    home = block[partition.order[partition.starts[:-1]]]
    inside: Bools = home == random.choice(home)
    return inside


def only(partition: Partition, chosen: Bools) -> Partition:
    """Some of the groups; the tuples of others are left out."""
    number = np.where(chosen, np.cumsum(chosen) - 1, -1)
    part = np.append(number, -1)[partition.part].astype(np.int32)
    return replace(
        partition, part=part, parts=int(chosen.sum()), regions=None, trail=()
    )


def layer_anew(
    task: Task, before: Partition, chosen: Bools, factors: Floats
) -> Partition | None:
    """Layer the chosen groups anew, beside the others; None if that does not hold."""
    if not chosen.any():
        return None
    made = layers(task, only(before, chosen), factors=factors)
    if made is None:
        return None
    both = put_in_place(before, chosen, mondrian(task, begin=made))
    return improve(task, both, np.zeros(len(both.part), dtype=np.int32))


def put_in_place(partition: Partition, chosen: Bools, others: Partition) -> Partition:
    """The partition with other groups in the place of the chosen ones."""
    kept = int((~chosen).sum())
    number = np.where(chosen, -1, np.cumsum(~chosen) - 1)
    part: Ints = np.append(number, -1)[partition.part]
    part = np.where(others.part >= 0, others.part + kept, part)
    return replace(
        partition,
        part=part.astype(np.int32),
        parts=kept + others.parts,
        regions=None,
        trail=(),
    )


def total_loss(partition: Partition) -> float:
    """The loss of all rows of the groups."""
    sizes = partition.groups.sizes
    return float((partition.losses.mean(axis=1) * sizes).sum())
