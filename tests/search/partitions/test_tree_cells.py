# SPDX-License-Identifier: Apache-2.0
"""What counts as many where counts have noise."""

from __future__ import annotations

from diversa.search.partitions.secret_noise import SecretNoise
from diversa.search.partitions.tree_cells import Blur


def test_without_noise_k_rows_are_enough_and_with_noise_more():
    sure = Blur(SecretNoise(b"", 0.0), 5)
    assert sure.plenty == sure.naming_limit == sure.tail(9) == 5
    blur = Blur(SecretNoise(b"", 2.0), 5)
    assert (blur.plenty, blur.naming_limit, blur.tail(9)) == (17, 9, 11)
