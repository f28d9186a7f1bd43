# SPDX-License-Identifier: Apache-2.0
"""Random releases, and the judge of their utility: definitions over rows.

Every row of a small table is written with the values that its box covers and the group
that it is in. The judge knows nothing else.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from brute_force import label
from diversa.counts.frequency_set import frequency_set
from diversa.counts.sensitive import Sensitive
from diversa.metrics.public_part import public_part
from diversa.metrics.recode_pieces import recode_pieces
from diversa.metrics.recoded import CellEntries, Recoded
from diversa.metrics.sides import Sides
from tables import SmallTable

NAMES = ("age", "place", "sex")
"""A number, a category with a hierarchy, one without."""


@dataclass(frozen=True)
class Row:
    """A row of the table and how it is published."""

    values: tuple | None
    """None where nothing is known of a row but that it was suppressed."""
    secret: object
    box: tuple | None
    """For each attribute the set of values; None where the row is suppressed."""
    group: object = None


@dataclass(frozen=True)
class Case:
    """A release twice: as the package has it, and row by row."""

    recoded: Recoded
    rows: list[Row]
    table: SmallTable
    star: bool = False
    by_level: bool = False
    """Whether labels are those of a level: their values are counted, also numbers."""

    @property
    def domains(self):
        known = [row.values for row in self.rows if row.values is not None]
        return [sorted({values[place] for values in known}) for place in range(3)]


def hierarchies_of(table):
    """Those of the table, where age is a number."""
    first, *others = table.hierarchies
    numbers = np.array([float(value) for value in first.labels[0]])
    return (replace(first, numbers=numbers), *others)


def small_table(rows):
    ladders = {
        "age": {
            age: ("young" if int(age) < 6 else "old", "*")
            for age in {row[0] for row in rows}
        },
        "place": {one: ("ab" if one in "ab" else "cd", "*") for one in "abcd"},
        "sex": dict.fromkeys("xyz", ("*",)),
    }
    return SmallTable((*NAMES, "s"), tuple(rows), ladders)


def secrets_of(table):
    return (Sensitive(table.dictionaries[3]),)


rows_of_tables = st.lists(
    st.tuples(
        st.integers(1, 9).map(str),
        st.sampled_from("abcd"),
        st.sampled_from("xyz"),
        st.sampled_from("124"),
    ),
    min_size=1,
    max_size=16,
)


@st.composite
def at_levels(draw):
    """A node of the lattice, with some groups suppressed."""
    table = small_table(draw(rows_of_tables))
    node = tuple(draw(st.integers(0, top)) for top in (2, 2, 1))
    star = draw(st.booleans())

    def labels(row):
        return tuple(
            label(table, name, row[place], node[place])
            for place, name in enumerate(NAMES)
        )

    keys = sorted({labels(row) for row in table.rows}, key=str)
    gone = draw(st.sets(st.sampled_from(keys)))
    built = hierarchies_of(table)
    codes = [
        [
            list(one.labels[level]).index(key)
            for one, level, key in zip(built, node, group, strict=True)
        ]
        for group in gone
    ]
    recoded = Recoded.at_levels(
        table.cells,
        built,
        secrets_of(table),
        levels=node,
        suppressed=np.array(codes, dtype=np.int32).reshape(len(codes), 3),
        star=star,
    )
    rows = []
    for row in table.rows:
        group = labels(row)
        box = tuple(
            frozenset(
                other[place]
                for other in table.rows
                if label(table, name, other[place], node[place]) == group[place]
            )
            for place, name in enumerate(NAMES)
        )
        kept = group not in gone
        rows.append(
            Row(row[:3], row[3], box if kept else None, group if kept else None)
        )
    return Case(recoded, rows, table, star, by_level=True)


@st.composite
def in_parts(draw):
    """Tuples in groups of their own, with tight boxes; some suppressed."""
    table = small_table(draw(rows_of_tables))
    tuples = sorted({row[:3] for row in table.rows})
    most = draw(st.integers(1, 4))
    star = draw(st.booleans())
    drawn = [draw(st.integers(-1, most - 1)) for _ in tuples]
    used = sorted({one for one in drawn if one >= 0})
    part = [used.index(one) if one >= 0 else -1 for one in drawn]
    of_tuple = dict(zip(tuples, part, strict=True))
    built = hierarchies_of(table)
    secrets = secrets_of(table)
    pieces = frequency_set(table.cells, built, secrets)
    named = [
        [one.labels[0][code] for code in codes]
        for one, codes in zip(built, pieces.codes, strict=True)
    ]
    group = np.array([of_tuple[one] for one in zip(*named, strict=True)])
    sides = [
        Sides.of_parts(one, codes[group >= 0], group[group >= 0], len(used))
        for one, codes in zip(built, pieces.codes, strict=True)
    ]
    recoded = recode_pieces(
        table.cells, secrets, pieces=pieces, group=group, sides=sides, star=star
    )
    members = defaultdict(list)
    for row in table.rows:
        members[of_tuple[row[:3]]].append(row)
    ages = {int(row[0]) for row in table.rows}
    rows = []
    for row in table.rows:
        group = of_tuple[row[:3]]
        own = [int(other[0]) for other in members[group]]
        span = frozenset(str(age) for age in ages if min(own) <= age <= max(own))
        sets = [frozenset(other[place] for other in members[group]) for place in (1, 2)]
        kept = group >= 0
        box = (span, *sets) if kept else None
        rows.append(Row(row[:3], row[3], box, group if kept else None))
    return Case(recoded, rows, table, star)


@st.composite
def in_buckets(draw):
    """Exact values, groups that rows of one cell may be divided over (Anatomy)."""
    table = small_table(draw(rows_of_tables))
    drawn = [draw(st.integers(0, 2)) for _ in table.rows]
    used = sorted(set(drawn))
    built = hierarchies_of(table)
    cells = table.cells
    lines = {
        tuple(
            one.values[code]
            for one, code in zip(cells.dictionaries, codes, strict=True)
        ): line
        for line, codes in enumerate(cells.codes)
    }
    tuples = sorted({row[:3] for row in table.rows})
    places = Counter(
        (lines[row], tuples.index(row[:3]), used.index(group))
        for row, group in zip(table.rows, drawn, strict=True)
    )
    cell, box, group = np.array(list(places)).T
    sides = [
        Sides.of_level(
            one, 0, np.array([list(one.labels[0]).index(t[place]) for t in tuples])
        )
        for place, one in enumerate(built)
    ]
    entries = CellEntries(cell, box, group, np.array(list(places.values())))
    recoded = Recoded.of_entries(cells, secrets_of(table), sides, entries)
    rows = [
        Row(row[:3], row[3], tuple(frozenset({one}) for one in row[:3]), one)
        for row, one in zip(table.rows, drawn, strict=True)
    ]
    return Case(recoded, rows, table)


releases = st.one_of(at_levels(), in_parts(), in_buckets())


def as_told(case):
    """What others are told: published rows, their values, and how many are withheld."""
    kept = [row for row in case.rows if row.box is not None]
    known = [{row.values[place] for row in kept} for place in range(3)]
    rows = [
        replace(row, box=tuple(map(frozenset.intersection, row.box, known)))
        for row in kept
    ]
    withheld = [Row(None, None, None)] * (len(case.rows) - len(kept))
    return replace(case, recoded=public_part(case.recoded), rows=[*rows, *withheld])


# The definitions, row by row.


def groups_of(case):
    found = defaultdict(list)
    for row in case.rows:
        if row.box is not None:
            found[row.group].append(row)
    return list(found.values())


def suppressed_of(case):
    return sum(row.box is None for row in case.rows)


def mean_cost(case, place, cost):
    """The mean over rows; a suppressed row costs 1."""
    costs = [1.0 if r.box is None else cost(r.box[place], place) for r in case.rows]
    return sum(costs) / len(costs)


def width(case, values):
    """The range of numbers by the range of all."""
    ages = [int(age) for age in case.domains[0]]
    own = [int(age) for age in values]
    return (max(own) - min(own)) / ((max(ages) - min(ages)) or 1)


def loss(case, place):
    def cost(values, place):
        if place == 0 and not case.by_level:
            return width(case, values)
        return (len(values) - 1) / max(1, len(case.domains[place]) - 1)

    return mean_cost(case, place, cost)


def ncp(case, place):
    def cost(values, place):
        if place == 0:
            return width(case, values)
        return len(values) / len(case.domains[place]) if len(values) > 1 else 0

    return mean_cost(case, place, cost)


def whole_domain(case):
    """How many tuples a row may be of which nothing is known."""
    return math.prod(max(1, len(domain)) for domain in case.domains)


def ambiguity(case):
    whole = whole_domain(case)
    return sum(
        whole if row.box is None else math.prod(map(len, row.box)) for row in case.rows
    )


def discernibility(case):
    squares = sum(len(group) ** 2 for group in groups_of(case))
    return squares + suppressed_of(case) * len(case.rows)


def kl_divergence(case):
    """Joint of tuple and box, against the box spread evenly over its tuples.

    A withheld row has a box of its own, which covers the whole domain.
    """
    total, whole = len(case.rows), whole_domain(case)
    every = [
        (
            r.values,
            r.box,
            r.box if is_exact(r) else ("alone", i) if r.box is None else r.group,
        )
        for i, r in enumerate(case.rows)
    ]
    pairs = Counter((values, key) for values, _, key in every)
    masses = Counter(key for _, _, key in every)
    boxes = {key: box for _, box, key in every}
    bits = 0.0
    for (_, key), rows in pairs.items():
        box = boxes[key]
        cells = whole if box is None else math.prod(map(len, box))
        bits += rows / total * math.log2(rows / (masses[key] / cells))
    return bits


def is_exact(row):
    """Whether the box is exact, so that it is no group's."""
    return row.box is not None and all(len(one) == 1 for one in row.box)


