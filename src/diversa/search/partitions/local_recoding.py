# SPDX-License-Identifier: Apache-2.0
"""Local recoding with little loss: cheapest cuts, then local moves.

Mondrian with cuts that lose least gives a good partition; moving tuples between its
groups removes much of what axis-parallel cuts cannot.
"""

from __future__ import annotations

from diversa.recodings.box_style import TIGHT, BoxStyle
from diversa.recodings.partition import Partition
from diversa.search.partitions.local_moves import improve
from diversa.search.partitions.mondrian import Cut, mondrian
from diversa.search.task import Task

BLOCK = 3000
"""Most tuples inside which groups are compared with each other."""


def local_recoding(
    task: Task,
    *,
    cut: Cut = "cheapest",
    style: BoxStyle = TIGHT,
    begin: Partition | None = None,
) -> Partition:
    """Partition the tuples with little loss; every model holds in every part.

    Args:
        task: The models and the tuples.
        cut: How cuts are proposed.
        style: What is published of a part.
        begin: A partition to go on from; the whole table by default.
    """
    blocks = mondrian(task, cut=cut, style=style, begin=begin, most=BLOCK)
    parts = mondrian(task, cut=cut, style=style, begin=blocks)
    return improve(task, parts, blocks.part)
