# SPDX-License-Identifier: Apache-2.0
"""Rates, their intervals, and what an attack gains over its control."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.rehearsals.interval import colour_of, compare, excess, rate_of, wilson

Z = 1.96


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_ends_are_the_shares_from_which_the_rate_is_z_deviations_away(drawn):
    """Wilson's interval is where |rate - p| <= z sqrt(p (1 - p) / n): its roots."""
    hits, tries = drawn
    rate = hits / tries
    a, b, c = 1 + Z**2 / tries, -(2 * rate + Z**2 / tries), rate**2
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    expected = ((-b - root) / (2 * a), (-b + root) / (2 * a))
    assert wilson(hits, tries) == pytest.approx(expected, abs=1e-9)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_holds_the_rate(drawn):
    rate = rate_of(*drawn)
    assert 0 <= rate.low <= rate.rate <= rate.high <= 1


def test_nothing_is_known_without_a_try():
    assert wilson(0, 0) == (0.0, 1.0)
    assert rate_of(0, 0).rate == 0


def test_the_figures_of_the_specification():
    """Adult, k = 5: 72.9 % (70.6 to 75.1) against 16.8 % (15.0 to 18.8) of 1,489."""
    attack, control = rate_of(1085, 1489), rate_of(250, 1489)
    ends = [*wilson(1085, 1489), *wilson(250, 1489)]
    assert [round(100 * end, 1) for end in ends] == [70.6, 75.1, 15.0, 18.8]
    found = compare("singling out", attack, control)
    assert round(found.excess, 2) == 0.67
    assert found.colour == "red"


@given(st.floats(0, 1), st.floats(0, 0.99))
def test_the_excess_leads_from_the_control_to_the_attack(attack, control):
    assert control + excess(attack, control) * (1 - control) == pytest.approx(attack)


@pytest.mark.parametrize(
    ("low", "high", "colour"),
    [
        (-0.3, -0.1, "green"),
        (-0.02, 0.2, "green"),
        (0.01, 0.05, "green"),
        (0.001, 0.0501, "amber"),
        (0.1, 0.2, "amber"),
        (0.1, 0.201, "red"),
        (-0.01, 0.21, "grey"),
    ],
)
def test_colours(low, high, colour):
    assert colour_of(low, high) == colour


def test_the_interval_of_the_excess_takes_the_ends_that_are_farthest_apart():
    attack, control = rate_of(30, 100), rate_of(20, 100)
    found = compare("linkability", attack, control)
    low = (attack.low - control.high) / (1 - control.high)
    high = (attack.high - control.low) / (1 - control.low)
    assert found.excess_low == pytest.approx(low, abs=1e-4)
    assert found.excess_high == pytest.approx(high, abs=1e-4)
