# SPDX-License-Identifier: Apache-2.0
"""Thrift's compact protocol, by the examples of its specification."""

from __future__ import annotations

import pytest

from diversa.engines.thrift import (
    I32,
    flag,
    int32,
    int64,
    list_field,
    record,
    varint,
    zigzag,
)


@pytest.mark.parametrize(
    ("number", "content"),
    [(0, "00"), (127, "7f"), (128, "8001"), (50399, "df8903"), (16384, "808001")],
)
def test_numbers_have_seven_bits_a_byte(number, content):
    assert varint(number).hex() == content


@pytest.mark.parametrize(("number", "same"), [(0, 0), (-1, 1), (1, 2), (-2, 3), (2, 4)])
def test_signs_alternate(number, same):
    assert zigzag(number) == varint(same)


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63), 2**31])
def test_whole_numbers_of_64_bits_fit(number):
    _, content = int64(number)
    folded = sum((byte & 0x7F) << (7 * place) for place, byte in enumerate(content))
    assert (folded >> 1) ^ -(folded & 1) == number


def test_fields_are_numbered_by_their_distance():
    """Field 1 is true, field 4 is 7, then the end."""
    kind, content = record({1: flag(is_true=True), 4: int32(7)})
    assert (kind, content.hex()) == (12, "11" + "350e" + "00")


@pytest.mark.parametrize(("size", "head"), [(14, "e5"), (15, "f50f"), (200, "f5c801")])
def test_long_lists_say_their_number_apart(size, head):
    _, content = list_field(I32, [int32(0)] * size)
    assert content.hex() == head + "00" * size
