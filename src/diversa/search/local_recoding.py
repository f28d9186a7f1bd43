# SPDX-License-Identifier: Apache-2.0
"""Local recoding with little loss: cheapest cuts, then local moves.

Mondrian with cuts that lose least gives a good partition; moving tuples between its
groups removes much of what axis-parallel cuts cannot.
"""

from __future__ import annotations

from diversa.search.local_moves import improve
from diversa.search.mondrian import mondrian
from diversa.search.partition import Partition
from diversa.search.task import Task

BLOCK = 3000
"""Most tuples inside which groups are compared with each other."""


def local_recoding(task: Task) -> Partition:
    """Partition the tuples with little loss; every model holds in every part."""
    blocks = mondrian(task, most=BLOCK)
    parts = mondrian(task, begin=blocks)
    return improve(task, parts, blocks.part)
