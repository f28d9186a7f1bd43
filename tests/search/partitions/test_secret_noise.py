# SPDX-License-Identifier: Apache-2.0
"""Secret noise: its spread, and what it depends on."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.search.partitions.secret_noise import SecretNoise

KEY = b"k" * 32
COUNTS = [np.array([3, 4]), np.array([7])]


def test_the_noise_of_a_key_depends_on_the_counts_and_the_purpose():
    one, again = (SecretNoise.of(KEY, COUNTS, 4.0) for _ in range(2))
    zeros = np.zeros(200, dtype=np.int64)
    assert one.blur("a", zeros).tolist() == again.blur("a", zeros).tolist()
    assert one.blur("a", zeros).tolist() != one.blur("b", zeros).tolist()
    other = SecretNoise.of(KEY, [np.array([3, 5]), np.array([7])], 4.0)
    assert one.blur("a", zeros).tolist() != other.blur("a", zeros).tolist()
    joined = SecretNoise.of(KEY, [np.array([3, 4, 7])], 4.0)
    assert joined.key != one.key
    assert "key" not in repr(one)


def test_without_a_key_every_run_has_noise_of_its_own():
    zeros = np.zeros(50, dtype=np.int64)
    drawn = {tuple(SecretNoise.of(None, COUNTS, 9.0).blur("a", zeros)) for _ in "ab"}
    assert len(drawn) == 2


@pytest.mark.parametrize("scale", [2.0, 16.0])
def test_the_noise_is_a_two_sided_geometric_one(scale):
    """P(noise = n) = (1 - q) / (1 + q) q^|n| with q = exp(-1 / scale)."""
    noise = SecretNoise.of(KEY, COUNTS, scale).blur("x", np.zeros(200_000, np.int64))
    q = np.exp(-1 / scale)
    assert (noise == noise.round()).all()
    for number in (-3, 0, 1, 5):
        expected = (1 - q) / (1 + q) * q ** abs(number)
        share = (noise == number).mean()
        assert share == pytest.approx(expected, abs=5 * (expected / 200_000) ** 0.5)


def test_no_scale_is_no_noise_and_a_secret_number_has_a_mean():
    exact = SecretNoise.of(KEY, COUNTS, 0.0).blur("x", np.array([5, 0]))
    assert exact.tolist() == [5.0, 0.0]
    drawn = [SecretNoise.of(None, COUNTS, 1.0).number("rows", 5.0) for _ in range(4000)]
    assert min(drawn) == 0
    assert np.mean(drawn) == pytest.approx(5.0, abs=0.6)
    order = SecretNoise.of(KEY, COUNTS, 1.0).order("rows", 9)
    assert sorted(order.tolist()) == list(range(9))
