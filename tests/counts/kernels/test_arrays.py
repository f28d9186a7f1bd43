# SPDX-License-Identifier: Apache-2.0
"""Arrays that belong together go into compiled functions and come out of them."""

from __future__ import annotations

import numpy as np

from diversa.counts.kernels.arrays import Histograms
from diversa.counts.kernels.kernel import kernel


@kernel
def doubled(histograms):
    counts = histograms.counts * 2
    return Histograms(histograms.starts, histograms.values, counts)


def test_a_named_tuple_goes_in_and_comes_out():
    given = Histograms(np.array([0, 2]), np.array([1, 3], np.int32), np.array([4, 5]))
    found = doubled(given)
    assert isinstance(found, Histograms)
    assert found.counts.tolist() == [8, 10]
    assert [one.dtype for one in found] == [one.dtype for one in given]
