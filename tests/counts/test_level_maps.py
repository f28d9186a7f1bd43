# SPDX-License-Identifier: Apache-2.0
"""Level maps: the way from one node to another, laid out for the kernels."""

from __future__ import annotations

from itertools import product

import pytest

from diversa.counts.level_maps import KEY_SPACE, LevelMaps
from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Masking, Suppression

ZIPS = Masking().build(Dictionary.build("zip", ["111", "112", "221"], [1, 1, 1]))
SEXES = Suppression().build(Dictionary.build("sex", ["f", "m"], [1, 1]))
MAPS = LevelMaps((ZIPS, SEXES))
NODES = list(product(range(ZIPS.height + 1), range(SEXES.height + 1)))


@pytest.mark.parametrize("lower", NODES, ids=str)
def test_a_step_maps_codes_as_the_hierarchies_do(lower):
    for upper in NODES:
        if not all(low <= high for low, high in zip(lower, upper, strict=True)):
            continue
        step = MAPS.step(lower, upper)
        for place, hierarchy in enumerate((ZIPS, SEXES)):
            size = hierarchy.sizes[lower[place]]
            begin = step.offsets[place]
            map_ = MAPS.flat[begin : begin + size].tolist()
            assert map_ == hierarchy.step(lower[place], upper[place]).tolist()


def test_packed_keys_tell_all_tuples_apart():
    step = MAPS.step((0, 0), (0, 0))
    keys = {
        zip_code * step.strides[0] + sex * step.strides[1]
        for zip_code in range(3)
        for sex in range(2)
    }
    assert keys == set(range(step.space)) == set(range(6))


def test_an_attribute_with_one_label_has_no_weight():
    step = MAPS.step((0, 0), (ZIPS.height, 0))
    assert step.strides.tolist() == [0, 1]
    assert step.space == 2


def test_keys_that_do_not_fit_are_said_to_have_none():
    values = [f"{number:04}" for number in range(3000)]
    wide = Masking().build(Dictionary.build("code", values, [1] * 3000))
    step = LevelMaps((wide,) * 6).step((0,) * 6, (0,) * 6)
    assert step.space == KEY_SPACE <= 3000**6
    assert step.strides.tolist() == [0] * 6


def test_no_attribute():
    assert LevelMaps(()).flat.tolist() == []
    assert LevelMaps(()).step((), ()).space == 1
