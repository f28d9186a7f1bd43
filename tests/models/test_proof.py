# SPDX-License-Identifier: Apache-2.0
"""What is certain of a model in each group."""

from __future__ import annotations

import numpy as np

from diversa.models.proof import Proof


def test_a_complete_proof_leaves_nothing_open():
    proof = Proof.complete(np.array([True, False]))
    assert proof.fails.tolist() == [False, True]
    assert not proof.open_groups.any()


def test_nothing_is_certain():
    assert Proof.nothing(2).open_groups.tolist() == [True, True]


def test_a_range_proves_what_lies_on_one_side_of_the_bound():
    low, high = np.array([0.1, 0.1, 0.3, 0.2]), np.array([0.15, 0.3, 0.4, 0.2])
    proof = Proof.of_range(low, high, 0.2)
    assert proof.holds.tolist() == [True, False, False, False]
    assert proof.fails.tolist() == [False, False, True, False]
    assert proof.take(np.array([2])).fails.tolist() == [True]
