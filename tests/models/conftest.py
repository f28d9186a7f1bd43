# SPDX-License-Identifier: Apache-2.0
"""Groups from plain counts, for the tests of models."""

from __future__ import annotations

import string
from collections import Counter

import pytest

from diversa.counts.groups import Groups


@pytest.fixture
def table():
    """Make groups from tuples: the counts of the values a, b, c, ... in each group.

    `unknown` adds that many rows without a value to each group, policy `worst`.
    """

    def make(*groups, unknown=None):
        letters = string.ascii_lowercase
        named = [dict(zip(letters, counts, strict=False)) for counts in groups]
        if unknown is None:
            return Groups.from_counts(named, on="s")
        lost = [{**one, None: n} for one, n in zip(named, unknown, strict=True)]
        return Groups.from_counts(lost, on="s", missing="worst")

    return make


@pytest.fixture
def numbers():
    """Make groups from lists of numbers, or of their texts, one per row.

    `unknown` adds that many rows without a value to each group, policy `worst`.
    """

    def make(*groups, unknown=None):
        counted = [dict(Counter(group)) for group in groups]
        if unknown is None:
            return Groups.from_counts(counted, on="s")
        lost = [{**one, None: n} for one, n in zip(counted, unknown, strict=True)]
        return Groups.from_counts(lost, on="s", missing="worst")

    return make
