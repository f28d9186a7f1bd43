# SPDX-License-Identifier: Apache-2.0
"""Random small tables with random hierarchies, for the laws of searches."""

from __future__ import annotations

from hypothesis import strategies as st

from tables import SmallTable

VALUES = "abcd"
"""The values of the sensitive attributes s and t; the specs of the laws name some."""


@st.composite
def ladders(draw, *, most):
    """The labels of up to four values on up to `most` levels, each merging the last.

    The top level may have several labels, and there may be no level at all.
    """
    current = {f"v{place}": f"v{place}" for place in range(draw(st.integers(1, 4)))}
    lines = dict.fromkeys(current, ())
    for level in range(1, draw(st.integers(0, most)) + 1):
        labels = sorted(set(current.values()))
        parents = {one: f"{level}:{draw(st.integers(0, 2))}" for one in labels}
        current = {value: parents[one] for value, one in current.items()}
        lines = {value: (*line, current[value]) for value, line in lines.items()}
    return lines


@st.composite
def tables(draw, *, least=1, most=30):
    """Two to four quasi-identifiers, one or two sensitive attributes."""
    attributes = draw(st.integers(2, 4))
    most_levels = {2: 3, 3: 2, 4: 2}[attributes]
    chosen = {
        f"q{place}": draw(ladders(most=most_levels)) for place in range(attributes)
    }
    sensitive = draw(st.sampled_from([("s",), ("s", "t")]))
    row = st.tuples(
        *(st.sampled_from(sorted(one)) for one in chosen.values()),
        *(st.sampled_from(VALUES[:3]) for _ in sensitive),
    )
    rows = draw(st.lists(row, min_size=least, max_size=most))
    return SmallTable((*chosen, *sensitive), tuple(rows), chosen)
