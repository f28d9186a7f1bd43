# SPDX-License-Identifier: Apache-2.0
"""Rows that are appended, judged by plain Python: nothing of the product is used."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import product


def holds_k(rows, k):
    return len(rows) >= k


def holds_distinct(rows, least):
    return len(set(rows)) >= least


def holds_entropy(rows, least):
    shares = [count / len(rows) for count in Counter(rows).values()]
    entropy = -sum(share * math.log(share) for share in shares)
    return entropy >= math.log(least) - 1e-12


def holds_recursive(rows, c, least):
    """r1 < c (r_l + ... + r_m), with the counts in descending order."""
    counts = sorted(Counter(rows).values(), reverse=True)
    return counts[0] < c * sum(counts[least - 1 :])


def holds_alpha(rows, alpha):
    return max(Counter(rows).values()) <= alpha * len(rows)


def distance(rows, table):
    """The variational distance of the values of a group from those of the table."""
    own, every = Counter(rows), Counter(table)
    return sum(
        abs(Fraction(own[value], len(rows)) - Fraction(every[value], len(table)))
        for value in every
    ) / Fraction(2)


JUDGES = {
    "k-anonymity:2": lambda rows: holds_k(rows, 2),
    "k-anonymity:3": lambda rows: holds_k(rows, 3),
    "distinct-l-diversity:2": lambda rows: holds_distinct(rows, 2),
    "entropy-l-diversity:2": lambda rows: holds_entropy(rows, 2),
    "recursive-cl-diversity:c=2,l=2": lambda rows: holds_recursive(rows, 2, 2),
    "alpha-k-anonymity:alpha=1/2,k=2": lambda rows: (
        holds_k(rows, 2) and holds_alpha(rows, Fraction(1, 2))
    ),
}
"""Models that judge a group by its rows, and what they mean."""


def is_safe(rows, specs):
    """Whether every model holds in a group; an empty group is safe."""
    return not rows or all(JUDGES[spec](rows) for spec in specs)


def parts_of(rows):
    """Every part of some rows, as values with their counts."""
    counts = Counter(rows)
    for numbers in product(*(range(count + 1) for count in counts.values())):
        yield [v for v, n in zip(counts, numbers, strict=True) for _ in range(n)]


def most_rows(published, waiting, specs, *, apart=False):
    """The most waiting rows of a group that can be published, by trying all parts."""
    return max(
        len(part)
        for part in parts_of(waiting)
        if is_safe([*published, *part], specs) and (not apart or is_safe(part, specs))
    )
