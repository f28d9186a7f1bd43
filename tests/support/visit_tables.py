# SPDX-License-Identifier: Apache-2.0
"""Tables in which people have several rows, for engines to count."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from hypothesis import strategies as st

PEOPLE = ["ann", "bob", "Ann"]
NAMES = ["zip", "age", "ill"]


@st.composite
def tables(draw, *, lost=True):
    """Rows of people; some rows say of nobody whom they are about, if `lost`."""
    people = st.sampled_from([*PEOPLE, None] if lost else PEOPLE)
    row = st.tuples(
        people,
        st.sampled_from(["13053", "13068", None]),
        st.sampled_from([28, 29, 50]),
        st.sampled_from(["flu", "cancer", None]),
    )
    rows = draw(st.lists(row, min_size=1, max_size=25))
    rows.append(("bob", "13053", 28, "flu"))  # every column has a value
    return rows


def as_table(rows):
    """The rows as an Arrow table."""
    columns = zip(*rows, strict=True)
    names = ["person", "zip", "age", "ill"]
    kinds = [pa.string(), pa.string(), pa.int64(), pa.string()]
    return pa.table(
        [pa.array(c, k) for c, k in zip(columns, kinds, strict=True)], names
    )


def counted(engine, source, names=NAMES, **options):
    """The people of a source, whose column `person` says who they are."""
    table = engine.open(source)
    dictionaries = [engine.values(table, name) for name in names]
    return engine.people(table, dictionaries, "person", **options)


def same(one, other):
    """True if two engines have counted the same."""
    return all(
        np.array_equal(getattr(one.kinds, part), getattr(other.kinds, part))
        for part in ("starts", "cells", "people")
    ) and (
        np.array_equal(one.cells.codes, other.cells.codes)
        and np.array_equal(one.cells.counts, other.cells.counts)
        and np.array_equal(one.unnamed, other.unnamed)
    )
