# SPDX-License-Identifier: Apache-2.0
"""Sliders reach over the numbers that are allowed, and no further."""

from __future__ import annotations

from diversa.models.parameters import Param
from diversa.studio.steps.sliders import first_value, slider_of


def test_a_slider_ends_before_a_bound_that_is_not_allowed():
    strict = slider_of("number", Param("x", above=0, below=1), 0.5)
    assert (strict.low, strict.high) == (0.01, 0.99)


def test_an_open_end_reaches_beyond_the_present_value():
    param = Param("rows", low=1)
    assert slider_of("whole", param, 5).high == 21
    assert slider_of("whole", param, 50).high == 100
    assert first_value("whole", param) == 2
