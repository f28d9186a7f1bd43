# SPDX-License-Identifier: Apache-2.0
"""Blocks by the other sensitive attributes, whatever their missing values are.

Definition 4.5 of l-diversity counts the other sensitive attributes as
quasi-identifiers: rows of a group that share all of them are a block, and a model must
hold in every block. Under the policy `worst` a missing value of another attribute may
be any value. Such a *loose* row may be in each block of its group whose values it does
not contradict, or in a block of its own. Since each loose row may be elsewhere, a block
may be any known block with any of the loose rows.

For a model that is closed under unions two kinds of blocks decide all of them: the
known rows of each block, and each loose row alone. Where it holds in these it holds in
every union of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.counts.groups import Groups
from diversa.counts.light_numpy import runs
from diversa.counts.supersets import supersets_of_parts


@dataclass(frozen=True, eq=False)
class JointBlocks:
    """The blocks in which a model must hold so that it holds jointly in the groups."""

    groups: Groups = field(repr=False)
    """The blocks, as groups of their own."""
    parent: Ints = field(repr=False)
    """The group that each block comes from."""
    times: Ints = field(repr=False)
    """Number of such blocks in the group: one for each loose row that is alike; 0 for a
    block whose rows stand in others too."""

    @classmethod
    def of(cls, groups: Groups, name: str | None, *, union_closed: bool) -> JointBlocks:
        """The blocks of one sensitive attribute.

        A model that is not `union_closed` is also judged in every block together with
        all loose rows of its group. That decides models that hold in every part of a
        block in which they hold.
        """
        loose = loose_entries(groups, name)
        if not loose.any():
            blocks, parent = groups.blocks(name)
            return cls(blocks, parent, np.ones(len(blocks), dtype=np.int64))
        known, parent = part_of(groups, ~loose).blocks(name)
        of_known = cls(known, parent, np.ones(len(known), dtype=np.int64))
        alone = one_by_one(groups, loose)
        joined = () if union_closed else (with_all_loose(groups, loose, of_known),)
        return together(groups, (of_known, alone, *joined))


def loose_entries(groups: Groups, name: str | None) -> Bools:
    """The entries that have a missing value of another attribute (policy `worst`)."""
    loose = np.zeros(len(groups.combinations), dtype=bool)
    place = groups.position(name)
    for column, attribute in enumerate(groups.sensitive):
        if column != place and attribute.unknown_code is not None:
            loose |= groups.combinations[:, column] == attribute.unknown_code
    return loose[groups.values]


def part_of(groups: Groups, chosen: Bools) -> Groups:
    """Some entries of every group; a group may have none then."""
    lengths = np.bincount(groups.owners[chosen], minlength=len(groups))
    return replace(
        groups,
        starts=np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        values=groups.values[chosen],
        counts=groups.counts[chosen],
    )


def one_by_one(groups: Groups, loose: Bools) -> JointBlocks:
    """A block of one row for every kind of loose row."""
    rows = groups.counts[loose]
    single = replace(
        groups,
        starts=np.arange(len(rows) + 1, dtype=np.int64),
        values=groups.values[loose],
        counts=np.ones_like(rows),
    )
    return JointBlocks(single, groups.owners[loose].astype(np.int64), rows)


def with_all_loose(groups: Groups, loose: Bools, known: JointBlocks) -> JointBlocks:
    """Every known block with all loose rows of its group, or those rows without one."""
    rows = part_of(groups, loose)
    number = np.diff(rows.starts)
    without = np.flatnonzero(np.bincount(known.parent, minlength=len(rows)) == 0)
    parent = np.concatenate([known.parent, without])
    repeated = number[parent]  # loose entries that each block gets
    place = runs(rows.starts[parent], repeated)
    block = np.concatenate(
        [known.groups.owners, np.repeat(np.arange(len(parent)), repeated)]
    )
    order = np.argsort(block, kind="stable")
    lengths = np.bincount(block, minlength=len(parent))
    joined = replace(
        groups,
        starts=np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        values=np.concatenate([known.groups.values, rows.values[place]])[order],
        counts=np.concatenate([known.groups.counts, rows.counts[place]])[order],
    )
    return JointBlocks(joined, parent, np.zeros(len(parent), dtype=np.int64))


def together(groups: Groups, kinds: tuple[JointBlocks, ...]) -> JointBlocks:
    """All blocks behind each other, as blocks of the same groups."""
    lengths = np.concatenate([np.diff(blocks.groups.starts) for blocks in kinds])
    parent = np.concatenate([blocks.parent for blocks in kinds])
    every = replace(
        groups,
        starts=np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        values=np.concatenate([blocks.groups.values for blocks in kinds]),
        counts=np.concatenate([blocks.groups.counts for blocks in kinds]),
        supersets=partial(supersets_of_parts, groups.supersets, parent),
        population=None,
    )
    return JointBlocks(
        every, parent, np.concatenate([blocks.times for blocks in kinds])
    )
