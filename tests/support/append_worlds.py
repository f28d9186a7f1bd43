# SPDX-License-Identifier: Apache-2.0
"""What comparing the states of a table that grows tells, in all worlds.

One group; a person comes each night, and an adversary knows who came when and how rows
are chosen. A world is a value for each person, all worlds are equally likely. The
adversary keeps the worlds that give the states that were seen.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np

from diversa.plan.keywords import make_plan
from diversa.series.append_choice import choose_rows
from diversa.series.append_rows import GrowingTable, cells_of, no_lines

COLUMNS = ("g", "s")


def states(values, specs, *, apart):
    """What is published after each night, as sorted values, by the product."""
    published, waiting, seen = (), (), []
    for value in values:
        published, waiting = night(published, (*waiting, value), specs, apart)
        seen.append(published)
    return tuple(seen)


@cache
def night(published, waiting, specs, apart):
    """The published rows and those that wait, after one more row came."""
    plan = make_plan(quasi_identifiers="g", sensitive="s", models=[*specs])
    lines = [("g", value) for value in waiting]
    since = np.arange(1, len(lines) + 1)
    known = Counter(("g", value) for value in published)
    table = GrowingTable.of(
        cells_of(COLUMNS, [*known], np.array([*known.values()], int)),
        (cells_of(COLUMNS, lines, np.ones(len(lines), int)), since),
        (no_lines(COLUMNS), len(lines) + 1),
        plan,
    )
    choice = choose_rows(table.group_rows, plan.bound_models(), apart=apart)
    taken = table.take(choice.rows)
    now = [value for value, rows in zip(waiting, taken, strict=True) if rows]
    left = [value for value, rows in zip(waiting, taken, strict=True) if not rows]
    return tuple(sorted([*published, *now])), tuple(left)


def surest(nights, values, specs, *, apart, look):
    """The share of people whose value is certain, and the mean of the surest beliefs.

    `look` says what an adversary has of the states: all of them, or the last.
    """
    worlds = defaultdict(list)
    for world in product(values, repeat=nights):
        seen = states(world, tuple(specs), apart=apart)
        worlds[look(seen)].append(world)
    certain, belief, people = 0, Fraction(0), 0
    for same in worlds.values():
        for person in range(nights):
            best = max(Counter(world[person] for world in same).values())
            certain += len(same) * (best == len(same))
            belief += best
            people += len(same)
    return Fraction(certain, people), belief / people


def last(seen):
    """The last state alone."""
    return seen[-1]


def every(seen):
    """All states."""
    return seen
