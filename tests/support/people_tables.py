# SPDX-License-Identifier: Apache-2.0
"""Small tables in which people have several rows, counted by hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from diversa.counts.cells import Cells
from diversa.counts.frequency_set import frequency_set
from diversa.counts.kinds import Kinds
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import Hierarchy

SIZES = (4, 4, 3, 2)
"""Values of two quasi-identifiers and two sensitive attributes."""


def dictionary(name, size):
    return Dictionary.build(name, [str(i) for i in range(size)], [1] * size)


def halves(name, size):
    """A hierarchy of values, pairs of values and `*`."""
    pairs = [str(i // 2) for i in range(size)]
    return Hierarchy.from_labels(dictionary(name, size), [pairs, ["*"] * size])


HIERARCHIES = (halves("p", SIZES[0]), halves("q", SIZES[1]))
SECRETS = (dictionary("s", SIZES[2]), dictionary("t", SIZES[3]))

ROW = st.tuples(*(st.integers(0, size - 1) for size in SIZES))
VISITORS = st.lists(st.lists(ROW, min_size=1, max_size=4), min_size=1, max_size=8)
"""People, each with rows anywhere."""
CONSTANTS = st.lists(
    st.tuples(
        st.tuples(st.integers(0, SIZES[0] - 1), st.integers(0, SIZES[1] - 1)),
        st.lists(
            st.tuples(st.integers(0, SIZES[2] - 1), st.integers(0, SIZES[3] - 1)),
            min_size=1,
            max_size=4,
        ),
    ),
    min_size=1,
    max_size=10,
).map(lambda people: [[(*known, *secret) for secret in rows] for known, rows in people])
"""People whose rows differ in their sensitive values alone."""


def count(people):
    """The cells of a table and its kinds of people."""
    rows = Counter(row for rows in people for row in rows)
    lines = sorted(rows)
    place = {line: number for number, line in enumerate(lines)}
    sets = Counter(tuple(sorted({place[row] for row in rows})) for rows in people)
    names = [h.attribute for h in HIERARCHIES]
    dictionaries = [dictionary(*one) for one in zip(names, SIZES, strict=False)]
    cells = Cells(
        (*dictionaries, *SECRETS),
        np.array(lines, dtype=np.int32).reshape(-1, len(SIZES)),
        np.array([rows[line] for line in lines], dtype=np.int64),
    )
    kinds = Kinds(
        np.cumsum([0] + [len(one) for one in sets]),
        np.array([number for one in sets for number in one], dtype=np.int64),
        np.array(list(sets.values()), dtype=np.int64),
    )
    return cells, kinds


def people_set(people, secrets=SECRETS):
    """The frequency set of the bottom node in people."""
    cells, kinds = count(people)
    attributes = [Sensitive(one) for one in secrets]
    return frequency_set(cells, HIERARCHIES, attributes, kinds=kinds)


def groups_by_hand(people, levels):
    """For each group of a node, the rows of each person in it."""
    groups = defaultdict(lambda: defaultdict(list))
    for person, rows in enumerate(people):
        for row in rows:
            codes = tuple(
                int(h.maps[level][code])
                for h, level, code in zip(HIERARCHIES, levels, row, strict=False)
            )
            groups[codes][person].append(row)
    return groups


def having(rows_of, column):
    """The people of a group who have each value of a column."""
    return Counter(
        value for rows in rows_of.values() for value in {row[column] for row in rows}
    )


def shares(rows_of, column):
    """The people of a group spread over their values of a column."""
    total = Counter()
    for rows in rows_of.values():
        values = {row[column] for row in rows}
        for value in values:
            total[value] += Fraction(1, len(values))
    return total
