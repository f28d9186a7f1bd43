# SPDX-License-Identifier: Apache-2.0
"""A table as a sample: how many groups have which size."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.risks.sample import Sample

SIZES = [3, 1, 1, 2, 1, 3]


def test_groups_are_counted_by_their_size():
    sample = Sample.of(np.array(SIZES), 0.25)
    assert sample.rows == sum(SIZES)
    assert sample.count == len(SIZES)
    assert sample.people == sum(SIZES) * 4
    assert [sample.of_size(size) for size in range(5)] == [
        SIZES.count(size) for size in range(5)
    ]


@pytest.mark.parametrize(("fraction", "people"), [(1.0, 11), (0.3, 37), (0.999, 11)])
def test_the_population_has_at_least_the_people_of_the_table(fraction, people):
    assert Sample.of(np.array(SIZES), fraction).people == people


def test_no_group():
    sample = Sample.of(np.array([], dtype=np.int64), 0.5)
    assert (sample.rows, sample.people, sample.count, sample.of_size(1)) == (0, 0, 0, 0)