def reconstruction_loss(case):
    """The squared distance of every row from its reconstruction."""
    total = Fraction(suppressed_of(case))
    for group in groups_of(case):
        counts = Counter(row.secret for row in group)
        for row in group:
            for value, count in counts.items():
                guess = Fraction(count, len(group))
                total += (guess - (value == row.secret)) ** 2
    return total


def classification_metric(case):
    wrong = suppressed_of(case)
    for group in groups_of(case):
        wrong += len(group) - max(Counter(row.secret for row in group).values())
    return Fraction(wrong, len(case.rows))


def answer(case, wanted, secret):
    """A COUNT query: the true answer and what a reader of the release expects."""
    secrets = defaultdict(list)
    for row in case.rows:
        if row.box is not None:
            secrets[row.group].append(row.secret)
    true, expected = 0, 0.0
    for row in case.rows:
        fits = all(v in w for v, w in zip(row.values, wanted, strict=True))
        true += fits and row.secret in secret
        if row.box is not None:
            share = math.prod(
                len(box & values) / len(box)
                for box, values in zip(row.box, wanted, strict=True)
            )
            own = secrets[row.group]
            expected += share * sum(one in secret for one in own) / len(own)
        elif case.star:
            share = math.prod(
                len(values & set(domain)) / len(domain)
                for values, domain in zip(wanted, case.domains, strict=True)
            )
            expected += share * (row.secret in secret)
    return true, expected
