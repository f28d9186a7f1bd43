# SPDX-License-Identifier: Apache-2.0
"""Groups of rows with three sensitive attributes, and their histograms as dicts."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPolicy

NAMES = ("s", "t", "u")
ROW = st.tuples(*[st.sampled_from([0, 1, 2, None])] * 3)
TABLES = st.lists(st.lists(ROW, min_size=1, max_size=8), max_size=6)


def groups_of(tables, missing="own"):
    """Groups of three sensitive attributes; None, where it occurs, is the last code."""
    tuples = sorted(
        {tuple(3 if v is None else v for v in r) for t in tables for r in t}
    )
    place = {one: i for i, one in enumerate(tuples)}
    counts = [
        Counter(place[tuple(3 if v is None else v for v in row)] for row in rows)
        for rows in tables
    ]
    flat = [pair for one in counts for pair in sorted(one.items())]
    values, rows = np.array(flat, dtype=np.int64).reshape(-1, 2).T
    sensitive = [Dictionary.build(name, [0, 1, 2, None], [1] * 4) for name in NAMES]
    return Groups(
        np.cumsum([0, *map(len, counts)]),
        values.astype(np.int32),
        rows,
        np.array(tuples, dtype=np.int32).reshape(-1, 3),
        tuple(Sensitive(one, MissingPolicy(missing)) for one in sensitive),
    )


def histogram_dicts(histogram):
    """The histogram of each group as a dict; entries must be ascending."""
    said = []
    for place in range(len(histogram)):
        entries = slice(histogram.starts[place], histogram.starts[place + 1])
        values = histogram.values[entries].tolist()
        assert values == sorted(set(values))
        said.append(dict(zip(values, histogram.counts[entries].tolist(), strict=True)))
    return said
