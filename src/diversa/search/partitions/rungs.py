# SPDX-License-Identifier: Apache-2.0
"""Rungs: groups in which a model fails are cut again into larger groups.

A model that reads labels wants so many rows behind each end of a range and each member
of a set. Cuts that keep to it from the first one stop early, because one rare value on
a side forbids a cut. So the table is first cut without the model. Groups in which it
holds are done. The rows of the others are cut again into larger groups, rung after
rung, and the rest as long as all models hold on both sides. If one fails in the rest,
the groups of the last rung go back to it: at last it is the whole table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from diversa.array_types import Bools, Codes
from diversa.models.k_anonymity import KAnonymity
from diversa.recodings.partition import Partition
from diversa.search.task import Task, holding

Split = Callable[[Task, Partition], Partition]
"""Cuts the parts of a partition while every model of a task holds in every part."""

GROWTH = 1.6
"""The rows of a group of the next rung, for each of a group of this one."""


def cut_by_rungs(task: Task, begin: Partition, split: Split) -> Partition:
    """Cut a table directly or by rungs, whichever loses less.

    Only models that read labels have a use for rungs.
    """
    direct = split(task, begin)
    if task.looks_around or not any(model.reads_labels for model in task.models):
        return direct
    rungs = with_rest(task, begin, *climb(task, begin, split), split)
    return rungs if rungs.loss < direct.loss else direct


def climb(task: Task, begin: Partition, split: Split) -> tuple[Codes, list[int]]:
    """The group of each tuple, -1 without one, and the groups up to each rung."""
    rows, part = task.finest.groups.sizes, np.full_like(begin.part, -1)
    others = tuple(model for model in task.models if not model.reads_labels)
    ends, size = [0], max(1, task.least_rows)
    while rows[left := outside(begin, part)].sum() >= size:
        larger = replace(task, models=(*others, KAnonymity(size)))
        cut = split(larger, one_part(begin, left))
        holds = holding(task.models, cut.groups)
        number = np.where(holds, ends[-1] + np.cumsum(holds) - 1, -1)
        part = np.where(left, np.append(number, -1)[cut.part], part).astype(np.int32)
        ends.append(ends[-1] + int(holds.sum()))
        size = int(np.ceil(GROWTH * size))
    return part, ends


def with_rest(
    task: Task, begin: Partition, part: Codes, ends: list[int], split: Split
) -> Partition:
    """The groups of all rungs on which the rest holds, and those of the rest."""
    for end in reversed(ends):
        kept = np.where(part < end, part, -1).astype(np.int32)
        left = outside(begin, kept)
        if not left.any():
            return replace(begin, part=kept, parts=end, regions=None)
        rest = one_part(begin, left)
        if end == 0 or holding(task.models, rest.groups).all():
            break
    rest = split(task, rest)
    both = np.where(left, rest.part + end, kept).astype(np.int32)
    return replace(begin, part=both, parts=end + rest.parts, regions=None)


def outside(begin: Partition, part: Codes) -> Bools:
    """Mask of the tuples of a partition that have no group yet."""
    return (begin.part >= 0) & (part < 0)


def one_part(begin: Partition, chosen: Bools) -> Partition:
    """Some tuples as one part."""
    part = np.where(chosen, 0, -1).astype(np.int32)
    return replace(begin, part=part, parts=1, regions=None)
