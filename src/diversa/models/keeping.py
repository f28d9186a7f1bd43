# SPDX-License-Identifier: Apache-2.0
"""Bounds on the rows of a group that can be kept, which several models share.

`Model.most_kept` says what the number is for. Most models bound the rows of some set of
values by a share of the group: they keep at most what fits under these caps.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.models.group_numbers import INTEGER, as_float

FINE = 2**20
"""A bound that needs longer integers is eased to a multiple of one part of this."""


def most_under_caps(
    histogram: Histogram,
    caps: NDArray[np.float64],
    *,
    share: float = 1.0,
    blocks: NDArray[np.int32] | None = None,
) -> NDArray[np.int64]:
    """The most rows M of which blocks of values have at most cap M, up to a rest.

    A part of M rows has m_b <= n_b rows in a block b. Where Σ min(m_b, cap_b M) must be
    at least share M, the more so must Σ min(n_b, cap_b M): the largest such M is given.
    Without a rest (share = 1, each value in one block) that is m_b <= cap_b M.

    Rows that may have any value are added: a part that holds whatever they are holds
    without them, because their worst value is one that is capped. Without any other row
    none is kept.

    Where people have several values, M people have M or more values in all, so the same
    is true of their counts.

    `caps` are those of blocks, or of values without `blocks`, which gives every value a
    block, in one line or several; a block is in one line only.
    """
    from diversa.counts.kernels.keeping import most_capped  # compiled where needed

    if blocks is None:
        blocks = np.empty((0, len(caps)), dtype=np.int32)
    if histogram.values.max(initial=-1) >= blocks.shape[1]:  # there may be none
        message = "every value must have a block"
        raise ValueError(message)
    rows = most_capped(
        histogram.starts, histogram.values, histogram.counts, blocks, caps, share
    )
    return with_unknown(histogram, rows)


def most_with_tail(
    histogram: Histogram,
    c: Fraction,
    l: int,
    bounded: NDArray[np.bool_] | None = None,
) -> NDArray[np.int64]:
    """The most rows that can be recursively (c,l)-diverse.

    A part whose most frequent bounded value has x rows has at most min(n_s, x) rows of
    each bounded value s and n_s of any other one. Its tail, the rows without that value
    and without the l - 2 largest other counts, is at most the tail of these numbers,
    because a sum of all but the largest counts only grows with each count. So it holds
    only if x < c tail(x), and the largest such x leaves the most rows.

    Rows that may have any value are added: without them the tail is the same and the
    most frequent value has fewer rows.

    `bounded` marks the entries whose values are compared with the tail; all by default.
    """
    from diversa.counts.kernels.even_counts import most_beside_tail  # as above

    if bounded is None:
        bounded = np.ones(len(histogram.counts), dtype=bool)
    if not fits_integers(histogram, c):
        c = round_up(c)
    if not fits_integers(histogram, c):
        return histogram.sizes
    rows = most_beside_tail(
        histogram.starts,
        histogram.counts,
        bounded,
        c.numerator,
        c.denominator,
        min(l - 2, len(histogram.counts)),  # no group has more values
    )
    return with_unknown(histogram, rows)


def fits_integers(histogram: Histogram, c: Fraction) -> bool:
    """True if counts times c are compared in 64 bits."""
    most = int(histogram.sizes.max(initial=1))
    return (c.numerator + c.denominator) * most < INTEGER


def tail_decides(histogram: Histogram, c: Fraction) -> bool:
    """True if `most_with_tail` decides which groups hold.

    It keeps every row of exactly the groups that hold where all is counted in integers.
    Nothing is compiled for it: NumPy judges as long as a search does not need it.
    """
    from diversa.counts.kernels.even_counts import most_beside_tail  # as above

    exact = not histogram.unknown.any() and fits_integers(histogram, c)
    return exact and histogram.is_exclusive and most_beside_tail.is_compiled


def most_with_entropy(histogram: Histogram, entropy: float) -> NDArray[np.int64]:
    """The most rows that can have an entropy, in nats.

    Rows that may have any value are added: a part that holds with them as its most
    frequent value is more even without them.
    """
    from diversa.counts.kernels.even_counts import most_diverse  # as above

    if entropy <= 0:
        return histogram.sizes
    return with_unknown(
        histogram, most_diverse(histogram.starts, histogram.counts, entropy)
    )


def most_with_mean(
    histogram: Histogram,
    counts: NDArray[np.int64],
    numbers: NDArray[np.float64],
    mean: float,
) -> NDArray[np.int64]:
    """The most rows whose numbers have that mean or a larger one.

    Rows that may have any value are added: they add nothing to the numbers.

    All rows of an entry have its number, which is not negative.
    """
    from diversa.counts.kernels.keeping import most_balanced  # as above

    order = np.lexsort((-numbers, histogram.group))
    rows = most_balanced(histogram.starts, counts[order], numbers[order], mean)
    return with_unknown(histogram, rows)


def with_unknown(histogram: Histogram, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Add the rows that may have any value where some other row is kept."""
    if not histogram.unknown.any():
        return rows
    return np.where(rows > 0, rows + histogram.unknown, 0)


def round_up(bound: Fraction) -> Fraction:
    """A number not below the bound with a small denominator.

    >>> round_up(Fraction(1, 3)) > Fraction(1, 3), round_up(Fraction(2))
    (True, Fraction(2, 1))
    """
    return Fraction(-(-bound.numerator * FINE // bound.denominator), FINE)


def floor_product(numbers: NDArray[np.int64], factor: Fraction) -> NDArray[np.int64]:
    """The largest whole numbers up to a factor times some others, or a little more.

    >>> floor_product(np.array([3, 10]), Fraction(3, 2)).tolist()
    [4, 15]
    """
    if int(numbers.max(initial=1)) * factor.numerator < INTEGER:
        return numbers * factor.numerator // factor.denominator
    rounded = numbers * as_float(factor) * (1 + 2.0**-50)
    return np.minimum(rounded, float(INTEGER)).astype(np.int64)
