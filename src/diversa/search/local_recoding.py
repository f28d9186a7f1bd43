# SPDX-License-Identifier: Apache-2.0
"""Local recoding with little loss: cheapest cuts, then local moves.

Mondrian with cuts that lose least gives a good partition; moving tuples between its
groups removes much of what axis-parallel cuts cannot.
"""

from __future__ import annotations

from diversa.search.local_moves import improve
from diversa.search.mondrian import Cut, mondrian
from diversa.search.partition import Partition
from diversa.search.task import Task

BLOCK = 3000
"""Most tuples inside which groups are compared with each other."""


LARGE = 100_000
"""From so many tuples on, the first cuts are at medians, which are quick to find."""


def blocks_of(task: Task) -> Partition:
    """The table in blocks small enough to be looked at closely."""
    cut: Cut = "median" if len(task.finest) > LARGE else "cheapest"
    return mondrian(task, cut=cut, most=BLOCK)


def cheapest_cuts(task: Task) -> Partition:
    """Mondrian with cuts that lose least, inside blocks."""
    return mondrian(task, begin=blocks_of(task))


def local_recoding(task: Task) -> Partition:
    """Partition the tuples with little loss; every model holds in every part."""
    blocks = blocks_of(task)
    parts = mondrian(task, begin=blocks)
    return improve(task, parts, blocks.part)
