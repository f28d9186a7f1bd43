# SPDX-License-Identifier: Apache-2.0
"""Beliefs before and after a release, by Bayes' rule."""

from __future__ import annotations

from fractions import Fraction

import pytest

from diversa.errors import ModelError
from diversa.models.bayes_optimal_privacy import posterior


def by_bayes(counts, own, group):
    """n_s f(s|q) / f(s|q*) over its sum, in fractions."""
    weights = [
        Fraction(n) * q / block if n else Fraction(0)
        for n, q, block in zip(counts, own, group, strict=True)
    ]
    return [float(weight / sum(weights)) for weight in weights]


def test_a_person_like_all_others_has_the_shares_of_the_group():
    shares = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
    assert posterior([3, 2, 1], shares, shares).tolist() == pytest.approx(
        [1 / 2, 1 / 3, 1 / 6]
    )


def test_what_is_known_of_a_person_changes_the_belief():
    own = [Fraction(1, 10), Fraction(6, 10), Fraction(3, 10)]
    group = [Fraction(3, 10), Fraction(3, 10), Fraction(4, 10)]
    found = posterior([2, 2, 0], own, group)
    assert found.tolist() == pytest.approx(by_bayes([2, 2, 0], own, group))
    assert found[1] == pytest.approx(6 / 7)


def test_a_population_that_rules_the_table_out():
    with pytest.raises(ModelError, match="got 1 pairs of a group and a value that"):
        posterior([1, 1], [0.5, 0.5], [1, 0])
