# SPDX-License-Identifier: Apache-2.0
"""Random small tables with random hierarchies, for the laws of searches."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import strategies as st

from diversa.data.missing import MissingPolicy
from diversa.hierarchies import Taxonomy
from tables import BuiltOnce, SmallTable

VALUES = ("1", "2", "4")
"""The values of the sensitive attributes s and t: texts, and numbers too."""

TREE = BuiltOnce(Taxonomy(tree={"*": {"few": ["1", "2"], "4": {}}}))
"""What the values of s mean."""

MOST_LEVELS = {2: 3, 3: 2, 4: 2}
"""Height of the hierarchies by the number of attributes: 81 nodes at most."""


@st.composite
def ladders(draw, *, most):
    """The labels of up to four values on up to `most` levels, each merging the last.

    The top level may have several labels, and there may be no level at all.
    """
    current = {f"v{place}": f"v{place}" for place in range(draw(st.integers(1, 4)))}
    lines = dict.fromkeys(current, ())
    for level in range(1, draw(st.integers(0, most)) + 1):
        labels = sorted(set(current.values()))
        code = draw(st.integers(0, 3 ** len(labels) - 1))
        parents = {
            one: f"{level}:{code // 3**place % 3}" for place, one in enumerate(labels)
        }
        current = {value: parents[one] for value, one in current.items()}
        lines = {value: (*line, current[value]) for value, line in lines.items()}
    return lines


@st.composite
def codes(draw, size, *, least, most):
    """Some numbers below `size`, at most 2^16: one by one they take long to draw."""
    number = draw(st.integers(least, most))
    drawn = draw(st.binary(min_size=2 * number, max_size=2 * number))
    return (np.frombuffer(drawn, "<u2") % size).tolist()


def decoded(code, domains):
    """The row that a number stands for: its digits, one per column."""
    row = []
    for domain in domains:
        code, place = divmod(code, len(domain))
        row.append(domain[place])
    return tuple(row)


@st.composite
def tables(draw, *, most=30, unknown=False):
    """Two to four quasi-identifiers, one or two sensitive attributes.

    Where values are unknown, those of s may be missing and stand for any value.
    """
    attributes = draw(st.integers(2, 4))
    chosen = {
        f"q{place}": draw(ladders(most=MOST_LEVELS[attributes]))
        for place in range(attributes)
    }
    sensitive = draw(st.sampled_from([("s",), ("s", "t")]))
    values = (*VALUES, None) if unknown else VALUES
    domains = [sorted(one) for one in chosen.values()]
    domains += [values, *(VALUES for _ in sensitive[1:])]
    half = most // 2
    least, greatest = draw(st.sampled_from([(1, half), (half, most)]))
    drawn = draw(codes(math.prod(map(len, domains)), least=least, most=greatest))
    rows = tuple(decoded(code, domains) for code in drawn)
    missing = MissingPolicy.WORST if unknown else MissingPolicy.RAISE
    return SmallTable((*chosen, *sensitive), rows, chosen, {"s": TREE}, missing)
