# SPDX-License-Identifier: Apache-2.0
"""The Jensen-Shannon distance of spread shares, against its definition."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.kernels.distances import UNDECIDED
from diversa.counts.kernels.jensen_shannon import spread_within
from examples import examples
from histogram_entries import as_entries

RELAXED = examples(60)


COUNTS = st.integers(1, 7**5 - 1).map(lambda code: [code // 7**n % 7 for n in range(5)])
"""Up to six rows of each of five values; digits of a number are drawn at once."""


GROUPS = st.lists(COUNTS, min_size=1, max_size=6)


def divergence(ours, theirs):
    """Jensen-Shannon of two distributions, as it is defined."""
    means = [(p + q) / 2 for p, q in zip(ours, theirs, strict=True)]
    return sum(
        share * math.log(share / mean) / 2
        for shares in (ours, theirs)
        for share, mean in zip(shares, means, strict=True)
        if share > 0
    )


@RELAXED
@given(groups=GROUPS, seed=st.integers(0, 2**32 - 1), stretch=st.booleans())
def test_spread_shares_within_a_distance(groups, seed, stretch):
    draw = np.random.default_rng(seed)
    size = 150 if stretch else 5  # more than one stretch of values, or one
    spread = draw.uniform(0, 1, (size, size)) ** 8
    spread[:, draw.uniform(0, 1, size) < 0.2] = 0  # nobody has these
    spread[:, 0] += 0.01
    spread /= spread.sum(axis=1, keepdims=True)
    reference = draw.dirichlet(np.ones(size)) @ spread
    shares = [(np.pad(line, (0, size - 5)) / sum(line)) @ spread for line in groups]
    exact = [divergence(one.tolist(), reference.tolist()) for one in shares]
    entries = as_entries(groups)
    for distance in (0.0, 0.01, float(np.median(exact)) + 1e-6, 0.3, 0.7):
        alone = np.full(size, -1, dtype=np.int8)
        for _ in range(2):  # the second time single values are known
            said = spread_within(entries, spread, reference, alone, distance, 1e-9)
            assert UNDECIDED not in said
            assert said.tolist() == [one <= distance for one in exact]
    for one, line in zip(exact, groups, strict=True):
        alone = np.full(size, -1, dtype=np.int8)
        tie = as_entries([line])
        said = spread_within(tie, spread, reference, alone, one, 1e-9)
        assert said.tolist() == [UNDECIDED]
